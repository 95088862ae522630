"""Every game can say in every language all that its rules can do."""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from duskhall import Game, Move, State, installed
from duskhall.engine.catalogue import LANGUAGES, Catalogue
from duskhall.engine.events import ALL_SEEING, SPECTATOR
from duskhall.engine.state import FRESH
from tests.games.tables import packed

pytestmark = pytest.mark.source
ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"\b[A-Z]{2}-\d{2,3}\b")
FIELD = re.compile(r"\{\w+\}")
TELLING = {
    "move",
    "set",
    "tell",
    "tell_of",
}  # the verbs of State that record an event, its kind first
OF_THE_ENGINE = {"Choice", "Ballot", "Window"}  # the steps that ask somebody

every_game = pytest.mark.parametrize("game", installed(), ids=lambda game: game.name)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def folder(game: Game) -> Path:
    return Path(str(sys.modules[type(game).__module__].__file__)).parent


def catalogue(game: Game) -> Catalogue:
    return game.box(game.counts({})[0]).catalogue


def lacks(game: Game, language: str, section: str, keys: set[str]) -> set[str]:
    """The keys of a section that are without a sentence."""
    assert keys, f"the source names nothing for [{section}]: the scan must be wrong"
    return keys - set(catalogue(game).sentences[language].get(section, {}))


class Source:
    """The source of a game, asked which words an expression may stand for."""

    def __init__(self, game: Game) -> None:
        self.calls: list[tuple[ast.Call, ast.AST]] = []  # each with the function around it
        self.classes: list[ast.ClassDef] = []
        self.constants: dict[str, ast.expr] = {}  # of modules, by name
        self.read_verbs: set[str] = set()  # those a step allows beside the moves it lists
        for path in sorted(folder(game).rglob("*.py")):
            module = ast.parse(path.read_text("utf-8"))
            self.read(module, module)
            for node in module.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    if node.value is not None:
                        self.constants[node.target.id] = node.value

    def read(self, node: ast.AST, around: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef):
            around = node
        elif isinstance(node, ast.ClassDef):
            self.classes.append(node)
        elif isinstance(node, ast.Call):
            self.calls.append((node, around))
        elif isinstance(node, ast.Compare) and ast.unparse(node.left) == "move.verb":
            with_what = node.comparators[0]
            if isinstance(with_what, ast.Constant | ast.Tuple):
                self.read_verbs |= self.words(with_what, around)
        for child in ast.iter_child_nodes(node):
            self.read(child, around)

    def questions(self) -> set[str]:
        """The steps that ask somebody, but for those that are only there to be built upon."""
        bases = {
            step.name: {ast.unparse(base).partition("[")[0] for base in step.bases}
            for step in self.classes
        }
        asking = set(OF_THE_ENGINE)
        while more := {name for name in bases if name not in asking and bases[name] & asking}:
            asking |= more
        built_upon = {base for name in asking for base in bases.get(name, ())}
        made = {called(call) for call, _ in self.calls}
        return {name for name in asking & set(bases) if name not in built_upon or name in made}

    def calls_of(self, *names: str) -> list[tuple[ast.Call, ast.AST]]:
        return [(call, around) for call, around in self.calls if called(call) in names]

    def words(self, value: ast.expr, around: ast.AST) -> set[str]:
        """The texts that an expression may have as its value. Fails where that is not plain."""
        if isinstance(value, ast.Constant):
            return {str(value.value)}
        if isinstance(value, ast.IfExp):
            return self.words(value.body, around) | self.words(value.orelse, around)
        if isinstance(value, ast.List | ast.Tuple):
            return {word for element in value.elts for word in self.words(element, around)}
        if isinstance(value, ast.Subscript):
            return self.words(value.value, around)
        if isinstance(value, ast.FormattedValue):
            return self.words(value.value, around)
        if isinstance(value, ast.JoinedStr):
            texts = {""}
            for part in value.values:
                texts = {text + word for text in texts for word in self.words(part, around)}
            return texts
        if isinstance(value, ast.Name):
            meanings = self.assigned(value.id, around) or self.passed(value.id, around)
            if value.id in self.constants:
                meanings.append((self.constants[value.id], around))
            if meanings:
                return {word for meaning, place in meanings for word in self.words(meaning, place)}
        raise AssertionError(f"what is {ast.unparse(value)!r}, in line {value.lineno}?")

    def assigned(self, name: str, around: ast.AST) -> list[tuple[ast.expr, ast.AST]]:
        """What a function assigns to a name, alone or as one of several, or lets it run through."""
        found: list[tuple[ast.expr, ast.AST]] = []
        for node in ast.walk(around):
            if isinstance(node, ast.Assign):
                target = node.targets[0]
                if isinstance(target, ast.Name) and target.id == name:
                    found.append((node.value, around))
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for part, value in zip(target.elts, node.value.elts, strict=True):
                        if isinstance(part, ast.Name) and part.id == name:
                            found.append((value, around))
            if isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name):
                if node.target.id == name:
                    found.append((node.iter, around))
        return found

    def passed(self, name: str, around: ast.AST) -> list[tuple[ast.expr, ast.AST]]:
        """What the callers of a function pass for its parameter."""
        if not isinstance(around, ast.FunctionDef):
            return []
        parameters = [argument.arg for argument in around.args.args if argument.arg != "self"]
        if name not in parameters:
            return []
        found: list[tuple[ast.expr, ast.AST]] = []
        for call, place in self.calls_of(around.name):
            given = dict(zip(parameters, call.args, strict=False))
            given |= {word.arg: word.value for word in call.keywords if word.arg is not None}
            found.append((given[name], place))
        return found


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


