"""Expansions as parts of a box: each says what it does at the moments that it has registered for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from duskhall.engine.events import NOWHERE, Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import Clock
from duskhall.engine.steps import Refusal, Step

if TYPE_CHECKING:
    from duskhall.games.the_faceless.box import Duskworld
    from duskhall.games.the_faceless.state import Dusk


class Omen(NamedTuple):
    """TF-165 Something that wakes with a threat card of a colour."""

    colour: int
    what: str  # as the page names it
    amount: int = 0  # how much of it, if the card came next; 0 where that says nothing
    is_after: bool = False  # TF-94: after the effect of the colour, not before it


class Part:
    """One expansion in the box. Tables share it: what changes in play is in the table's numbers."""

    name: ClassVar[str] = ""  # as the options call it
    rule: ClassVar[str] = ""  # that explains it

    def add_cards(self, box: Duskworld) -> None:
        """Put its cards into the box, after those of the base game."""

    def join(self, box: Duskworld) -> None:
        """Lay out its places and numbers after those of the base game, and register its moments."""

    def open(self, s: Dusk) -> None:
        """Put its cards where they lie before set-up."""

    # Set-up: `on_board`, `set_up`, `goat_starts`

    def fit(self, s: Dusk, walls: int) -> int:
        """TF-95 What it adds to the obstacles that lie there (as bits), or NOT_YET without room."""
        return 0

    def covered(self, value: int) -> int:
        """The spaces that this covers, as bits: no memory lies there."""
        return 0

    def lay_board(self, s: Dusk, value: int) -> None:
        """Lay down what `fit` has found."""

    def seek(self, s: Dusk, free: int) -> list[int] | None:
        """TF-95 The spaces it takes of those that are free (as bits), by chance; None without room."""
        return []

    def lay(self, s: Dusk, spaces: list[int]) -> None:
        """Lay it down there."""

    def goat_starts(self, s: Dusk) -> list[int]:
        """TF-122 Beside what Billygoat starts."""
        return []

    # What is on the board: `tokens`, `ring`, `ropes`, `goats`

    def spaces(self, s: Dusk) -> list[int]:
        """TF-91 The spaces that are not free because of it."""
        return []

    def narrow(self, s: Dusk, figure: int, places: list[int]) -> list[int]:
        """TF-21 Where a Faceless may stop, of these external spaces."""
        return places

    def keeps(self, s: Dusk, obstacle: int, room: int) -> int:
        """TF-40 Where the Old Rope may lay an obstacle, of these placements as bits."""
        return room

    def goat_steps(self, s: Dusk) -> list[int]:
        """TF-22 Where Billygoat may step."""
        return []

    def goat_paths(self, s: Dusk) -> list[int]:
        """TF-52 The next spaces of the shortest paths from Billygoat to the Team."""
        return []

    def goat_apart(self, s: Dusk) -> int:
        """TF-52 How many spaces Billygoat is away from the Team on them; 0 without one."""
        return 0

    def goat_played(self, s: Dusk, spaces: list[int]) -> list[int]:
        """TF-22 Where a red card from the hand may move Billygoat, of these spaces."""
        return spaces

    def meets(self, s: Dusk) -> bool:
        """TF-66 Whether Billygoat and the Team have met in another way than on one space."""
        return False

    # A step and a movement of the Team: `stepping` to `ends`

    def steps_anew(self, s: Dusk) -> None:
        """A step of the Team that is no push begins."""

    def stepping(self, s: Dusk, seat: Seat, space: int, rule: str) -> bool:
        """TF-92 The Team is about to step there. Whether this is dealt with here."""
        return False

    def standing(self, s: Dusk, seat: Seat, space: int) -> None:
        """TF-92 The Team stands there; memories are still to be collected."""

    def collected(self, s: Dusk) -> None:
        """A memory was collected."""

    def entered(self, s: Dusk, seat: Seat, space: int) -> list[Step[Any]]:
        """TF-92 What happens to the Team there, after memories."""
        return []

    def more_steps(self, s: Dusk) -> int:
        """TF-112 By how much the number of a movement changes."""
        return 0

    def begins(self, s: Dusk) -> None:
        """TF-93 A movement of the Team begins."""

    def ends(self, s: Dusk, seat: Seat) -> None:
        """TF-93 A movement of the Team has ended."""

    def shelters(self, s: Dusk) -> bool:
        """TF-113 Whether a blocked step may cost nothing."""
        return False

    def shelter(self, s: Dusk, seat: Seat) -> None:
        """TF-113 It has cost nothing."""

    def is_won(self, s: Dusk) -> bool:
        """TF-97 What else than memories the victory needs."""
        return True

    # Turns and threats: `turns`, `commits`, `threats`, `before`, `after`, `extras`

    def turn_begins(self, s: Dusk) -> None:
        """A turn begins."""

    def commit(self, s: Dusk) -> None:
        """TF-151 The figure of the card stands, or the action is done."""

    def threat_begins(self, s: Dusk) -> None:
        """A threat phase begins."""

    def before(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        """TF-94 What comes before the effect of a threat card's colour."""
        return []

    def after(self, s: Dusk, seat: Seat, card: int) -> list[Step[Any]]:
        """TF-94 What comes after it."""
        return []

    def extras(self, s: Dusk, seat: Seat) -> list[Move]:
        """What else may be done before or after the action."""
        return []

    def do_extra(self, s: Dusk, seat: Seat, move: Move) -> None:
        """Do it."""

    def refuse_extra(self, s: Dusk, seat: Seat, move: Move) -> Refusal | None:
        """Why it cannot be done now; None where this is no matter of this part."""
        return None

    # What a seat can do, see and say: `powers`, `outlooks`, `outside`

    def stops_powers(self, s: Dusk) -> bool:
        """TF-111, TF-121 Whether no kid's power can be used."""
        return False

    def stops_limits(self, s: Dusk) -> bool:
        """TF-111 Whether what a kid's card says holds no more even where nothing is used."""
        return False

    def stops_memories(self, s: Dusk) -> bool:
        """TF-121 Whether no memory's effect can be used."""
        return False

    def deadly(self, s: Dusk) -> list[int]:
        """The spaces on which the Team is lost."""
        return []

    def goals(self, s: Dusk) -> list[int]:
        """TF-97 The spaces to which the Team has still to come for victory, besides memories."""
        return []

    def goat_near(self, s: Dusk, space: int) -> list[int]:
        """TF-101, TF-106 The spaces that are one step from here for Billygoat."""
        return []

    def risks(self, s: Dusk) -> list[float]:
        """By space, how likely it is that a red threat's first deed loses the game there."""
        return []

    def toll(self, s: Dusk, colour: int) -> int:
        """How many cards of the deck a threat of this colour takes away first."""
        return 0

    def wakes(self, s: Dusk) -> list[Omen]:
        """TF-165 What of it wakes with a threat card, in the order of TF-94."""
        return []

    def pieces(self) -> dict[str, str]:
        """What it brings to the table, as the page names it, with the rule of each."""
        return {self.name: self.rule} if self.rule else {}

    def outlook(self, s: Dusk, found: dict[str, object]) -> None:
        """Add to what follows from what all can see, or take away what is hidden."""

    def clock(self, s: Dusk) -> Clock | None:
        return None

    def weather(self, s: Dusk) -> Move | None:
        return None

    def hears(self, s: Dusk, move: Move) -> bool:
        """Whether this may come from outside now."""
        return False

    def heard(self, s: Dusk, move: Move) -> list[Step[Any]]:
        return []

    def by_hand(self, s: Dusk) -> Refusal:
        """Why no seat may send what comes from outside."""
        raise NotImplementedError

    def listens(self, s: Dusk, seat: Seat, text: str) -> Move | None:
        return None

    def peek_place(self, s: Dusk, seat: Seat) -> Place:
        """TF-73, TF-107 Where the card lies that Karyn looks at: NOWHERE, if all may see it."""
        return NOWHERE

    def hush(self, s: Dusk, seat: Seat) -> Refusal | None:
        return None


class Moments:
    """The moments of the game, each with the parts that have something to do then, in their order."""

    def __init__(self) -> None:
        self.on_board: list[Part] = []
        self.set_up: list[Part] = []
        self.goat_starts: list[Part] = []
        self.tokens: list[Part] = []
        self.ring: list[Part] = []
        self.ropes: list[Part] = []
        self.goats: list[Part] = []
        self.stepping: list[Part] = []
        self.standing: list[Part] = []
        self.collecting: list[Part] = []
        self.entering: list[Part] = []
        self.counting: list[Part] = []  # the number of a movement
        self.ends: list[Part] = []  # the start and the end of a movement
        self.shelters: list[Part] = []
        self.victory: list[Part] = []
        self.turns: list[Part] = []
        self.commits: list[Part] = []
        self.threats: list[Part] = []
        self.before: list[list[Part]] = [[], [], [], [], []]  # by colour
        self.after: list[list[Part]] = [[], [], [], [], []]
        self.extras: list[Part] = []
        self.powers: list[Part] = []
        self.outlooks: list[Part] = []
        self.outside: list[Part] = []
