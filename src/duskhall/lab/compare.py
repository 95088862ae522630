"""Compare: two sides that differ in cards, options or bots play the same deals from the same seats.

What differs is told with intervals that hold for all measures together (Bonferroni) and at every
look while it runs (a confidence sequence): so one may watch, stop when one knows enough, and go on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from duskhall.bots.bot import luck
from duskhall.engine.edition import Edition
from duskhall.engine.game import WrongOption, game
from duskhall.lab.match import in_turn
from duskhall.lab.measures import Key, Measure, Series, play_one
from duskhall.lab.on_ray import PROCESSES, RAY, play_all, ray_package
from duskhall.lab.plan import lineup, read_once
from duskhall.lab.results import WrongResults, check_same, hold, lines_of, read_plan, replace
from duskhall.lab.simulate import BrokenGame
from duskhall.lab.statistics import LOOK_FIRST, Estimate, Pairs
from duskhall.lab.workers import Progress, cores, unheard
from duskhall.lab.yardsticks import Line, chosen_lines, lines_for

ALPHA: Final = 0.05  # the chance that any interval at any look misses
LOOK: Final = 10  # deals after which it is looked again
SIDES: Final = ("before", "after")
Read = dict[tuple[int, Key], list[float]]  # by measure and key: of both sides, sum and count


class Side(NamedTuple):
    """What one side plays with."""

    edition: tuple[str, str, bool]  # name, text, and whether it came with the game
    options: dict[str, object]
    bots: tuple[str, ...]  # by seat, before seats are rotated


class Comparison(NamedTuple):
    """What is compared, as plain data that any process can read."""

    game: str
    players: int
    seed: int
    sides: tuple[Side, Side]
    lines: tuple[Line, ...]

    def turns(self) -> int:
        """How many games of each side have the same deal: every way round the table."""
        for moved in range(1, self.players):
            if all(in_turn(s.bots, self.players, moved) == s.bots for s in self.sides):
                return moved
        return self.players

    def measures(self) -> list[type[Measure]]:
        return list(dict.fromkeys([line.measure for line in self.lines]))

    def series(self, side: Side) -> Series:
        return Series(
            self.game,
            [self.players],
            side.bots,
            0,
            (self.seed,),
            side.options,
            side.edition,
            turns=self.turns(),
        )

    def written(self) -> dict[str, Any]:
        """What readings depend on: with the same, one goes on where another run has stopped."""
        return {
            "compares": self.game,
            "version": game(self.game).version,
            "players": self.players,
            "seed": f"{self.seed:032x}",
            "sides": [
                {"edition": list(s.edition[:2]), "options": s.options, "bots": list(s.bots)}
                for s in self.sides
            ],
            "measures": [measure.__name__ for measure in self.measures()],
        }


class Change(NamedTuple):
    """What differs in one line."""

    line: Line
    before: float | None
    after: float | None
    difference: Estimate | None  # nothing, where a side has nothing to tell

    @property
    def is_clear(self) -> bool:
        found = self.difference
        return found is not None and (found.low > 0 or found.high < 0)

    def is_within(self, percent: float) -> bool:
        """Whether it is known so exactly: a share in points, a number in percent of itself."""
        if self.difference is None or self.before is None or self.after is None:
            return False
        size = 1.0 if self.line.is_share else max(abs(self.before), abs(self.after))
        value, low, high = self.difference  # of a share, one side may end where nothing more can be
        return max(high - value, value - low) <= percent / 100 * size


class Compared(NamedTuple):
    """What a comparison has found so far."""

    comparison: Comparison
    changes: list[Change]
    deals: int
    games: int  # of each side
    is_within: bool  # as exact as was wanted
    before: int = 0  # deals that had been played already


def comparison(
    game_name: str,
    players: int,
    seed: int,
    sides: Sequence[tuple[Edition, Mapping[str, object], Sequence[str]]],
    names: Sequence[str] = (),
    cards: bool = False,
) -> Comparison:
    """What is to be compared, checked: WrongOption, WrongEdition, UnknownBot, UnknownMeasure."""
    kind = game(game_name)
    checked: list[Side] = []
    for edition, options, bots in sides:
        box = kind.box(players, dict(options), edition)
        seated = lineup(kind, bots, players)
        checked.append(
            Side((edition.name, edition.text, edition.built_in), dict(box.options), seated)
        )
    before, after = checked
    if before._replace(edition=after.edition) == after:
        if read_once(*before.edition).sha256 == read_once(*after.edition).sha256:
            raise WrongOption("same-sides")
    boxes = [kind.box(players, side.options, read_once(*side.edition)) for side in checked]
    lines = lines_for(
        boxes,
        [*before.bots, *after.bots],
        [name for box in boxes for name in box.card_names] if cards else (),
    )
    if before.bots != after.bots:  # the win of a bot that plays on one side alone tells nothing
        shared = set(before.bots) & set(after.bots)
        lines = [line for line in lines if line.name != "bot" or line.key in shared]
    chosen = chosen_lines(lines, names)
    return Comparison(kind.name, players, seed, (before, after), tuple(chosen))


class Tally:
    """Sums up deals as they come in."""

    def __init__(self, what: Comparison) -> None:
        self.what: Final = what
        self.deals = 0
        measures = what.measures()
        self.lines: Final = {(measures.index(line.measure), line.key): line for line in what.lines}
        self.pairs: Final[dict[tuple[int, Key], Pairs]] = {at: Pairs() for at in self.lines}

    def add(self, read: Read) -> None:
        self.deals += 1
        for at, sums in read.items():
            if at in self.pairs:
                pairs = self.pairs[at]
                pairs.skip(self.deals - 1 - pairs.deals)
                pairs.add(*sums)

    def changes(self) -> list[Change]:
        alpha = ALPHA / len(self.lines)
        found: list[Change] = []
        for at, line in self.lines.items():
            pairs = self.pairs[at]
            pairs.skip(self.deals - pairs.deals)
            before, after = pairs.values() or (None, None)
            difference = None
            if self.deals >= LOOK_FIRST:
                difference = pairs.difference(alpha, line.is_share)
            found.append(Change(line, before, after, difference))
        return found

    def compared(self, within: float, before: int = 0) -> Compared:
        changes = self.changes()
        told = [change for change in changes if change.before is not None]
        known = bool(within and told) and all(change.is_within(within) for change in told)
        return Compared(
            self.what, changes, self.deals, self.deals * self.what.turns(), known, before
        )


class Deals:
    """A folder of deals that were played: `plan.json`, and a line of readings for each."""

    def __init__(self, folder: Path, what: Comparison) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder: Final = folder
        self.lock: Final = hold(folder)
        self.count = 0
        try:
            said = json.loads(json.dumps(what.written()))
            if not (folder / "plan.json").exists():
                text = json.dumps(said, indent=1, ensure_ascii=False)
                replace(folder / "plan.json", text + "\n")
            else:
                check_same(folder, read_plan(folder), said)
        except BaseException:
            self.lock.close()
            raise

    def read(self) -> Iterator[Read]:
        """All deals so far; a last line that is not whole is cut off."""
        file, whole = self.folder / "deals.jsonl", 0
        if file.exists():
            for (number, read), end in lines_of(file, read_deal):
                if number != self.count:
                    raise WrongResults("results-line", file=str(file), line=self.count + 1)
                whole = end
                self.count += 1
                yield read
            os.truncate(file, whole)

    def open(self) -> None:
        self.file: IO[str] = (self.folder / "deals.jsonl").open("a", encoding="utf-8", newline="\n")

    def add(self, read: Read) -> None:
        found = [[at, key, *sums] for (at, key), sums in read.items()]
        line = json.dumps([self.count, found], separators=(",", ":"), ensure_ascii=False)
        self.file.write(line + "\n")
        self.file.flush()
        self.count += 1

    def close(self) -> None:
        if hasattr(self, "file"):
            self.file.close()
        self.lock.close()


def read_deal(said: Any) -> tuple[int, Read]:
    """A line of deals: its number, and its readings."""
    number, found = said
    read: Read = {}
    for at, key, before, before_count, after, after_count in found:
        read[at, key] = [float(n) for n in (before, before_count, after, after_count)]
    return number, read


def compare(
    what: Comparison,
    games: int,
    within: float = 0.0,
    results: Path | None = None,
    workers: int | None = None,
    progress: Progress = unheard,
    told: Callable[[Compared], None] | None = None,
    on: str = PROCESSES,
) -> Compared:
    """Play deal by deal until all is known as exactly as wanted, or each side has played so often.

    `within` is in percent: points of shares, and of numbers themselves. With `results`, every deal
    is written to that folder, and what is there is not played again. `told` hears at every look.
    BrokenGame or WrongResults, where a game or a worker breaks down: what was played stays.
    """
    if games < 1:
        raise WrongOption("no-games", count=games)
    if on == RAY:
        ray_package()
    deals = -(-games // what.turns())
    tally = Tally(what)
    folder = Deals(results, what) if results else None
    playing: Iterator[Read] = iter(())
    try:
        if folder is not None:
            for read in folder.read():
                tally.add(read)
            folder.open()
        before = tally.deals
        found = tally.compared(within, before)
        left = range(before, max(before, deals))
        if left and not found.is_within:
            count = max(1, min(workers or cores(), len(left)))
            playing = play_all(partial(play_deal, what), left, count, progress, on)
            for read in playing:
                if folder is not None:
                    folder.add(read)
                tally.add(read)
                progress(tally.deals - before, len(left))
                if tally.deals % LOOK == 0 and (within or told):
                    found = tally.compared(within, before)
                    if told:
                        told(found)
                    if found.is_within:
                        break
        return tally.compared(within, before)
    except BrokenProcessPool as error:
        raise WrongResults("worker-died", reason=type(error).__name__) from None
    finally:
        getattr(playing, "close", bool)()
        if folder is not None:
            folder.close()


def play_deal(what: Comparison, deal: int) -> Read:
    """Play one deal on both sides, every way round the table. By measure and key, what was read."""
    measures, turns = what.measures(), what.turns()
    found: Read = {}
    for index, side in enumerate(what.sides):
        series = {"": what.series(side)}
        for turn in range(turns):
            try:
                read = play_one(series, measures, ("", deal * turns + turn))
            except OSError:
                raise
            except Exception as error:
                why = " ".join(str(error).split()) or type(error).__name__
                seed = f"{luck(luck(what.seed, deal)):032x}"
                told = f"the side '{SIDES[index]}' broke down in deal {deal} (seed {seed}): {why}"
                raise BrokenGame(told) from error
            for at, readings in enumerate(read):
                for key, value in readings:
                    sums = found.setdefault((at, key), [0.0, 0.0, 0.0, 0.0])
                    sums[2 * index] += value
                    sums[2 * index + 1] += 1
    return found