@every_game
@every_language
def test_every_event_has_a_sentence(game: Game, language: str) -> None:
    source = Source(game)
    kinds: set[str] = set()
    for call, around in source.calls_of(*TELLING):
        if isinstance(call.func, ast.Attribute):  # not the built-in `set`
            kinds |= source.words(call.args[0], around)
    assert not lacks(game, language, "events", kinds)


@every_game
@every_language
def test_whatever_is_forced_is_told_with_no_more_fields_than_numbers(
    game: Game, language: str
) -> None:
    source = Source(game)
    kinds: set[str] = set()
    for call, around in source.calls_of("Forced"):
        words = source.words(call.args[1], around)
        about = call.args[2] if len(call.args) > 2 else ast.Tuple(elts=[])
        if isinstance(about, ast.Tuple):
            for word in words:
                sentence = catalogue(game).word("events", f"forced.{word}", language)
                fields = [int(index) for index in re.findall(r"\{[a-z]+(\d)\}", sentence)]
                assert max(fields, default=-1) < len(about.elts), sentence
        kinds |= {f"forced.{word}" for word in words}
    told = {key for key in catalogue(game).sentences[language]["events"] if "forced." in key}
    assert told == kinds


@every_game
@every_language
def test_every_scenario_has_a_title_and_a_story(game: Game, language: str) -> None:
    names = {scenario.name for scenario in game.scenarios()}
    for section in ("scenarios", "stories"):
        assert set(catalogue(game).sentences[language].get(section, {})) == names


@every_game
@every_language
def test_every_tie_of_options_is_told(game: Game, language: str) -> None:
    reasons = {tie.reason for tie in game.ties()}
    assert set(catalogue(game).sentences[language].get("ties", {})) == reasons


@every_game
def test_every_scenario_can_be_played(game: Game) -> None:
    for scenario in game.scenarios():
        assert 1 <= scenario.difficulty <= 5
        assert scenario.minutes > 0
        for players in game.counts(scenario.options):
            assert game.setup(players, 1, "", **scenario.options).waiting


