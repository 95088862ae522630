"""Sheets: every cell of every edition, changed on its line and nowhere else."""

import pytest

from duskhall import Game, installed
from duskhall.engine.edition import Edition, WrongEdition
from duskhall.engine.sheets import (
    Change,
    Value,
    changed,
    headed,
    is_words,
    sheets,
    span_of,
    told,
    written,
)

TEXT = """# of a game
cards = [
  {name="A, B", cost=3, to=["x", "y"], odd={a=1, b=[2]}, "big"=true}, # a note, cost=9
  # between
  {name='it''s', cost=4, to=["z"]},
]
[more.of]
cards = [
  { name = "C", cost = -1 },
]
"""


def parts(line: int, field: str, value: object) -> list[Change]:
    """A cell as it is; of one with parts of its own, each of them."""
    if isinstance(value, (bool, int, str)) or is_words(value):
        return [Change(line, field, value)]  # type: ignore[arg-type]
    inner = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[arg-type]
    return [part for key, one in inner for part in parts(line, f"{field}.{key}", one)]


def cells(edition: Edition) -> list[Change]:
    """All that can be changed, as it is."""
    found: list[Change] = []
    for sheet in sheets(edition):
        for line, row in sheet.rows:
            for field, value in row.items():
                found += parts(line, field, value)
    return found


@pytest.mark.parametrize("kind", installed(), ids=lambda kind: kind.name)
def test_every_cell_of_every_edition_can_be_changed(kind: Game) -> None:
    for name, edition in kind.editions().items():
        all_cells = cells(edition)
        assert len(all_cells) > 50
        again = changed(edition, name, all_cells)
        assert again.sha256 == edition.sha256
        assert len(again.text.split("\n")) == len(edition.text.split("\n"))
        numbers = [cell for cell in all_cells if type(cell.value) is int]
        one = numbers[len(numbers) // 2]
        other = changed(edition, name, [one._replace(value=7777)])
        lines = zip(edition.text.split("\n"), other.text.split("\n"), strict=True)
        assert [at for at, (old, new) in enumerate(lines, 1) if old != new] == [one.line]
        assert not other.built_in


def test_sheets_have_fields_words_and_lines() -> None:
    edition = Edition("toy", TEXT.replace("it''s", "its"), False)
    first, second = sheets(edition)
    assert (first.name, second.name) == ("cards", "more.of.cards")
    assert first.fields == ["name", "cost", "to", "odd", "big"]
    assert first.words == {"to": ["x", "y", "z"]}
    assert [line for line, _ in first.rows] == [3, 5]
    assert second.rows == [(9, {"name": "C", "cost": -1})]


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        (
            "cost",
            5,
            '  {name="A, B", cost=5, to=["x", "y"], odd={a=1, b=[2]}, "big"=true}, # a note, cost=9',
        ),
        (
            "big",
            False,
            '  {name="A, B", cost=3, to=["x", "y"], odd={a=1, b=[2]}, "big"=false}, # a note, cost=9',
        ),
        (
            "to",
            ["y"],
            '  {name="A, B", cost=3, to=["y"], odd={a=1, b=[2]}, "big"=true}, # a note, cost=9',
        ),
        (
            "name",
            'of "D"',
            '  {name="of \\"D\\"", cost=3, to=["x", "y"], odd={a=1, b=[2]}, "big"=true}, # a note, cost=9',
        ),
        (
            "odd.a",
            6,
            '  {name="A, B", cost=3, to=["x", "y"], odd={a=6, b=[2]}, "big"=true}, # a note, cost=9',
        ),
        (
            "odd.b.0",
            7,
            '  {name="A, B", cost=3, to=["x", "y"], odd={a=1, b=[7]}, "big"=true}, # a note, cost=9',
        ),
        (
            "to.1",
            "z",
            '  {name="A, B", cost=3, to=["x", "z"], odd={a=1, b=[2]}, "big"=true}, # a note, cost=9',
        ),
    ],
)
def test_a_change_touches_its_cell_alone(field: str, value: Value, line: str) -> None:
    edition = Edition("toy", TEXT.replace("it''s", "its"), False)
    assert changed(edition, "mine", [Change(3, field, value)]).text.split("\n")[2] == line


def test_cells_that_there_are_not_are_refused_with_their_line() -> None:
    edition = Edition("toy", TEXT.replace("it''s", "its"), False)
    with pytest.raises(WrongEdition, match="toy, line 5: 'big' is not a field"):
        changed(edition, "mine", [Change(5, "big", True)])
    with pytest.raises(WrongEdition, match="line 4: 'cost' is not a field"):
        changed(edition, "mine", [Change(4, "cost", 1)])
    with pytest.raises(WrongEdition, match="no such line"):
        changed(edition, "mine", [Change(99, "cost", 1)])
    for field in ("odd.c", "odd.b.1", "odd.a.0", "odd.", "cost.0", "to.-1", ".name", "odd.b.0.0"):
        with pytest.raises(WrongEdition, match=f"line 3: '{field}' is not a field"):
            changed(edition, "mine", [Change(3, field, 1)])
    for value in (10**6 + 1, -(10**12)):
        with pytest.raises(WrongEdition, match=r"toy, line 3: 'odd\.a' must lie"):
            changed(edition, "mine", [Change(3, "odd.a", value)])
    assert span_of("no row", "cost") is None


def test_what_is_written_is_read_as_the_same() -> None:
    for value in ('a\nb\t"\\ é 鬼 \x7f', "x = 1 }, {", True, -3, ["", "]"]):
        line = "cards = [\n  {v=0},\n]\n"
        again = changed(Edition("toy", line, False), "mine", [Change(2, "v", value)])
        assert again.rows("cards")[0][1]["v"] == value, written(value)


def test_a_changed_edition_says_its_own_name_and_what_was_changed() -> None:
    text = '# checked by script\n\n# all true\nedition = "ours" # so\n' + TEXT.replace(
        "it''s", "its"
    )
    edition = Edition("ours", text + 'edition = "deeper"\n', False)
    changes = [Change(7, "cost", 5), Change(7, "odd.a", 1), Change(9, "name", "a\nb")]
    mine = changed(edition, 'my "own"', changes)
    assert mine.data["edition"] == 'my "own"'
    assert mine.text.count('edition = "deeper"') == 1
    said = told(edition, changes)
    assert said == ["A, B, cost: 3 -> 5", "its, name: 'its' -> \"a\\nb\""]
    assert told(edition, [Change(7, "cost", 5), Change(7, "cost", 3)]) == []
    assert told(edition, [Change(7, "big", 1)]) != []  # 1 is not true
    again = headed(mine, said, "Older:")
    assert again.sha256 == mine.sha256
    top = [*[f"## {one}" for one in said], "## Older:", "#> checked by script", "#> all true", ""]
    assert again.text.split("\n")[:6] == top
    once_more = headed(again, ["new"], "Older:").text.split("\n")
    assert once_more[:5] == ["## new", *top[2:]]
    assert once_more[5:] == again.text.split("\n")[6:]
    bare = Edition("bare", "cards = [\n  {v=0},\n]\n", False)
    assert headed(bare, ["new"], "Older:").text == "## new\n\n" + bare.text
