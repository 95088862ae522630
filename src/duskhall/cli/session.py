"""A game at the terminal: a person against bots, one question after the other."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from duskhall.bots.bot import Bot
from duskhall.cli import saves
from duskhall.cli.advice import tell_hint
from duskhall.cli.bad_input import BadInput
from duskhall.cli.choices import FLAT, NO_CARD, Entry, Menu, common_set
from duskhall.cli.log import Log
from duskhall.cli.reading import CARD, Reader, Unclear
from duskhall.cli.reasons import reason_of
from duskhall.cli.rulebook import Rulebook
from duskhall.cli.screen import ruled, say, say_command, say_numbered
from duskhall.cli.standings import print_standings, standings
from duskhall.cli.tables import Drawing, drawing_of
from duskhall.cli.tables.plain import cards_in, places, question
from duskhall.cli.words import Words, clean
from duskhall.engine.events import NOWHERE, Event, Seat, sees
from duskhall.engine.moves import Move
from duskhall.engine.positions import print_position
from duskhall.engine.records import Record
from duskhall.engine.steps import Ballot
from duskhall.engine.table import ALONE, Table
from duskhall.lab.unbroken import unbroken

PAGE: Final = 24  # lines of a menu that are shown at once
STRAY: Final = 6  # so few more are shown as well
SLOW: Final = 0.4  # seconds after which a bot is known to think
COMMANDS: Final = [
    "help",
    "more",
    "rules",
    "why",
    "hint",
    "undo",
    "log",
    "cards",
    "look",
    "table",
    "position",
    "save",
    "commitment",
    "quit",
]


class Leave(Exception):
    """The person, or the end of the input, leaves the table."""


class Session:
    """The table, the person's seat, and what has been told so far."""

    def __init__(
        self,
        table: Table,
        seat: Seat,
        bots: Sequence[Bot],
        words: Words,
        console: Console,
        read: Callable[[], str],
        save_to: Path | None = None,
        loaded_from: Path | None = None,
    ) -> None:
        self.table: Final = table
        self.record: Final = table.record
        self.seat: Final = seat
        self.bots: Final = bots
        self.words: Final = words
        self.console: Final = console
        self.read: Final = read
        self.save_to: Final = save_to
        self.put_at = saves.own_save(loaded_from)  # where this game has been put aside already
        self.box: Final = table.state.box
        self.names: Final = self.record.names
        self.log: Final = Log(self.box, self.names, words.language, seat)
        self.drawing: Final[Drawing] = drawing_of(self.record.game, self.box, self.names, words)
        self.reader: Final = Reader(self.box, words.language, self.names)
        self.rulebook: Final = Rulebook(self.box.catalogue, words)
        # Positions whose events have been shown; one who comes back has seen all up to the answer.
        self.told = table.last_answer(seat) + 1
        self.shown: Menu = Menu([])  # the menu that was shown last, and how many of its lines
        self.shown_to = 0
        self.notes: list[tuple[int, str]] = []  # what happened outside the rules, by position
        self.slow: set[Seat] = set()  # bots that take their time
        self.commands: Final[dict[str, Callable[[str], None]]] = {
            "help": self.help,
            "more": self.more,
            "rules": self.rules,
            "why": self.why,
            "hint": lambda _: tell_hint(self.table, self.seat, self.words, self.tell),
            "undo": self.undo,
            "log": self.whole_log,
            "cards": self.cards,
            "look": self.look,
            "table": self.whole_table,
            "position": self.print_position,
            "save": self.save,
            "commitment": self.commitment,
            "quit": self.quit,
        }

    # From the first question to the last

    def run(self) -> None:
        """Play until the game is over. Raises Leave when the person goes."""
        while self.table.state.waiting:
            self.let_bots_answer()
            if self.table.state.waiting:
                self.ask()
        self.tell_news()
        self.end()

    def let_bots_answer(self) -> None:
        """Bots answer first: what they decide in secret is then sealed before the person decides."""
        while True:
            others = [seat for seat in self.table.state.waiting if seat != self.seat]
            if not others:
                return
            self.let_answer(others[0])

    def let_answer(self, seat: Seat) -> None:
        started = time.monotonic()
        tells = seat in self.slow and self.console.is_terminal
        waits = self.console.status(Text(self.waits(seat))) if tells else nullcontext()
        with unbroken(heard_twice=False), waits:  # the game is put aside first
            move = self.bots[seat].answer(self.table.state, seat, self.position())
        if time.monotonic() - started > SLOW:
            self.slow.add(seat)
        state, language = self.table.state, self.words.language
        said = reason_of(self.bots[seat], self.record, state, seat, move, language)
        self.give(seat, move)
        self.notes += [(self.position(), said)] * bool(said)

    def give(self, seat: Seat, move: Move) -> None:
        """An answer, and the time that passes with it."""
        self.table.play(seat, move)
        self.table.pass_time()

    def position(self) -> int:
        return len(self.record.moves)

    def view(self) -> dict[str, object]:
        return self.table.state.view(self.seat)

    def moves(self) -> list[Move]:
        return self.table.state.legal_moves(self.seat)

    def waits(self, seat: Seat) -> str:
        """Who is being waited for, in words."""
        asked = question(self.view())
        template = self.box.catalogue.find("waits", asked, self.words.language)
        name = clean(self.names[seat])
        if template is None:
            return self.words("thinking", name=name)
        return template.replace("{seat}", name) + " …"

    # A question

    def ask(self) -> None:
        """Show what happened and what is asked, and listen until an answer is given."""
        self.tell_news()
        self.show_question()
        position = self.position()
        menu = self.menu()
        while self.position() == position and self.seat in self.table.state.waiting:
            following = self.listen(menu)
            if following is not None:
                menu = following

    def tell_news(self) -> None:
        """The log since the last question."""
        news: list[Text] = []
        for position in range(self.told, len(self.table.events)):
            news += self.log.at(self.table, position)
            news += [Text(note, "italic") for noted, note in self.notes if noted == position]
        self.told = len(self.table.events)
        if news:
            self.console.print()
            for line in news:
                say(self.console, line)

    def show_question(self) -> None:
        view = self.view()
        self.console.print()
        self.console.rule(Text(self.drawing.title(view), "bold"), style="dim")
        self.console.print(self.drawing.table(view, self.seat, self.console.width, whole=False))
        self.show_menu(self.menu())

    def menu(self) -> Menu:
        """The choices of this question. Only in secret are several cards named at once."""
        moves = self.moves()
        is_ballot = isinstance(self.table.state.agenda[-1], Ballot)
        among = common_set(moves) if is_ballot else []
        if among:
            return Menu(moves, among)
        view = self.view()
        filed = {move: self.drawing.headings(view, move) for move in moves}
        if any(filed.values()):
            return Menu(self.unlike(moves), filed=filed)
        menu = Menu(self.unlike(moves), by_card=self.drawing.by_card)
        return Menu(menu.moves, depth=2) if len(menu.entries) == 1 else menu

    def unlike(self, moves: Sequence[Move]) -> list[Move]:
        """The moves without those that look like another: with a copy of the same card."""
        view = self.view()
        found: dict[tuple[str, str], Move] = {}
        for move in moves:
            note = self.drawing.note(view, self.seat, move)
            found.setdefault((self.describe(move), note.plain), move)
        return list(found.values())

    def show_menu(self, menu: Menu, further: bool = False) -> None:
        """What is asked, or what is left of it, and the first lines of the menu."""
        self.console.print()
        if menu.held:
            held = self.words.join([self.card(card) for card in menu.held])
            say(self.console, self.words("menu.held", cards=held, count=menu.to_choose()), "bold")
        elif not (further and menu.titles):
            asked = clean(self.drawing.asked(self.view()))
            say(self.console, ruled(asked, self.table.state.agenda[-1].rule), "bold")
        if menu.titles:
            say(self.console, " · ".join(menu.titles), "bold")
        self.shown, self.shown_to = menu, 0
        self.show_page()
        hint = self.hint(menu)
        typing = self.drawing.typing(self.view(), self.moves())
        for line in [hint] * bool(hint) + [" · ".join(usage) for usage in typing]:
            say(self.console, line, "dim")

    def show_page(self) -> None:
        """The next lines of the menu that was shown last."""
        start, count = self.shown_to, len(self.shown.entries)
        self.shown_to = start + PAGE if count > start + PAGE + STRAY else count
        self.console.print(self.menu_lines(self.shown, self.shown.entries[start : self.shown_to]))
        if self.shown_to < count:
            say(self.console, self.words("menu.more", count=count - self.shown_to), "dim")

    def hint(self, menu: Menu) -> str:
        """How to answer where one number is not enough."""
        if menu.takes_any():
            return self.words("menu.any", example=f"{menu.entries[0].number} 2")
        if menu.to_choose() > 1:
            numbers = " ".join([str(entry.number) for entry in menu.entries[: menu.to_choose()]])
            return self.words("menu.several", count=menu.to_choose(), example=numbers)
        for entry in menu.entries:
            if entry.heading and entry.moves[0].about:
                return self.words("menu.typed", example=self.reader.in_names(entry.moves[0]))
            if entry.is_group():
                code = self.reader.code(entry.moves[0], menu.depth)
                if code:
                    return self.words("menu.further", example=f"{entry.number} {code}")
        return ""

    def menu_lines(self, menu: Menu, entries: Sequence[Entry]) -> RenderableType:
        if menu.is_about_cards() and self.names_a_card(menu.moves[0]):
            return self.menu_cards(entries)
        as_cards = [entry for entry in entries if self.is_listed_as_card(entry)]
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="bold cyan", min_width=3)
        grid.add_column()
        grid.add_column()
        for entry in entries:
            if entry not in as_cards:
                line, note = self.menu_line(entry)
                grid.add_row(str(entry.number), line, Text() if note.plain in menu.titles else note)
        return Group(self.menu_cards(as_cards), grid) if as_cards else grid

    def menu_cards(self, entries: Sequence[Entry]) -> RenderableType:
        cards = [entry.card for entry in entries]
        labels = [str(entry.number) for entry in entries]
        return self.drawing.cards(self.view(), cards, labels, self.console.width)

    def is_listed_as_card(self, entry: Entry) -> bool:
        return entry.card != NO_CARD and entry.moves[0].verb in self.drawing.by_card

    def menu_line(self, entry: Entry) -> tuple[str, Text]:
        if not entry.is_group():
            move = entry.moves[0]
            return self.describe(move), self.drawing.note(self.view(), self.seat, move)
        if entry.heading:
            return f"{entry.heading} …", Text(
                self.words("menu.ways", count=len(entry.moves)), "dim"
            )
        alone = Move(entry.moves[0].verb, entry.card)
        notes = [self.drawing.note(self.view(), self.seat, move) for move in entry.moves]
        note = notes[0] if all(other == notes[0] for other in notes) else Text()
        if self.box.catalogue.find("moves", f"{alone.verb}.1", self.words.language):
            return f"{self.describe(alone)} …", note
        return f"{self.card(entry.card)} …", note

    def names_a_card(self, move: Move) -> bool:
        """Whether the move's first number is a card: its sentence says so."""
        return self.reader.kind(move, 0) == CARD

    def describe(self, move: Move) -> str:
        s = self.table.state
        return clean(self.record.game.describe(s, move, self.names, self.words.language))

    def card(self, card: int) -> str:
        return clean(self.reader.name(card, self.words.language))

    # An answer

    def listen(self, menu: Menu) -> Menu | None:
        """Read one line and do what it says. A menu is returned where the choice goes on."""
        text = self.read().strip()
        try:
            if not text:
                self.show_question()
                return self.menu()
            command, rest = self.command_of(text)
            if command:
                self.commands[command](rest)
                return None
            own = self.drawing.typed(self.view(), text)
            chosen = own or self.chosen(menu, text) or self.meant(text)
        except Unclear as unclear:
            narrower = self.narrower(menu, text)
            if narrower is not None:
                self.show_menu(narrower, further=True)
                return narrower
            names = self.words.join([clean(name) for name in unclear.names])
            self.tell(self.words(unclear.key, text=clean(unclear.text), names=names))
            return None
        if isinstance(chosen, Menu):
            if menu.filed is not None and chosen.filed is None:
                chosen = Menu(chosen.moves, filed=menu.filed)
            self.show_menu(chosen, further=True)
            return chosen
        self.play(chosen)
        return None

    def narrower(self, menu: Menu, text: str) -> Menu | None:
        """Of a long menu, the moves whose lines speak of a text: as a word, or else in part."""
        if menu.among or len(menu.moves) <= FLAT:
            return None
        view, wanted = self.view(), text.casefold()
        told: dict[Move, str] = {}
        for move in menu.moves:
            note = self.drawing.note(view, self.seat, move).plain
            told[move] = " ".join([*self.drawing.headings(view, move), self.describe(move), note])
        word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
        found = [move for move in menu.moves if word.search(told[move].casefold())]
        found = found or [move for move in menu.moves if wanted in told[move].casefold()]
        if not found or len(found) == len(menu.moves):
            return None
        return Menu(found, filed=menu.filed)

    def chosen(self, menu: Menu, text: str) -> Menu | Move | None:
        """What numbers mean in the menu shown, or as a whole answer to the question."""
        try:
            return self.reader.choice(menu, text)
        except Unclear:
            whole = self.reader.choice(self.menu(), text)
            if isinstance(whole, Move):
                return whole
            raise

    def command_of(self, text: str) -> tuple[str, str]:
        """The command a line begins with, in the words of either language, and what follows."""
        first, _, rest = text.partition(" ")
        for command in COMMANDS:
            if first.lower() in self.words(f"command.{command}").split():
                return command, rest.strip()
        return "", text

    def play(self, move: Move) -> None:
        refusal = self.refusal(move)
        if refusal is not None:
            self.tell(refusal)
            return
        self.give(self.seat, move)

    def refusal(self, move: Move) -> Text | None:
        """Why the rules forbid a move, with the rule's id, or None if they do not."""
        refused = self.table.state.why_not(self.seat, move)
        if refused is None:
            return None
        sentence = self.box.catalogue.refusal(
            self.box, refused, self.seat, self.words.language, self.names
        )
        return ruled(sentence, refused.rule)

    def tell(self, text: str | Text) -> None:
        self.console.print(Padding(text, (0, 0, 0, 2)) if self.console.is_terminal else text)

    # Commands

    def help(self, rest: str) -> None:
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(style="bold cyan")
        grid.add_column()
        example = self.moves()[0]
        grid.add_row(self.words("help.number"), self.words("help.number-text"))
        grid.add_row(str(example), self.words("help.move-text"))
        if example.about:
            grid.add_row(self.reader.in_names(example), self.words("help.name-text"))
        for usage, text in self.drawing.typing(self.view(), self.moves()):
            grid.add_row(usage, text)
        for command in COMMANDS:
            usage = self.words(f"usage.{command}", rule=self.table.state.agenda[-1].rule)
            grid.add_row(usage, self.words(f"usage-text.{command}"))
        self.console.print(grid)

    def more(self, rest: str) -> None:
        if self.shown_to >= len(self.shown.entries):
            self.shown_to = 0  # the end was shown: begin again
        self.show_page()

    def rules(self, rest: str) -> None:
        self.console.print(self.rulebook.show(rest))

    def why(self, rest: str) -> None:
        """Why a move is forbidden; without a move, the rule that asks."""
        text = rest
        for word in self.words("not").split():
            if text.lower().startswith(f"{word} "):
                text = text[len(word) :].strip()
        if not text:
            self.console.print(self.rulebook.show(self.table.state.agenda[-1].rule))
            return
        own = self.drawing.typed(self.view(), text)
        meant = own or self.reader.choice(self.menu(), text) or self.meant(text)
        move = meant.moves[0] if isinstance(meant, Menu) else meant
        refusal = self.refusal(move)
        if refusal is None:
            legal = self.words("legal", move=self.describe(move))
            self.tell(ruled(legal, self.table.state.agenda[-1].rule))
        else:
            self.tell(refusal)

    def meant(self, text: str) -> Menu | Move:
        """What a text in words means: moves of the game, and cards that the person can see."""
        known = {key.partition(".")[0] for key in self.box.catalogue.sentences["en"]["moves"]}
        verbs = known | {move.verb for move in self.moves()}
        return self.reader.answer(self.menu(), text, self.visible(), verbs)

    def visible(self) -> set[int]:
        view = self.view()
        return {card for place in places(view) for card in cards_in(view, place) or []}

    def look(self, rest: str) -> None:
        """All that is printed on a card, in words."""
        for card in self.reader.cards(rest, self.visible()):
            self.console.print(self.drawing.look(self.view(), card))

    def undo(self, rest: str) -> None:
        """Take back the last answer. Bots always agree, and what was shown is named."""
        leave = self.table.may_take_back(self.seat)
        if not leave:
            self.tell(self.words("undo.nothing"))
            return
        last = self.table.last_answer(self.seat)
        undone = self.describe(self.record.moves[last][1])
        shown = self.shown_since(last)
        self.table.take_back(self.seat, consent=True)
        self.told = len(self.table.events)
        self.notes = [told for told in self.notes if told[0] <= self.position()]
        note = self.words("undo.done", move=undone)
        if leave != ALONE:
            others = [clean(name) for seat, name in enumerate(self.names) if seat != self.seat]
            if others:
                note += " " + self.words("undo.agreed", names=self.words.join(others))
            note += " " + self.words("undo.shown" if shown else "undo.unshown")
        self.notes.append((self.position(), note))
        self.tell(note)
        if leave != ALONE:
            for line in shown:
                self.tell(line)

    def shown_since(self, position: int) -> list[Text]:
        """What the person has been shown after this position, and did not see before."""
        events = [event for events in self.table.events[position + 1 :] for event in events]
        return self.log.sentences([event for event in events if self.is_revealing(event)])

    def is_revealing(self, event: Event) -> bool:
        if event.source == NOWHERE:
            return False
        seers = self.box.seers
        return not sees(self.seat, seers[event.source]) and sees(self.seat, seers[event.target])

    def whole_log(self, rest: str) -> None:
        for position in range(len(self.table.events)):
            say_numbered(self.console, position, self.log.at(self.table, position, again=True))
            for noted, note in self.notes:
                if noted == position:
                    say_numbered(self.console, position, [Text(note, "italic")])

    def cards(self, rest: str) -> None:
        self.console.print(self.drawing.own_cards(self.view(), self.seat, self.console.width))

    def whole_table(self, rest: str) -> None:
        width = self.console.width
        self.console.print(self.drawing.table(self.view(), self.seat, width, whole=True))

    def print_position(self, rest: str) -> None:
        """The position through the person's eyes, as a text that `play --from` reads."""
        edition = self.record.edition.name
        text = print_position(self.table.state, self.record.game, edition, self.seat)
        self.console.print(text, end="", soft_wrap=True)

    def save(self, rest: str) -> None:
        path = Path(rest).expanduser()
        try:
            if rest:
                saves.save(self.record, path)
            else:
                path = self.save_unfinished()
        except BadInput as error:
            self.tell(str(error))
            return
        self.tell(self.words("saved", file=path))

    def commitment(self, rest: str) -> None:
        self.tell(self.words("commitment", hash=self.record.commitment()))

    def quit(self, rest: str) -> None:
        raise Leave

    # Leaving, and the end

    def save_unfinished(self) -> Path:
        """Save the game where it was saved before, or at a new place."""
        mend(self.record)
        path = self.save_to or self.put_at or saves.unfinished_file(self.record)
        saves.save(self.record, path)
        if self.save_to is None:
            self.put_at = path
        return path

    def put_aside(self) -> None:
        """Save an unfinished game, and say how to go on with it."""
        path = self.save_unfinished()
        self.console.print()
        say(self.console, self.words("put-aside"))
        say_command(self.console, "play", self.record.game.name, "--load", str(path))

    def end(self) -> None:
        """Standings, the seed, and the command that proves it."""
        game, s = self.record.game, self.table.state
        shown = standings(game, s, self.names, self.drawing, self.words, self.seat)
        print_standings(self.console, shown, self.words)
        path = self.save_to or saves.finished_file(self.record)
        saves.save(self.record, path)
        if self.put_at is not None:
            self.put_at.unlink(missing_ok=True)
        self.console.print()
        say(self.console, self.words("seed-revealed", seed=f"{self.record.seed:032x}"))
        say_command(self.console, *verify_words(path, self.record))


def mend(record: Record) -> None:
    """Drop a move or a hash that an interrupt has left without the other."""
    whole = min(len(record.moves), len(record.chain) - 1)
    del record.moves[whole:], record.chain[whole + 1 :]


def verify_words(path: Path, record: Record) -> list[str]:
    """The command that proves a game to have been played with the seed that was fixed."""
    return ["verify", str(path), "--commitment", record.commitment()]


def line_reader(console: Console, prompt: str) -> Callable[[], str]:
    """Reads lines: with editing and history from a terminal, and echoed from anywhere else."""
    if sys.stdin.isatty() and console.is_terminal:
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it gives `input` its editing

    def read() -> str:
        try:
            if sys.stdin.isatty():
                return input(prompt)
            console.print(prompt, end="")
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            console.print(clean(line.rstrip("\r\n")))
            return line
        except EOFError:
            console.print()
            raise Leave from None

    return read