@every_game
@every_language
def test_every_move_has_a_sentence(game: Game, language: str) -> None:
    source = Source(game)
    verbs: set[str] = set()
    for call, around in source.calls_of("Move"):
        verbs |= source.words(call.args[0], around)
    verbs |= source.read_verbs
    known = catalogue(game).sentences[language]["moves"]
    verbs.add(FRESH)  # the engine's own
    assert verbs == {key.partition(".")[0] for key in known}  # `strike.2` is a `strike`


@every_game
@every_language
def test_every_refusal_has_a_sentence_with_no_more_fields_than_numbers(
    game: Game, language: str
) -> None:
    source = Source(game)
    reasons: set[str] = set()
    for call, around in source.calls_of("Refusal"):
        words = source.words(call.args[1], around)
        about = call.args[2] if len(call.args) > 2 else ast.Tuple(elts=[])
        if isinstance(about, ast.Tuple):
            for word in words:
                sentence = catalogue(game).word("refusals", word, language)
                fields = [int(index) for index in re.findall(r"\{[a-z]+(\d)\}", sentence)]
                assert max(fields, default=-1) < len(about.elts), sentence
        reasons |= words
    reasons |= {"game-over", "already-answered", "not-your-turn", "not-offered"}
    assert not lacks(game, language, "refusals", reasons)


@every_game
@every_language
def test_every_question_is_asked_and_waited_for_in_words(game: Game, language: str) -> None:
    steps = Source(game).questions()
    assert not lacks(game, language, "asks", steps)
    assert not lacks(game, language, "waits", steps)


@every_game
@every_language
def test_every_standing_has_a_reason_in_words(game: Game, language: str) -> None:
    source = Source(game)
    reasons: set[str] = set()
    for call, around in source.calls_of("Standing"):
        reasons |= source.words(call.args[3], around)
    assert not lacks(game, language, "standings", reasons)


@every_game
@every_language
def test_every_option_and_its_values_have_words(game: Game, language: str) -> None:
    names = {option.name for option in game.options()}
    if not names:
        return  # a game may have none
    assert not lacks(game, language, "options", names)
    assert not lacks(game, language, "option_text", names)
    values = {
        f"{option.name}.{str(value).lower()}"
        for option in game.options()
        for value in option.values
        if isinstance(value, str | bool)
    }
    assert not lacks(game, language, "option_values", values)


@every_game
@every_language
def test_every_game_introduces_itself(game: Game, language: str) -> None:
    assert not lacks(game, language, "game", {"title", "pitch", "tagline", "about"})


@every_game
@every_language
def test_every_kind_of_place_has_a_word(game: Game, language: str) -> None:
    boxes = [game.box(game.player_counts()[-1])]
    boxes += [game.box(case.players, case.options) for case in packed(game)]
    places = {name.partition(".")[0] for box in boxes for _, name in box.place_names}
    assert not lacks(game, language, "places", places)


SPOKEN = re.compile(r"""\b(say|button)\(\s*f?["'`]([^"'`]*)["'`]""")
CHOSEN = re.compile(r"""\bsay\([^"'`()]+\? ["'`]([^"'`]*)["'`] : ["'`]([^"'`]*)["'`]""")
HOLE = re.compile(r"\$?\{[^}]*\}?")


def spoken(files: list[Path]) -> dict[str, set[str]]:
    """The keys that sources say, by the verb they say them with; `*` stands for what is filled in."""
    found: dict[str, set[str]] = {"say": set(), "button": set()}
    for file in files:
        source = file.read_text("utf-8")
        for verb, key in SPOKEN.findall(source):
            found[verb].add(HOLE.sub("*", key))
        for keys in CHOSEN.findall(source):
            found["say"] |= {HOLE.sub("*", key) for key in keys}
    return found


def unsaid(asked: set[str], known: set[str]) -> set[str]:
    """What is asked for and not known. `left` may be known only by its number, as `left.0`."""
    return {
        key
        for key in asked
        if not any(fnmatch(one, key) or fnmatch(one, f"{key}.[0-9]") for one in known)
    }


