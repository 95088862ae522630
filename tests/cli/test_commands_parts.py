"""The parts of the terminal: words, names, menus, what is typed, drawings."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from duskhall import game, new_table
from duskhall.bots import BOTS
from duskhall.cli.choices import Menu, common_set
from duskhall.cli.names import bot_called, bot_name
from duskhall.cli.reading import Reader, Unclear
from duskhall.cli.saves import data_folder
from duskhall.cli.tables import drawing_of
from duskhall.cli.tables.plain import Drawing
from duskhall.cli.words import Words, catalogue, clean, wanted_language
from duskhall.engine.catalogue import LANGUAGES
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.moves import Move, parse_move
from duskhall.games.dark_dealings.box import HAND
from duskhall.lab.match import play_table, seat_bots
from tests.cli.commands import GAME

SOURCE = Path(__file__).parents[2] / "src" / "duskhall"


def test_both_languages_have_the_same_words_and_fields() -> None:
    sentences = catalogue().sentences
    english, japanese = sentences["en"]["cli"], sentences["ja"]["cli"]
    assert list(english) == list(japanese)
    for key, sentence in english.items():
        fields = sorted(re.findall(r"\{\w+\}", sentence))
        assert sorted(re.findall(r"\{\w+\}", japanese[key])) == fields, key


def test_every_word_that_is_used_is_in_the_catalogue() -> None:
    known = catalogue().sentences["en"]["cli"]
    for file in (SOURCE / "cli").rglob("*.py"):
        for key in re.findall(r"""words\(\s*"([^"{]+)\"""", file.read_text("utf-8")):
            assert key in known, f"{file.name}: {key}"


def test_every_bot_has_a_name_in_both_languages() -> None:
    for language in LANGUAGES:
        assert all(f"bot.{bot}" in catalogue().sentences[language]["cli"] for bot in BOTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search", "search:0.5s"])
def test_bots_are_found_again_by_their_names(bot: str, language: str) -> None:
    assert bot_called(bot_name(bot, 3, Words(language))) == bot
    assert bot_called(f"{bot.partition(':')[0]} 2") == bot.partition(":")[0]
    assert bot_called(Words(language)("player", number=2)) == ""


@pytest.mark.parametrize(
    ("argv", "environment", "language"),
    [
        ([], {}, "en"),
        (["--language", "ja"], {}, "ja"),
        (["--language=ja"], {"LANG": "en_GB"}, "ja"),
        (["--language"], {}, "en"),
        (["--language", "xx"], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"DUSKHALL_LANGUAGE": "ja", "LANG": "C"}, "ja"),
    ],
)
def test_the_language_is_asked_for_or_taken_from_the_system(
    argv: list[str], environment: dict[str, str], language: str
) -> None:
    assert wanted_language(argv, environment) == language


def test_data_lies_where_the_platform_wants_it() -> None:
    home = Path.home()
    assert data_folder({}, "linux") == home / ".local/share/duskhall"
    assert data_folder({"XDG_DATA_HOME": "/x"}, "linux") == Path("/x/duskhall")
    assert data_folder({}, "darwin") == home / "Library/Application Support/duskhall"
    assert data_folder({"LOCALAPPDATA": "/x"}, "win32") == Path("/x/duskhall")


def moves(*texts: str) -> list[Move]:
    return [parse_move(text) for text in texts]


def test_choosing_some_of_a_set_lists_each_card_once() -> None:
    picks = moves("pick 3 5", "pick 3 9", "pick 5 9")
    menu = Menu(picks, common_set(picks))
    assert [(entry.number, entry.card) for entry in menu.entries] == [(1, 3), (2, 5), (3, 9)]
    assert menu.to_choose() == 2
    assert menu.choose([3, 1]) == Move("pick", 3, 9)
    assert menu.choose([1, 1]) is None
    assert menu.choose([4]) is None
    assert menu.choose([1, 2, 3]) is None
    rest = menu.choose([2])
    assert isinstance(rest, Menu)
    assert [(entry.number, entry.card) for entry in rest.entries] == [(1, 3), (3, 9)]
    assert rest.choose([3]) == Move("pick", 5, 9)


def test_pairs_that_are_not_all_pairs_are_no_set() -> None:
    assert common_set(moves("pair 1 60", "pair 1 61", "pair 2 61")) == []
    assert common_set(moves("strike 3", "strike 4")) == []


def test_many_moves_that_begin_alike_share_a_line() -> None:
    menu = Menu(moves("stop", "strike 5", *[f"strike 6 {card}" for card in range(10, 20)]))
    assert len(menu.entries) == 3
    assert menu.choose([3, 2]) == Move("strike", 6, 11)
    assert menu.choose([1]) == Move("stop")
    few = Menu(moves("stop", "strike 6 10", "strike 6 11"))
    assert len(few.entries) == 3


def reader() -> Reader:
    return Reader(game(GAME).box(2), "en")


def number_of(name: str) -> int:
    return game(GAME).box(2).card_names.index(name)


def test_cards_may_be_named_by_a_part_or_in_japanese() -> None:
    alder, osric = number_of("Dame Alder"), number_of("Sir Osric the Late")
    vane = number_of("Dame Rosalind Vane")
    pairs = [Move("pick", *sorted(pair)) for pair in [(alder, osric), (alder, vane), (osric, vane)]]
    verbs, menu = {"pick", "strike"}, Menu(pairs, common_set(pairs))
    japanese = reader().name(alder, "ja")
    for text in ("alder osric", "Dame Alder, Sir Osric the Late", f"pick {japanese}, osric"):
        assert reader().answer(menu, text, set(), verbs) == pairs[0]
    with pytest.raises(Unclear, match="which-card"):
        reader().answer(menu, "dame", set(), verbs)
    with pytest.raises(Unclear, match="no-such-card"):
        reader().answer(menu, "wyrm", set(), verbs)
    rest = reader().answer(menu, "osric", set(), verbs)
    assert isinstance(rest, Menu)
    assert rest.held == (osric,)
    assert rest.choose([1]) == pairs[0]


def test_a_named_card_is_never_taken_for_the_one_that_is_turned() -> None:
    hammer, comet = number_of("Great Drop Hammer"), number_of("Comet Call")
    legal = [Move("discard"), Move("strike", hammer, comet)]
    verbs = {"strike", "discard"}
    assert reader().answer(Menu(legal), "strike comet", {comet, hammer}, verbs) == Move(
        "strike", comet
    )
    assert reader().answer(Menu(legal), "strike hammer", {comet, hammer}, verbs) == legal[1]
    with pytest.raises(Unclear):
        reader().answer(Menu(legal), "comet", {comet, hammer}, verbs)


def test_numbers_that_are_no_cards_are_refused() -> None:
    for text in ("strike 9999", "strike -1", f"strike {10**30}"):
        with pytest.raises(Unclear):
            reader().answer(Menu([Move("discard")]), text, set(), {"strike"})


def test_games_without_a_drawing_of_their_own_are_drawn_plainly() -> None:
    kind = game(GAME)
    s = kind.setup(2, 5)
    names = ["Ann", "Bob"]
    plain = Drawing(s.box, names, Words("en"))
    assert type(drawing_of(kind, s.box, names, Words("en"))) is not Drawing
    shown = drawn(plain.table(s.view(0), 0, 100, whole=True))
    assert "Hand · Ann" in shown
    assert "Hand · Bob" in shown
    own = [plain.name(card) for card in s.places[HAND]]
    others = [plain.name(card) for card in s.places[HAND + 1]]
    text = " ".join(shown.split())
    assert all(name in text for name in own)
    assert not any(name in text for name in others)
    assert all(name in drawn(plain.own_cards(s.view(0), 0, 100)) for name in own)


def drawn(shown: object) -> str:
    console = Console(width=200, file=io.StringIO())
    with console.capture() as capture:
        console.print(shown)
    return capture.get()


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR, ALL_SEEING])
@pytest.mark.parametrize("players", [1, 2])
def test_every_position_can_be_drawn_for_all_eyes(players: int, eyes: int) -> None:
    kind = game(GAME)
    table = new_table(kind, players, seed=3, dragons=True)
    play_table(table, seat_bots(kind, ["random"], players, 3))
    drawing = drawing_of(kind, table.state.box, ["A", "B"][:players], Words("en"))
    for position in range(0, len(table.record.moves) + 1, 3):
        view = table.record.replay(position).view(eyes)
        assert drawn(drawing.table(view, eyes, 80, whole=False))
        assert drawn(drawing.table(view, eyes, 80, whole=True))
        if eyes < players:
            assert drawn(drawing.own_cards(view, eyes, 80))


def test_text_is_cleaned_of_what_a_terminal_obeys() -> None:
    assert clean("a\x1b[2Jb\n") == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}"
    assert clean("狼殺しのブレンナ – ok") == "狼殺しのブレンナ – ok"
