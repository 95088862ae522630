"""Editions of one's own, whatever the game: read from a file, refused, and kept in records."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskhall import installed
from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.game import Game
from duskhall.engine.records import Record
from duskhall.engine.table import new_table
from tests.games.editions import own_edition

each_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
each_edition = pytest.mark.parametrize(
    ("game", "edition"),
    [(game, edition) for game in installed() for edition in game.editions().values()],
    ids=lambda one: one.name,
)


@each_game
def test_a_missing_edition_is_refused(game: Game, tmp_path: Path) -> None:
    with pytest.raises(WrongEdition, match=r"none\.toml: No such file or directory$"):
        game.setup(players=2, edition=str(tmp_path / "none.toml"))


@each_edition
def test_an_edition_that_is_not_utf_8_is_refused(
    game: Game, edition: Edition, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"# \xff\n" + edition.text.encode())
    with pytest.raises(WrongEdition, match=r"mine\.toml: it is not UTF-8 text$"):
        game.setup(players=2, edition=str(file))


@each_edition
def test_a_record_carries_the_text_of_an_edition_of_ones_own(
    game: Game, edition: Edition, tmp_path: Path
) -> None:
    text = edition.text.replace('name="', 'name="My ', 1)
    table = new_table(game, players=2, seed=1, edition=own_edition(tmp_path, text))
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
def test_a_record_names_a_built_in_edition_only(game: Game, edition: Edition) -> None:
    table = new_table(game, players=2, seed=1, edition=edition.name)
    kept = table.record.dumps()
    assert not [name for name in table.state.box.card_names if name and name in kept]
    assert Record.loads(kept).edition is edition