def page_of(game: Game) -> list[Path]:
    """The sources of the game's own page; none if it has no drawings."""
    drawn = ROOT / "web" / "src" / "games" / game.name
    return [*drawn.rglob("*.ts"), *drawn.rglob("*.svelte")]


@every_game
@every_language
def test_all_that_the_page_says_is_in_the_catalogue_and_nothing_else(
    game: Game, language: str
) -> None:
    text = catalogue(game).sentences[language]
    asked = spoken(page_of(game))
    assert bool(asked["say"]) == bool(page_of(game))
    assert not unsaid(asked["say"], set(text.get("page", {})))
    assert not unsaid(asked["button"], set(text.get("buttons", {})))
    whole = {re.sub(r"\.\d$", "", key) for key in text.get("page", {})}
    said = {re.sub(r"\.\d$", "", key) for key in asked["say"]}
    assert not {
        key for key in whole if not any(fnmatch(key, one.replace(".*", "*")) for one in said)
    }


def rules_in(data: object) -> set[str]:
    """Every rule id in plain data."""
    return set(RULE.findall(repr(data)))


@every_game
def test_cards_and_boards_speak_of_rules_that_are_told(game: Game) -> None:
    boxes = [game.box(players) for players in game.counts({})]
    boxes += [game.box(case.players, case.options) for case in packed(game)]
    for box in boxes:
        cited = rules_in([game.faces(box), game.printed_board(box)])
        assert cited <= set(catalogue(game).sentences["en"]["rules"])


def test_the_page_knows_no_rule_by_its_id() -> None:
    """Which rule a card, a law or a question stands for is told by the server."""
    sources = [path for game in installed() for path in page_of(game)]
    assert sources
    for path in sources:
        for line in path.read_text("utf-8").splitlines():
            code = re.sub(r"//.*|/\*.*|^\s*\*.*", "", line)
            assert not RULE.search(code), f"{path}: {line}"


@every_game
@every_language
def test_all_that_the_terminal_says_is_in_the_catalogue(game: Game, language: str) -> None:
    tables = ROOT / "src" / "duskhall" / "cli" / "tables"
    asked = spoken(list(tables.glob(f"{folder(game).name}*.py")))["say"]
    assert not unsaid(asked, set(catalogue(game).sentences[language].get("terminal", {})))


@every_game
@every_language
def test_every_button_gives_an_answer_that_the_game_knows(game: Game, language: str) -> None:
    text = catalogue(game).sentences[language]
    verbs = {key.partition(".")[0] for key in text["moves"]}
    for key in text.get("buttons", {}):
        first, _, second = key.partition(".")
        assert first in verbs or (first in text["asks"] and second in verbs), key


@every_game
def test_all_languages_say_the_same(game: Game) -> None:
    sentences = catalogue(game).sentences
    for language in LANGUAGES[1:]:
        ours, theirs = sentences["en"], dict(sentences[language])
        theirs.pop("names")  # English shows the names of the edition
        assert {section: set(ours[section]) for section in ours} == {
            section: set(theirs[section]) for section in theirs
        }
        for section in ours:
            for key in ours[section]:
                fields = sorted(FIELD.findall(ours[section][key]))
                assert sorted(FIELD.findall(theirs[section][key])) == fields, f"{section}.{key}"
                assert bool(theirs[section][key]) == bool(ours[section][key]), f"{section}.{key}"


@every_game
def test_no_english_is_left_in_japanese(game: Game) -> None:
    files = sorted((folder(game) / "text").glob("ja*.toml"))
    text = "".join([file.read_text("utf-8") for file in files])
    for sentence in re.findall(r'= "(.*)"$', text, re.MULTILINE):
        left = re.findall(r"[A-Za-z]+", RULE.sub("", FIELD.sub("", sentence)))
        assert set(left) <= {"x"}, sentence  # a sign of the terminal, for what is trashed


