"""Editions of one's own, whatever the game: read from a file, refused, and kept in records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskhall import installed
from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import Game
from duskhall.engine.records import Record
from duskhall.engine.table import Table, new_table
from tests.games.editions import own_edition

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
each_edition = pytest.mark.parametrize(
    ("game", "edition"),
    [(game, edition) for game in installed() for edition in game.editions().values()],
    ids=lambda one: one.name,
)


@each_game
def test_a_missing_edition_is_refused(game: Game, tmp_path: Path) -> None:
    known = re.escape(", ".join(game.editions()))
    with pytest.raises(WrongEdition, match=rf"none\.toml: No such file; .* itself has {known}$"):
        game.setup(game.counts({})[0], edition=str(tmp_path / "none.toml"))


@each_game
def test_an_edition_of_another_game_is_told_as_such(game: Game) -> None:
    for other in installed():
        text = next(iter(other.editions().values())).text
        edition = Edition("mine.toml", text, built_in=False)
        if other is game:
            game.box(game.counts({})[0], {}, edition)
            continue
        told = f"mine.toml: this is an edition of {other.title}, not of {game.title}"
        with pytest.raises(WrongEdition, match=re.escape(told)):
            game.box(game.counts({})[0], {}, edition)
    with pytest.raises(WrongEdition, match=r"^mine\.toml: (?!this is an edition)"):  # nobody's
        game.box(game.counts({})[0], {}, Edition("mine.toml", "a = 1", built_in=False))


@each_edition
def test_an_edition_that_is_not_utf_8_is_refused(
    game: Game, edition: Edition, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"# \xff\n" + edition.text.encode())
    with pytest.raises(WrongEdition, match=r"mine\.toml: it is not UTF-8 text$"):
        game.setup(game.counts({})[0], edition=str(file))


def renamed(text: str) -> str:
    """The same with one card of another name."""
    return re.sub(r'name ?= ?"', 'name="My ', text, count=1)


@each_edition
def test_a_record_carries_the_text_of_an_edition_of_ones_own(
    game: Game, edition: Edition, tmp_path: Path
) -> None:
    text = renamed(edition.text)
    table = new_table(game, game.counts({})[0], seed=1, edition=own_edition(tmp_path, text))
    for index in range(5):
        seat = table.state.waiting[0]
        moves = table.state.legal_moves(seat)
        table.play(seat, moves[index % len(moves)])
    again = Record.loads(table.record.dumps())
    assert again.edition.text == text
    s = again.verify()
    assert s.digest() == table.state.digest()
    assert "'My " in f"{game.faces(s.box)} {game.printed_board(s.box)}"


@each_edition
def test_a_record_finds_its_built_in_edition_whatever_its_comments_say(
    game: Game, edition: Edition
) -> None:
    record = new_table(game, game.counts({})[0], seed=1, edition=edition.name).record
    commented = Edition(edition.name, f"# Said otherwise.\n{edition.text}", built_in=True)
    kept = Record(game, record.players, record.options, commented, seed=1)
    kept.chain = record.chain
    assert Record.loads(kept.dumps()).edition is edition
    Record.loads(kept.dumps()).verify()


@each_edition
def test_a_record_is_played_with_the_values_it_carries(game: Game, edition: Edition) -> None:
    """Also under the name of an edition of ours: so it looked when the game was played."""
    text = renamed(edition.text)
    older = Edition(edition.name, text, built_in=True)
    options = game.box(game.counts({})[0], {}, older).options
    record = Table(Record(game, game.counts({})[0], options, older, seed=1)).record
    again = Record.loads(record.dumps())
    assert again.edition.text == text
    assert again.edition.sha256 != edition.sha256
    again.verify()
