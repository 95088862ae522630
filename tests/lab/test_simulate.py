"""Many games: the same on any number of workers, fair in its seats, and honest in its counts."""

from pathlib import Path

import pytest

from duskhall import Record, UnknownGame, WrongOption, game, new_table
from duskhall.bots import UnknownBot
from duskhall.engine.edition import WrongEdition
from duskhall.lab.match import play_out, play_table, seat_bots, write_record
from duskhall.lab.plan import Outcome, Plan
from duskhall.lab.simulate import Tally, simulate

GAME = "dark-dealings"


def plan(*bots: str, players: int = 3) -> Plan:
    kind = game(GAME)
    cards = next(iter(kind.editions().values()))
    lineup = tuple([bots[seat % len(bots)] for seat in range(players)])
    return Plan(
        GAME,
        players,
        lineup,
        5,
        kind.box(players).options,
        (cards.name, cards.text, cards.built_in),
        "",
    )


@pytest.mark.parametrize("workers", [2, 3])
def test_the_result_does_not_depend_on_the_number_of_workers(workers: int) -> None:
    alone = simulate(GAME, 2, 12, ["random"], seed=3, workers=1)
    together = simulate(GAME, 2, 12, ["random"], seed=3, workers=workers)
    assert alone.summary == together.summary
    assert together.workers == workers


def test_another_seed_gives_other_games() -> None:
    first = simulate(GAME, 2, 4, ["random"], seed=1, workers=1)
    assert first.summary != simulate(GAME, 2, 4, ["random"], seed=2, workers=1).summary


def test_each_bot_plays_each_seat_equally_often() -> None:
    turned = [plan("a", "b", "c").seated(number) for number in range(6)]
    for seat in range(3):
        assert sorted(names[seat] for names in turned) == ["a", "a", "b", "b", "c", "c"]


def test_fewer_bots_than_seats_are_repeated() -> None:
    result = simulate(GAME, 3, 3, ["random"], seed=1, workers=1)
    assert result.summary.bots["random"].seats == 3
    assert result.summary.bots["random"].wins == (1 / 3, 1 / 3, 1 / 3)


def test_a_shared_first_place_counts_by_parts() -> None:
    tally = Tally(3)
    tally.add(Outcome(("a", "b", "b"), [1, 1, 3], [(5, 2), (5, 2), (1, 0)], "shared", 40))
    tally.add(Outcome(("b", "b", "a"), [3, 2, 1], [(1, 0), (2, 0), (3, 0)], "most", 60))
    summary = tally.summary(game(GAME), plan("a", "b", "b"))
    assert summary.bots["a"].wins.value == pytest.approx(0.75)
    assert summary.bots["b"].wins.value == pytest.approx(0.125)  # per seat, of which it had two
    assert [seat.wins.value for seat in summary.seats] == pytest.approx([0.25, 0.25, 0.5])
    assert summary.seats[0].score.value == pytest.approx(3)
    assert summary.bots["b"].score.value == pytest.approx(2.25)
    assert summary.answers.value == pytest.approx(50)
    assert summary.reasons["shared"].value == pytest.approx(0.5)


def test_who_plays_together_wins_together() -> None:
    tally = Tally(3, is_cooperative=True, part=1)
    tally.add(Outcome(("a", "b", "b"), [1, 1, 1], [(1, 8)] * 3, "won", 40))
    tally.add(Outcome(("b", "b", "a"), [2, 2, 2], [(0, 3)] * 3, "caught", 60))
    summary = tally.summary(game("the-faceless"), plan("a", "b", "b"))
    shares = [*summary.bots.values(), *summary.seats]
    assert [share.wins.value for share in shares] == [0.5] * 5
    assert [share.score.value for share in shares] == [5.5] * 5
    alone = Tally(3, is_cooperative=True, part=1)
    alone.add(Outcome(("a", "a", "a"), [2, 2, 2], [(0, 3)] * 3, "caught", 60))
    assert alone.summary(game("the-faceless"), plan("a", "a", "a")).bots["a"].wins.value == 0


def test_wins_add_up_to_one() -> None:
    summary = simulate(GAME, 3, 9, ["random"], seed=8, workers=1).summary
    assert sum(seat.wins.value for seat in summary.seats) == pytest.approx(1)
    assert sum(reason.value for reason in summary.reasons.values()) == pytest.approx(1)


def test_saved_games_verify_and_change_nothing(tmp_path: Path) -> None:
    quick = simulate(GAME, 2, 4, ["random"], seed=3, workers=1)
    saved = simulate(GAME, 2, 4, ["random"], seed=3, workers=2, save_dir=tmp_path / "new")
    assert quick.summary == saved.summary
    files = sorted((tmp_path / "new").iterdir())
    assert len(files) == 4
    for file in files:
        record = Record.loads(file.read_text("utf-8"))
        assert file.name == f"{GAME}-{record.seed:032x}.json"
        assert not record.verify().waiting


def test_the_fast_way_and_the_record_lead_to_the_same_end() -> None:
    kind = game(GAME)
    table = new_table(kind, 3, seed=11)
    s = kind.setup(3, seed=11)
    play_table(table, seat_bots(kind, ["random"], 3, 11))
    assert play_out(kind, s, seat_bots(kind, ["random"], 3, 11)) == len(table.record.moves)
    assert s.digest() == table.state.digest()


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate(GAME, 1, 5, ["random"], 1, workers=2, progress=lambda *numbers: told.append(numbers))
    assert told == [(number, 5) for number in range(6)]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"game_name": "chess"}, UnknownGame),
        ({"players": 9}, WrongOption),
        ({"games": 0}, WrongOption),
        ({"workers": 0}, WrongOption),
        ({"bots": []}, WrongOption),
        ({"bots": ["random"] * 3}, WrongOption),
        ({"bots": ["oracle"]}, UnknownBot),
        ({"options": {"wet": True}}, WrongOption),
        ({"edition": "nowhere.toml"}, WrongEdition),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(
    changed: dict[str, object], error: type[Exception]
) -> None:
    given: dict[str, object] = {
        "game_name": GAME,
        "players": 2,
        "games": 1,
        "bots": ["random"],
        "seed": 1,
    }
    with pytest.raises(error):
        simulate(**{**given, **changed})  # type: ignore[arg-type]


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    record = new_table(game(GAME), 2, seed=1).record
    file = tmp_path / "game.json"
    write_record(record, file)
    before = file.read_text("utf-8")
    record.names = ["\ud800", "half a character cannot be written"]
    with pytest.raises(UnicodeEncodeError):
        write_record(record, file)
    assert file.read_text("utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_one_bot_at_all_seats_wins_only_what_is_won() -> None:
    """Where all may lose, its share of first places is not settled by playing against itself."""
    flights = [[1, 2], [2, 2], [2, 2], [1, 1]]
    tally = Tally(2, may_be_lost=True)
    sure = Tally(2)
    for ranks in flights:
        outcome = Outcome(("a", "a"), ranks, [(int(rank == 1),) for rank in ranks], "lost", 40)
        tally.add(outcome)
        sure.add(outcome)
    wins = tally.summary(game("raid-and-trade"), plan("a", players=2)).bots["a"].wins
    assert wins.value == 0.25
    assert wins.low < 0.25 < wins.high
    assert sure.summary(game("dark-dealings"), plan("a", players=2)).bots["a"].wins.low == 0.5