@every_game
def test_japanese_has_a_name_for_every_card_and_for_nothing_else(game: Game) -> None:
    boxes = [game.box(game.counts({})[0])]
    boxes += [game.box(case.players, case.options) for case in packed(game)]
    cards = [name for box in boxes for name in box.card_names if name]

    def collect(data: object) -> None:
        if isinstance(data, dict):
            if isinstance(data.get("name"), str):
                cards.append(data["name"])
            for value in data.values():
                collect(value)
        elif isinstance(data, list):
            for value in data:
                collect(value)

    collect(next(iter(game.editions().values())).data)
    names = catalogue(game).sentences["ja"]["names"]
    assert sorted(names) == sorted(set(cards))
    assert len(set(names.values())) == len(names), "two cards share a name"


@every_game
@every_language
def test_every_rule_is_told_in_one_chapter(game: Game, language: str) -> None:
    text = catalogue(game).sentences[language]
    chapters = text["chapter_rules"]
    assert list(chapters) == list(text["chapters"])
    told = [rule for rules in chapters.values() for rule in rules.split()]
    assert sorted(told) == sorted(text["rules"]) == sorted(text["rule_titles"])
    assert set(text["rulings"]) <= set(told)
    page = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text("utf-8")
    assert set(RULE.findall(page)) == set(told)


@every_game
def test_every_rule_the_source_cites_is_told(game: Game) -> None:
    cited = {
        rule
        for path in folder(game).rglob("*.py")
        for rule in RULE.findall(path.read_text("utf-8"))
    }
    assert cited
    assert cited <= set(catalogue(game).sentences["en"]["rules"])


def test_the_rules_pages_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "rules_page.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def assert_filled(sentence: str) -> None:
    assert sentence
    assert "{" not in sentence
    assert "}" not in sentence
    assert "  " not in sentence


def assert_moves_speak(game: Game, s: State, names: list[str], rng: random.Random) -> None:
    """Every legal move is told, and so is why a move that is not legal is refused."""
    for seat in s.waiting:
        for move in s.legal_moves(seat):
            for language in LANGUAGES:
                assert_filled(game.describe(s, move, names, language))
                assert game.describe(s, move, names, language) != str(move)
        heard = rng.choice(s.legal_moves(seat))
        cards = [rng.randrange(len(s.box.card_names)) for _ in range(rng.randrange(3))]
        for move in [Move(heard.verb, *cards), Move("stop"), Move("strike", *cards)]:
            refusal = s.why_not(seat, move)
            if refusal is not None:
                for language in LANGUAGES:
                    assert_filled(s.box.explain(refusal, seat, language))


@every_game
@pytest.mark.parametrize("seed", range(1, 7))
def test_a_whole_game_can_be_told(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    options = game.fit({option.name: rng.choice(option.values) for option in game.options()})
    counts = game.counts(options)
    box = game.box(counts[seed % len(counts)], options)
    names = [f"Seat {seat}" for seat in range(box.players)]
    s = game.deal(box, seed, events=[])
    while s.waiting:
        assert_moves_speak(game, s, names, rng)
        seat = rng.choice(s.waiting)
        s.apply(seat, rng.choice(s.legal_moves(seat)))
        s.pass_time()
    assert s.events
    for eyes in [0, SPECTATOR, ALL_SEEING]:
        for event in s.events:
            for language in LANGUAGES:
                sentence = box.catalogue.event(box, event.shown_to(eyes), names, language)
                if sentence is not None:
                    assert_filled(sentence)
    standing = game.standing(s)
    assert_filled(box.catalogue.word("standings", standing.reason, "ja"))


def test_the_shipped_font_has_every_japanese_letter() -> None:
    """`make fonts` cuts it anew."""
    have = set((ROOT / "web/src/look/japanese/letters.txt").read_text("utf-8"))
    files = [*(ROOT / "src").rglob("ja*.toml"), ROOT / "web" / "src" / "words" / "ja.ts"]
    said = "".join(file.read_text("utf-8") for file in files)
    wide = {letter for letter in said if letter >= "\u3000"}
    assert len(wide) > 1000
    assert wide - have == set()
