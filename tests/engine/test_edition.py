"""Editions: rows with their lines, and refusals that name file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskhall.engine.edition import LETTERS, Edition, WrongEdition, read_edition

TEXT = """\
# An edition of nothing in particular.
title = "Plain"

cards = [
  {name="Owl", cost=3},
  # the next one is dear
  {name="Bat", cost=12, types=["night", "small"]},

  {name="Cat", cost=1},
]

[more.night]
cards = [
  {name="Moth", cost=0},
]
other = [1]
"""
PLAIN = Edition("plain.toml", TEXT, built_in=False)


def first(text: str) -> tuple[Edition, int, dict[str, object]]:
    """An edition, and its first row with its line."""
    edition = Edition("plain.toml", f"cards = [\n  {text},\n]\n", built_in=False)
    line, row = edition.rows("cards")[0]
    return edition, line, row


# Rows


def test_rows_come_with_their_lines() -> None:
    rows = [(line, row["name"]) for line, row in PLAIN.rows("cards")]
    assert rows == [(5, "Owl"), (7, "Bat"), (9, "Cat")]


def test_rows_of_a_section_come_with_their_lines() -> None:
    assert [(line, row["name"]) for line, row in PLAIN.rows("cards", "more.night")] == [
        (14, "Moth")
    ]


def test_rows_that_do_not_stand_one_to_a_line_have_the_line_of_their_array() -> None:
    text = 'title = "x"\ncards = [\n  {name="a"}, {name="b"},\n  {name="c"},\n]\n'
    rows = Edition("x", text, built_in=False).rows("cards")
    assert [(line, row["name"]) for line, row in rows] == [(2, "a"), (2, "b"), (2, "c")]


@pytest.mark.parametrize(
    ("table", "section", "reason"),
    [
        ("beasts", "", "plain.toml: there is no array 'beasts'"),
        ("title", "", "plain.toml: there is no array 'title'"),
        ("beasts", "more.night", "plain.toml: there is no array 'beasts' in [more.night]"),
        ("cards", "more.day", "plain.toml: there is no array 'cards' in [more.day]"),
        ("cards", "title.day", "plain.toml: there is no array 'cards' in [title.day]"),
    ],
)
def test_a_missing_array_is_named(table: str, section: str, reason: str) -> None:
    with pytest.raises(WrongEdition) as wrong:
        PLAIN.rows(table, section)
    assert str(wrong.value) == reason


def test_a_row_is_a_table() -> None:
    with pytest.raises(WrongEdition, match="each row of 'other' is a table in braces"):
        PLAIN.rows("other", "more.night")


# Fields


def test_good_fields_are_read() -> None:
    edition, line, row = first('{name="Owl", cost=3, types=["night", "small"]}')
    edition.fields(line, row, ["name", "cost"], ["types"])
    assert edition.word(line, row, "name") == "Owl"
    assert edition.word(line, row, "name", ["Owl", "Bat"]) == "Owl"
    assert edition.number(line, row, "cost", 3, 3) == 3
    assert edition.words(line, row, "types", ["small", "night"]) == ["night", "small"]


def test_a_missing_field_is_refused() -> None:
    edition, line, row = first("{cost=3}")
    with pytest.raises(WrongEdition, match=r"^plain\.toml, line 2: 'name' is missing$"):
        edition.fields(line, row, ["name", "cost"], [])


def test_an_unknown_field_is_refused() -> None:
    edition, line, row = first('{name="Owl", cots=3}')
    with pytest.raises(WrongEdition, match=r"line 2: 'cots' is not a field of this row$"):
        edition.fields(line, row, ["name"], ["cost"])


@pytest.mark.parametrize("value", ["0", "10", "-3", "2.5", '"3"', "true", "[3]"])
def test_a_number_is_whole_and_in_range(value: str) -> None:
    edition, line, row = first(f"{{cost={value}}}")
    with pytest.raises(
        WrongEdition, match=r"line 2: 'cost' must be a whole number from 1 to 9, not "
    ):
        edition.number(line, row, "cost", 1, 9)


@pytest.mark.parametrize("value", ["3", '""', "true", '["Owl"]'])
def test_a_word_is_a_text(value: str) -> None:
    edition, line, row = first(f"{{name={value}}}")
    with pytest.raises(WrongEdition, match="line 2: 'name' must be a text, not "):
        edition.word(line, row, "name")


def test_a_word_is_one_of_those_known() -> None:
    edition, line, row = first('{name="Eel"}')
    with pytest.raises(WrongEdition, match="line 2: 'name' must be one of Owl, Bat, not 'Eel'"):
        edition.word(line, row, "name", ["Owl", "Bat"])


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ('"night"', "'types' must be a list of night, day"),
        ("[]", "'types' must hold at least one of night, day"),
        ('["noon"]', "'types' may hold night, day, not 'noon'"),
        ("[3]", "'types' may hold night, day, not 3"),
        ('["day", "day"]', "'types' names something twice"),
    ],
)
def test_words_are_a_list_of_those_known(value: str, reason: str) -> None:
    edition, line, row = first(f"{{types={value}}}")
    with pytest.raises(WrongEdition, match=f"line 2: {reason}"):
        edition.words(line, row, "types", ["night", "day"])


# Files


def test_what_is_not_toml_is_refused_with_its_line() -> None:
    with pytest.raises(WrongEdition, match=r"^own: .*at line 2"):
        Edition("own", "title = 3\ncards = = 4\n", built_in=False)


def test_a_file_is_read_under_its_own_name_or_another(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text(TEXT)
    assert read_edition(path).name == "plain.toml"
    assert not read_edition(path).built_in
    assert read_edition(path, built_in=True, name="ours").name == "ours"
    assert read_edition(path).sha256 == PLAIN.sha256
    assert read_edition(path).text == TEXT


def test_the_hash_is_of_the_values_and_not_of_how_they_are_written() -> None:
    commented = "# Said otherwise.\n" + TEXT.replace("cost=3", "cost = 3").replace(
        "# the next one is dear\n", "\n"
    )
    assert Edition("other.toml", commented, built_in=True).sha256 == PLAIN.sha256


@pytest.mark.parametrize(
    ("value", "other"), [("cost=3", "cost=4"), ('"Owl"', '"Awl"'), ("cards", "kards")]
)
def test_another_value_has_another_hash(value: str, other: str) -> None:
    changed = Edition("plain.toml", TEXT.replace(value, other, 1), built_in=False)
    assert changed.sha256 != PLAIN.sha256


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongEdition, match=r"none\.toml: No such file"):
        read_edition(tmp_path / "none.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongEdition, match="Is a directory"):
        read_edition(tmp_path)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WrongEdition, match=r"noise\.toml: it is not UTF-8 text"):
        read_edition(tmp_path / "noise.toml")


# Limits: anybody may send one to a server


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# " + "x" * LETTERS, "at most 100000 letters"),
        (".".join("a" * 20_500) + " = 1", "line 1: a line has at most 64 dots"),
        ("\n[" + ".".join(['"="'] * 100) + "]", "line 2: a line has at most 64 dots"),
        ('"' + "\u2028".join(['"."'] * 100) + '" = 1', "at most 64 dots"),
        ("a = " + "[" * 20_000, "nested more than 8 deep"),
        ("a = " + "[" * 9 + "]" * 9, "nested more than 8 deep"),
        ("a = [" + "1," * 121 + "]", "at most 120 rows, not 121"),
        (f'a = "{"x" * 201}"', "at most 200 letters"),
        (f'"{"x" * 201}" = 1', "at most 200 letters"),
        ("a = 1000001", "mine.toml, line 1: a number lies between"),
        ("# 99999999999999999999\na = [\n  {b=99999999999999999999},\n]", "line 3: a number"),
        (f'a = 1\nb = "{"x" * 201}"', "line 2: a text has at most 200 letters"),
        ("a = " + "9" * 5_000, "mine.toml: "),
        ("a = 0x" + "f" * 5_000, "between"),
        ("a = '\ud800'", "not UTF-8"),
    ],
)
def test_what_is_too_much_is_refused(text: str, reason: str) -> None:
    with pytest.raises(WrongEdition) as refused:
        Edition("mine.toml", text, built_in=False)
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("name", ["x" * 81, "a\nb", "\ud800", "\x1b[2J"])
def test_a_name_is_one_short_line(name: str) -> None:
    with pytest.raises(WrongEdition, match="at most 80 letters"):
        Edition(name, "a = 1", built_in=False)
