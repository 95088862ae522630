"""Records: written, read, replayed, and refused in one line when they are broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

import pytest

import duskhall
from duskhall import BrokenRecord, Record
from duskhall.engine.edition import Edition
from duskhall.engine.moves import Move
from duskhall.engine.table import Table, new_table

GAME = duskhall.installed()[0]
PLAYERS = GAME.player_counts()[-1]
Data = dict[str, object]


def short_game(edition: Edition | str = "") -> Table:
    """A table at which everyone has answered the first question."""
    table = new_table(GAME, PLAYERS, seed=7, edition=edition)
    while len(table.record.moves) < PLAYERS:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    return table


def begun(players: int, seed: int, options: dict[str, object]) -> Record:
    """The record of a table at which nobody has answered yet."""
    edition = next(iter(GAME.editions().values()))
    options = GAME.box(players, options, edition).options
    return Table(Record(GAME, players, options, edition, seed)).record


def data() -> Data:
    """A good record, as JSON reads it."""
    read = json.loads(short_game().record.dumps())
    assert isinstance(read, dict)
    return read


def reason(text: str) -> str:
    """Why this text is refused, by reading it or by replaying it."""
    with pytest.raises(BrokenRecord) as broken:
        Record.loads(text).verify()
    assert "\n" not in str(broken.value)
    return str(broken.value)


def broken(change: Callable[[Data], object]) -> str:
    """Why a good record is refused after this change."""
    changed = data()
    change(changed)
    return reason(json.dumps(changed))


def committed(change: Callable[[Data], object]) -> str:
    """Why it is refused if also the hash of the header is made to fit."""
    changed = data()
    change(changed)
    edition = changed["edition"]
    assert isinstance(edition, dict)
    header = {name: changed[name] for name in ("game", "version", "players", "options", "seed")}
    text = json.dumps({**header, "edition": edition["sha256"]}, sort_keys=True)
    changed["commitment"] = sha256(text.encode()).hexdigest()
    return reason(json.dumps(changed))


# Good ones


def test_a_record_is_written_and_read() -> None:
    record = short_game().record
    record.names[0] = 'Ada "the Owl" 梟\\'
    again = Record.loads(record.dumps())
    assert again.dumps() == record.dumps()
    assert again.names == record.names
    assert again.moves == record.moves
    assert again.seed == 7
    assert again.game is GAME


def test_a_record_without_moves_is_written_and_read() -> None:
    record = new_table(GAME, PLAYERS, seed=7).record
    assert Record.loads(record.dumps()).dumps() == record.dumps()
    assert Record.loads(record.dumps()).verify().waiting


def test_a_record_has_a_line_for_every_move() -> None:
    record = short_game().record
    lines = [line.strip().rstrip(",") for line in record.dumps().splitlines()]
    for seat, move in record.moves:
        assert f'"{seat} {move}"' in lines


def test_a_record_carries_the_text_of_its_edition() -> None:
    built_in = next(iter(GAME.editions().values()))
    assert json.loads(short_game().record.dumps())["edition"]["text"] == built_in.text
    own = Edition("own.toml", built_in.text + "\n# mine\n", built_in=False)
    again = Record.loads(short_game(own).record.dumps())
    assert again.edition.text == own.text
    assert again.edition.name == "own.toml"
    assert again.dumps() == short_game(own).record.dumps()
    again.verify()


def test_players_without_names_are_numbered() -> None:
    assert short_game().record.names[:2] == ["Player 1", "Player 2"]


def test_names_are_no_part_of_the_chain() -> None:
    first, second = (new_table(GAME, 2, 7, names=names) for names in (["a", "b"], ["c", "d"]))
    assert first.record.chain == second.record.chain


@pytest.mark.parametrize("seed", [0, 1, (1 << 128) - 1])
def test_a_seed_of_any_size_is_kept(seed: int) -> None:
    record = new_table(GAME, PLAYERS, seed).record
    again = Record.loads(record.dumps())
    assert again.seed == seed
    again.verify()


def test_the_hash_shown_before_play_binds_everything_that_is_fixed_then() -> None:
    option = GAME.options()[0]
    records = [begun(2, 7, {}), begun(2, 8, {}), begun(3, 7, {})]
    records.append(begun(2, 7, {option.name: option.values[1]}))
    assert len({record.commitment() for record in records}) == 4


def test_the_chain_depends_on_the_hash_shown_before_play() -> None:
    """Two options that deal the same table still begin different chains."""
    chains = {
        begun(PLAYERS, 7, GAME.fit({option.name: value})).chain[0]
        for option in GAME.options()
        for value in option.values[1:]
    }
    assert len(chains) == sum([len(option.values) - 1 for option in GAME.options()])


# Records of other times


def test_a_record_of_older_rules_keeps_the_version_it_was_played_by() -> None:
    record = short_game().record.copy()
    record.version = GAME.version - 1
    again = Record.loads(record.chained().dumps())
    assert again.version == GAME.version - 1
    assert again.commitment() == record.commitment() != short_game().record.commitment()
    again.verify(record.commitment())  # these rules lead the same way


def test_a_record_that_older_rules_led_elsewhere_says_by_which_it_was_played() -> None:
    record = short_game().record.copy()
    record.version = GAME.version - 1
    record = record.chained()
    said = f": it was played by rules version {GAME.version - 1} of {GAME.title},"
    record.chain[2] = "0" * 64
    assert f"the hash differs{said} this is version {GAME.version}" in reason(record.dumps())
    record.chain[0] = "0" * 64
    assert f"not the one recorded{said}" in reason(record.dumps())
    record = record.chained()
    record.moves[1] = (record.moves[1][0], Move("dance"))
    assert said in reason(record.dumps())


def finished() -> Table:
    table = new_table(GAME, GAME.player_counts()[1], seed=7)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    return table


def test_a_finished_record_keeps_its_result() -> None:
    record = finished().record
    assert record.result == GAME.standing(record.replay())
    again = Record.loads(record.dumps())
    assert again.result == record.result
    assert again.chained().result == record.result
    assert again.dumps() == record.dumps()


def test_another_result_is_found() -> None:
    """So it looks when a scoring rule has changed and its version has not."""
    record = finished().record
    assert record.result is not None
    record.result = record.result._replace(scores=[(99,), (0,)])
    assert reason(record.dumps()) == "the result is not the one recorded"
    record.version -= 1
    record.chain = record.copy().chained().chain
    assert f"by rules version {GAME.version - 1}" in reason(record.dumps())


def test_a_game_that_is_not_over_has_no_result() -> None:
    table = short_game()
    assert table.record.result is None
    table.record.result = finished().record.result
    assert reason(table.record.dumps()) == "the result is not the one recorded"


@pytest.mark.parametrize(
    "result", [3, [], {}, {"ranks": 1, "scores": [], "rule": "", "reason": ""}]
)
def test_what_is_no_result_is_refused(result: object) -> None:
    assert broken(lambda d: d.update(result=result))


def test_after_a_take_back_there_is_no_result() -> None:
    table = finished()
    table.take_back(table.record.moves[-1][0], consent=True)
    assert table.record.result is None


# Broken ones


@pytest.mark.parametrize("text", ["", "{", "moves: none", "[" * 100_000, '{"duskhall": 1'])
def test_what_is_not_json_is_refused(text: str) -> None:
    assert reason(text) == "this is not a record: it is not JSON"


@pytest.mark.parametrize("text", ["[]", "3", "null", '"duskhall"', "{}", '{"game": "chess"}'])
def test_other_json_is_refused(text: str) -> None:
    assert reason(text) == "this is not a record of Duskhall"


def test_another_format_is_refused() -> None:
    assert broken(lambda d: d.update(duskhall=3)) == "the record has format 3, this is format 2"


def test_an_unknown_game_is_refused() -> None:
    assert "there is no game 'chess'" in broken(lambda d: d.update(game="chess"))


def test_other_rules_are_refused() -> None:
    assert "rules version 99" in broken(lambda d: d.update(version=99))


@pytest.mark.parametrize("field", [name for name in data() if name != "duskhall"])
def test_a_missing_field_is_named(field: str) -> None:
    assert broken(lambda d: d.pop(field)) == f"the record lacks '{field}'"


@pytest.mark.parametrize("value", [None, 3, True, "x", [], ["x"], [3], {}, {"x": 3}, -1, 1e300])
@pytest.mark.parametrize("field", list(data()))
def test_a_field_of_another_kind_is_refused_unless_it_means_the_same(
    field: str, value: object
) -> None:
    text = json.dumps({**data(), field: value})
    try:
        meant = Record.loads(text)
        meant.verify()
    except BrokenRecord:
        assert reason(text)
    else:
        assert meant.dumps() == short_game().record.dumps()


@pytest.mark.parametrize("names", [None, 3, "Ab", [1, 2], {"a": 1}, ["one"], ["a"] * 9])
def test_wrong_names_are_refused(names: object) -> None:
    assert "name" in broken(lambda d: d.update(names=names))


def test_a_changed_edition_is_refused() -> None:
    def change(d: Data) -> None:
        d["edition"] = {"name": next(iter(GAME.editions())), "sha256": "0" * 64}

    assert "is not here in the state that was played with" in broken(change)


def test_an_edition_that_is_not_here_is_refused() -> None:
    assert "the edition 'mine' is not here" in broken(
        lambda d: d.update(edition={"name": "mine", "sha256": "0" * 64})
    )


def test_an_edition_whose_text_was_changed_is_refused() -> None:
    def change(d: Data) -> None:
        d["edition"] = {"name": "mine", "sha256": "0" * 64, "text": "heroes = []"}

    assert "another state of the edition" in broken(change)


def test_an_edition_that_cannot_be_read_is_refused() -> None:
    assert "mine: " in broken(
        lambda d: d.update(edition={"name": "mine", "sha256": "0" * 64, "text": "= 3"})
    )


@pytest.mark.parametrize("seed", [f"{8:032x}", "0", "f" * 32])
def test_another_seed_does_not_match_the_hash_shown_before_play(seed: str) -> None:
    assert broken(lambda d: d.update(seed=seed)) == (
        "the seed and header do not match the hash shown before play"
    )


def test_another_seed_deals_another_table_even_if_the_hash_is_made_to_fit() -> None:
    assert committed(lambda d: d.update(seed=f"{8:032x}")) == (
        "the table that was dealt is not the one recorded"
    )


@pytest.mark.parametrize("seed", ["-" + "1" * 31, "1" + "0" * 32, f"{-1:032x}"])
def test_a_seed_out_of_range_is_refused_even_if_the_hash_is_made_to_fit(seed: str) -> None:
    assert committed(lambda d: d.update(seed=seed)) == (
        "the seed of the record is not a number of 128 bits"
    )


def test_other_options_do_not_match_the_hash_shown_before_play() -> None:
    option = GAME.options()[0]

    def change(d: Data) -> None:
        assert isinstance(d["options"], dict)
        d["options"][option.name] = option.values[1]

    assert "do not match the hash" in broken(change)
    assert committed(change)


def test_an_unknown_option_is_refused() -> None:
    assert "no option 'weather'" in broken(lambda d: d.update(options={"weather": "fog"}))


@pytest.mark.parametrize("players", [0, 99, -1])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    assert "players, not" in broken(lambda d: d.update(players=players))


@pytest.mark.parametrize("players", ["2", 2.5, None])
def test_players_that_are_not_a_number_are_refused(players: object) -> None:
    assert broken(lambda d: d.update(players=players))


def moves_of(d: Data) -> list[str]:
    assert isinstance(d["moves"], list)
    return d["moves"]


def chain_of(d: Data) -> list[str]:
    assert isinstance(d["chain"], list)
    return d["chain"]


def test_an_altered_move_shows_in_the_chain() -> None:
    seat, _, _ = moves_of(data())[0].partition(" ")
    other = new_table(GAME, PLAYERS, seed=7).state.legal_moves(int(seat))[1]

    def change(d: Data) -> None:
        moves_of(d)[0] = f"{seat} {other}"

    assert broken(change) == f"after move 1, '{seat} {other}', the hash differs"


def test_an_illegal_move_is_named_with_its_rule() -> None:
    def change(d: Data) -> None:
        moves_of(d)[1] = "1 dance 3"

    assert broken(change).startswith("move 2, '1 dance 3': ")


@pytest.mark.parametrize("line", ["", "pick 3 4", "1", "1 2 3", "x pick 3", "1 pick three"])
def test_what_is_not_a_move_is_refused(line: str) -> None:
    def change(d: Data) -> None:
        moves_of(d)[1] = line

    assert broken(change) == (
        f"the record cannot be read: move 2, {line!r}, is not a seat and its answer, as in"
        " '0 pick 3 12'"
    )


def test_a_long_line_that_is_no_move_is_shown_in_part() -> None:
    told = broken(lambda d: moves_of(d).insert(0, "x" * 5000))
    assert "move 1, 'xxx" in told
    assert len(told) < 200


PYTHON = ("literal", "object", "attribute", "argument", "int()", "NoneType", "unpack", "subscript")


@pytest.mark.parametrize("name", ["seed", "moves", "chain", "edition", "names", "result", "start"])
@pytest.mark.parametrize("value", [None, 7, "soup", [[]], {"a": 1}, [None], True])
def test_what_is_of_another_kind_is_told_in_plain_words(name: str, value: object) -> None:
    """Whoever hands in a record need not know the language this is written in."""

    def change(d: Data) -> None:
        d[name] = value

    told = broken(change)
    assert not any(word in told for word in PYTHON), told


def test_a_move_of_nobody_is_refused() -> None:
    assert broken(lambda d: moves_of(d).insert(0, "99 " + moves_of(d)[0].partition(" ")[2]))


@pytest.mark.parametrize("position", [0, 1, PLAYERS])
def test_an_altered_hash_is_found_where_it_stands(position: int) -> None:
    def change(d: Data) -> None:
        chain_of(d)[position] = "0" * 64

    found = broken(change)
    assert ("dealt" in found) if position == 0 else (f"after move {position}, " in found)


@pytest.mark.parametrize("end", ["moves", "chain"])
def test_moves_and_hashes_must_match_in_number(end: str) -> None:
    said: list[str] = []

    def change(d: Data) -> None:
        (moves_of if end == "moves" else chain_of)(d).pop()
        moves, hashes = len(moves_of(d)), len(chain_of(d))
        said.append(f"{moves} moves need {moves + 1} hashes, not {hashes}")

    assert broken(change) == said[0]


def test_moves_after_the_end_are_refused() -> None:
    table = new_table(GAME, GAME.player_counts()[0], seed=7)
    while table.state.waiting:
        seat = table.state.waiting[0]
        table.play(seat, table.state.legal_moves(seat)[0])
    record = table.record
    record.moves.append(record.moves[-1])
    record.chain.append(record.chain[-1])
    assert reason(record.dumps()).startswith(f"move {len(record.moves)}, ")


def test_verifying_holds_the_seed_against_a_hash_shown_before() -> None:
    record = short_game().record
    record.verify(record.commitment())
    with pytest.raises(BrokenRecord, match="do not match the hash"):
        record.verify("0" * 64)


def test_replaying_an_illegal_move_is_refused() -> None:
    record = short_game().record
    record.moves[1] = (record.moves[0][0], record.moves[0][1])
    with pytest.raises(BrokenRecord, match=r"^move 2, "):
        record.replay()
    record.replay(1)
