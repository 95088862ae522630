"""The Faceless' table, and the verbs of its rulebook. A verb changes the table and tells of it."""

from __future__ import annotations

from typing import Any, Final

from duskhall.engine.events import NOWHERE, OUTSIDE, Place, Seat
from duskhall.engine.moves import Move
from duskhall.engine.state import Clock, State
from duskhall.engine.steps import Refusal, Step
from duskhall.games.the_faceless import outlook
from duskhall.games.the_faceless.board import OFF
from duskhall.games.the_faceless.box import (
    CAUGHT,
    COLLECTED,
    COLUMN,
    CURRENT,
    DECK,
    DECK_EMPTY,
    DISCARD,
    DYLAN,
    ENTRANCE,
    EVENT_CARDS,
    FACING,
    GOAT,
    GOAT_FACING,
    HAND,
    HAND_SIZE,
    KID,
    KID_BOX,
    KID_CARDS,
    MEMORIES,
    MEMORY_BOX,
    MEMORY_CARDS,
    NEXT,
    NO_POWER,
    NOT_YET,
    OBSTACLE,
    OBSTACLES,
    OUTCOME,
    PLACES,
    PLAYED,
    PURPLE,
    RED,
    RING,
    SPENT,
    SPOT,
    SPOT_AT,
    TEAM,
    THREAT,
    TURN,
    USED,
    WON,
    YELLOW,
    Duskworld,
)

FACELESS: Final = 3
TABLE: Final = -1  # the seat of an event that nobody caused


class Dusk(State):
    """Duskworld with its figures, the threat display, and open hands."""

    def __init__(self, box: Duskworld) -> None:
        super().__init__(box)
        self.world: Final = box
        self.walls: list[
            int
        ] = []  # by space: 1 + the obstacle that lies there, or 0; never changed
        self.wall_bits = 0  # the same spaces as bits

    def clone(self) -> Dusk:
        copy = Dusk(self.world)
        self.copy_into(copy)
        copy.walls, copy.wall_bits = self.walls, self.wall_bits
        return copy

    def refresh(self) -> None:
        self.raise_walls()

    # Looking

    def hand(self, seat: Seat) -> tuple[int, ...]:
        return self.places[HAND + seat]

    def power(self, seat: Seat) -> int:
        """The power of this seat's kid, as long as nothing stops it."""
        kid = self.places[KID + seat]
        if not kid:
            return NO_POWER
        for part in self.world.powers_stopped:
            if part.stops_powers(self):
                return NO_POWER
        return self.world.power[kid[0]]

    def kid_power(self, seat: Seat) -> int:
        """The power that is printed on this seat's kid."""
        kid = self.places[KID + seat]
        return self.world.power[kid[0]] if kid else NO_POWER

    def limit(self, seat: Seat) -> int:
        """TF-71 How many cards a hand may hold."""
        kid = self.places[KID + seat]
        if not kid or self.world.power[kid[0]] != DYLAN:
            return HAND_SIZE
        for part in self.world.powers_stopped:
            if part.stops_limits(self):
                return HAND_SIZE
        return HAND_SIZE + 1

    def seats_from(self, seat: Seat) -> list[Seat]:
        """All seats clockwise, beginning with this one."""
        players = self.box.players
        return [(seat + i) % players for i in range(players)]

    def has_used(self, what: int) -> bool:
        return self.numbers[USED] & what != 0

    def column(self, colour: int) -> tuple[int, ...]:
        return self.places[COLUMN + colour]

    def columns(self) -> list[int]:
        """The colours of which there is a threat card on display."""
        return [colour for colour in range(5) if self.places[COLUMN + colour]]

    def displayed(self) -> int:
        return sum(len(self.places[COLUMN + colour]) for colour in range(5))

    def deck_count(self) -> int:
        seen = sum([len(self.places[place]) for place in self.world.peeked])
        return len(self.places[DECK]) + len(self.places[NEXT]) + seen

    def needle(self) -> tuple[int, int]:
        """TF-03 The direction the red needle points at, and another if it is between two."""
        numbers = self.numbers
        return self.world.board.needle(
            numbers[TEAM],
            numbers[RING : RING + 3],
            numbers[FACING : FACING + 3],
            numbers[GOAT],
            numbers[GOAT_FACING],
        )

    def ways(self) -> list[int]:
        """TF-03 The directions the Team may step in: where there is no field at all, any of six."""
        best, second = self.needle()
        if best < 0:
            return list(range(6))
        if self.follows_white():
            return opposite(best, second)
        return [best] if second < 0 else [best, second]

    def white_ways(self) -> list[int]:
        """TF-115 The directions that the white end of the needle points in."""
        best, second = self.needle()
        return list(range(6)) if best < 0 else opposite(best, second)

    def follows_white(self) -> bool:
        """TF-130 Whether every step by the needle follows its white end."""
        return self.world.white != NOWHERE and self.numbers[self.world.white] != 0

    def is_foggy(self) -> bool:
        """TF-153 Whether nobody sees the needle now."""
        return self.world.fog != NOWHERE and self.numbers[self.world.fog] != 0

    def leaves_board(self, way: int) -> bool:
        """TF-60 Whether a step of the Team goes off the board."""
        return self.world.board.near[self.numbers[TEAM] * 6 + way] == OFF

    def target(self, way: int) -> int:
        """TF-60 The space a step of the Team goes to; off the board it comes in on the far side."""
        board = self.world.board
        index = self.numbers[TEAM] * 6 + way
        if board.near[index] != OFF:
            return board.near[index]
        return board.mirrored[index] if self.world.is_mirrored else board.far_end[index]

    def beside_entrance(self) -> list[int]:
        """The spaces next to the Entrance where it lies now, the one nearest to the middle first."""
        board, way = self.world.board, self.numbers[OBSTACLE + ENTRANCE]
        if way <= 0:
            return board.entrance
        return board.by_distance(board.placements[ENTRANCE][way].beside, board.count // 2, 1)

    def spot_at(self, space: int) -> int:
        """Which memory lies on a space, or -1; the first of them, where servants brought several."""
        for spot in range(MEMORIES):
            if self.numbers[SPOT_AT + spot] == space:
                return spot
        return -1

    def is_free(self, space: int) -> bool:
        """TF-01 Whether nothing is on a space."""
        numbers = self.numbers
        if self.walls[space] or space == numbers[TEAM] or space == numbers[GOAT]:
            return False
        if self.spot_at(space) >= 0:
            return False
        return not any(space in part.spaces(self) for part in self.world.moments.tokens)

    def occupied(self) -> list[int]:
        """TF-01 The spaces with a figure, a memory or another token."""
        numbers = self.numbers
        spaces = [numbers[TEAM], numbers[GOAT], *numbers[SPOT_AT : SPOT_AT + MEMORIES]]
        for part in self.world.moments.tokens:
            spaces += part.spaces(self)
        return [space for space in spaces if space >= 0]

    def reach(self, figure: int) -> list[int]:
        """TF-21 The external spaces that a Faceless may stop on, from where it stands."""
        places = self.gaps(figure)
        for part in self.world.moments.ring:
            places = part.narrow(self, figure, places)
        return places

    def gaps(self, figure: int) -> list[int]:
        """TF-21 Those that it can come to and that keep the distance."""
        board, ring = self.world.board, self.numbers[RING : RING + 3]
        count, at = board.places, ring[figure]
        others = [ring[other] for other in range(3) if other != figure and ring[other] != OFF]
        if at == OFF:  # TF-61 it returns to any place that keeps the distance
            places = list(range(count))
            for other in others:
                places = [place for place in places if board.apart(place, other)]
            return places
        if not others:
            return list(range(count))
        ahead = min([(other - at) % count for other in others])
        behind = min([(at - other) % count for other in others])
        return sorted([(at + step) % count for step in range(2 - behind, ahead - 1)])

    def goat_steps(self) -> list[int]:
        """TF-22 Where Billygoat may step: not onto an obstacle, never off the board."""
        for part in self.world.moments.goats:
            return part.goat_steps(self)
        near = self.world.board.neighbours[self.numbers[GOAT]]
        return [space for space in near if not self.walls[space]]

    def goat_choices(self, is_played: bool) -> list[int]:
        """TF-22 Where Billygoat may be moved; where it is shut in, it only turns."""
        spaces = self.goat_steps()
        if is_played:
            for part in self.world.moments.goats:
                spaces = part.goat_played(self, spaces)
        return spaces or [self.numbers[GOAT]]

    def paths_to_team(self) -> list[int]:
        """TF-52 The next spaces of the shortest paths from Billygoat to the Team."""
        for part in self.world.moments.goats:
            return part.goat_paths(self)
        board, goat = self.world.board, self.numbers[GOAT]
        towards = board.towards[self.numbers[TEAM] * board.count + goat]
        direct = [space for space in towards if self.is_straight(space)]
        if direct:
            return direct
        free = board.everywhere & ~self.wall_bits
        nearer, reached = 0, board.bit[self.numbers[TEAM]]
        while not reached & board.bit[goat]:
            nearer, reached = reached, board.spread(reached) & free
            if reached == nearer:
                return []
        nearer &= free  # the Team may stand on a swamp, where Billygoat does not go
        return [space for space in board.neighbours[goat] if nearer & board.bit[space]]

    def apart(self) -> int:
        """TF-52 How many spaces Billygoat is away from the Team on a shortest path; 0 without one."""
        for part in self.world.moments.goats:
            return part.goat_apart(self)
        board, goat = self.world.board, self.numbers[GOAT]
        free = board.everywhere & ~self.wall_bits
        reached, steps = board.bit[self.numbers[TEAM]], 0
        while not reached & board.bit[goat]:
            before, reached = reached, board.spread(reached) & free
            steps += 1
            if reached == before:
                return 0
        return steps

    def is_straight(self, space: int) -> bool:
        """Whether Billygoat can come from a free space to the Team with no step that is a detour."""
        if self.walls[space]:
            return False
        board = self.world.board
        towards = board.towards[self.numbers[TEAM] * board.count + space]
        return not towards or any(self.is_straight(following) for following in towards)

    def is_swamp(self, space: int) -> bool:
        """TF-160 Whether the obstacle on this space is a swamp."""
        swamps, wall = self.world.swamps, self.walls[space]
        return swamps != NOWHERE and wall > 0 and self.numbers[swamps] >> (wall - 1) & 1 == 1

    def unused(self) -> tuple[int, ...]:
        """Memories that are collected and not yet used."""
        return self.places[COLLECTED]

    # Set-up

    def lay_obstacle(self, seat: Seat, obstacle: int, placement: int, rule: str) -> None:
        self.set("obstacle", rule, seat, OBSTACLE + obstacle, placement)
        self.raise_walls()

    def raise_walls(self) -> None:
        """Bring `walls` up to date with the obstacles."""
        walls, bits = [0] * self.world.board.count, 0
        for obstacle in range(OBSTACLES):
            placement = self.numbers[OBSTACLE + obstacle]
            if placement != NOT_YET:
                way = self.world.board.placements[obstacle][placement]
                bits |= way.mask
                for space in way.cells:
                    walls[space] = obstacle + 1
        self.walls, self.wall_bits = walls, bits

    # Figures

    def put(self, seat: Seat, figure: int, place: int, facing: int, rule: str) -> None:
        """TF-21 Move a Faceless along the ring and turn it."""
        if self.numbers[RING + figure] != place:
            self.set("put", rule, seat, RING + figure, place)
        self.face(seat, figure, facing, rule)
        self.snap(seat)

    def face(self, seat: Seat, figure: int, facing: int, rule: str) -> None:
        if self.numbers[FACING + figure] != facing:
            self.set("face", rule, seat, FACING + figure, facing)

    def move_goat(self, seat: Seat, space: int, facing: int, rule: str) -> None:
        if self.numbers[GOAT] != space:
            self.set("goat", rule, seat, GOAT, space)
        self.face_goat(seat, facing, rule)
        self.meet()
        self.snap(seat)

    def chase(self, seat: Seat, space: int) -> None:
        """TF-52 Billygoat comes one space nearer and turns its blank half to the Team."""
        self.set("chase", "TF-52", seat, GOAT, space)
        self.meet()
        if not self.is_over():
            self.goat_faces_team(seat, "TF-52")
            self.snap(seat)

    def face_goat(self, seat: Seat, facing: int, rule: str) -> None:
        if self.numbers[GOAT_FACING] != facing:
            self.set("face_goat", rule, seat, GOAT_FACING, facing)

    def goat_faces_team(self, seat: Seat, rule: str) -> None:
        """TF-52 Billygoat turns its blank half to the Team."""
        board, numbers = self.world.board, self.numbers
        self.face_goat(seat, board.away[numbers[TEAM] * board.count + numbers[GOAT]], rule)

    def snap(self, seat: Seat) -> None:
        """TF-61 As an option, a Faceless that touches Billygoat's space is removed.

        TF-66 Not any more once the game is lost.
        """
        if not self.world.is_strict or self.is_over():
            return
        for figure in range(3):
            place = self.numbers[RING + figure]
            if place != OFF and self.numbers[GOAT] in self.world.board.touches[place]:
                self.set("snap", "TF-61", seat, RING + figure, OFF)

    # The Team

    def stand(self, seat: Seat, space: int, rule: str) -> None:
        """The Team goes to a space that is no obstacle: what is there happens at once.

        TF-25 Nothing is tried by moving the Team.
        """
        self.set("team", rule, seat, TEAM, space)
        self.be_final()
        self.meet()

    def collect(self, seat: Seat, spot: int) -> None:
        """TF-30 The memory is revealed and kept."""
        self.move(
            "collect", "TF-30", seat, self.places[SPOT + spot], SPOT + spot, COLLECTED,
            SPOT_AT + spot, OFF,
        )  # fmt: skip
        for part in self.world.moments.collecting:
            part.collected(self)

    def meet(self) -> None:
        """TF-66 Lost when Billygoat and the Team are on one space, whoever moved."""
        if self.numbers[TEAM] == self.numbers[GOAT]:
            self.end(CAUGHT, "TF-66")
            return
        for part in self.world.moments.goats:
            if part.meets(self):
                self.end(CAUGHT, "TF-66")

    def spend(self, seat: Seat, memory: int, rule: str) -> None:
        """TF-41 A memory is used up."""
        self.move("spend", rule, seat, (memory,), COLLECTED, SPENT)

    # Event cards

    def draw_event(self, seat: Seat, target: Place, kind: str, rule: str) -> int:
        """Move the top event card; 0, and the game is lost, if there is none (TF-56)."""
        source, card = self.top_card()
        if not card:
            self.end(DECK_EMPTY, "TF-56")
            return 0
        self.move(kind, rule, seat, card, source, target)
        return card[0]

    def top_card(self) -> tuple[Place, tuple[int, ...]]:
        """Where the top event card is: one that was looked at, or any of the deck."""
        if self.places[NEXT]:
            return NEXT, self.places[NEXT][-1:]
        for place in self.world.peeked:
            if self.places[place]:
                return place, self.places[place]
        return DECK, self.draw(DECK, 1)

    def add_to_display(self, seat: Seat, rule: str) -> None:
        """Add the next event card to the display without its effect."""
        card = self.draw_event(seat, THREAT, "reveal", rule)
        if card:
            self.join_column(seat, card, rule)

    def join_column(self, seat: Seat, card: int, rule: str) -> None:
        colour = self.world.colour[card]
        self.move("threat", rule, seat, (card,), THREAT, COLUMN + colour)

    def top_up(self, seat: Seat) -> None:
        """TF-26 The display never holds fewer cards than at set-up."""
        while not self.is_over() and self.displayed() < self.world.display:
            self.add_to_display(seat, "TF-26")

    def take(self, seat: Seat, colour: int, rule: str) -> None:
        """Take the bottom card of a column into the hand."""
        card = self.column(colour)[-1:]
        self.move("take", rule, seat, card, COLUMN + colour, HAND + seat)

    def lay_down(self, seat: Seat, card: int, rule: str) -> None:
        """Lay a hand card at the bottom of a column: of its own colour."""
        colour = self.world.colour[card]
        self.move("lay_down", rule, seat, (card,), HAND + seat, COLUMN + colour)

    def give(self, seat: Seat, card: int, owner: Seat, receiver: Seat, rule: str) -> None:
        self.move("give", rule, seat, (card,), HAND + owner, HAND + receiver)

    def owner(self, card: int) -> Seat:
        """Whose hand a card is in, or -1."""
        for seat in range(self.box.players):
            if card in self.hand(seat):
                return seat
        return -1

    def play_card(self, seat: Seat, card: int) -> None:
        self.move("walk", "TF-20", seat, (card,), HAND + seat, PLAYED)
        self.be_final()  # TF-25 figures are not tried before the card is played

    def discard(self, seat: Seat, cards: tuple[int, ...], source: Place, rule: str) -> None:
        self.move("discard", rule, seat, cards, source, DISCARD)

    # Turns and the end

    def begin_turn(self, seat: Seat) -> None:
        self.set("quiet", "TF-20", seat, USED, 0)
        self.set("quiet", "TF-20", seat, CURRENT, seat)
        self.set("turn", "TF-20", seat, TURN, self.numbers[TURN] + 1)
        for part in self.world.moments.turns:
            part.turn_begins(self)

    def use(self, what: int) -> None:
        self.set("quiet", "TF-28", self.numbers[CURRENT], USED, self.numbers[USED] | what)

    def is_over(self) -> bool:
        return self.numbers[OUTCOME] != 0

    def end(self, outcome: int, rule: str) -> None:
        """TF-65, TF-66 The game ends at once."""
        if not self.is_over():
            self.set("end", rule, TABLE, OUTCOME, outcome)
            self.agenda.clear()

    def win_if_won(self) -> bool:
        """TF-65, TF-97 The one place where victory is looked for: after every change that may bring it."""
        for place in range(SPOT_AT, SPOT_AT + MEMORIES):
            if self.numbers[place] >= 0:
                return False
        for part in self.world.moments.victory:
            if not part.is_won(self):
                return False
        self.end(WON, "TF-65")
        return True

    # What follows from what all can see

    def strength(self, colour: int, count: int) -> int:
        """TF-50 How often a colour strikes with so many cards: for each, or for each pair."""
        if colour in (PURPLE, RED):
            return count
        return min(count // 2, FACELESS) if colour == YELLOW else count // 2

    def outlook(self) -> dict[str, object]:
        return outlook.outlook(self)

    # What comes from outside, and what may be said

    def why_not(self, seat: Seat, move: Move) -> Refusal | None:
        refusal = super().why_not(seat, move)
        if refusal is not None and seat != OUTSIDE and self.agenda:
            for part in self.world.moments.outside:
                if part.hears(self, move):
                    return part.by_hand(self)
        return refusal

    def clock(self) -> Clock | None:
        for part in self.world.moments.outside:
            clock = part.clock(self)
            if clock is not None:
                return clock
        return None

    def weather(self) -> Move | None:
        for part in self.world.moments.outside:
            move = part.weather(self)
            if move is not None:
                return move
        return None

    def hears(self, move: Move) -> Refusal | None:
        for part in self.world.moments.outside:
            if part.hears(self, move):
                return None
        return super().hears(move)

    def heard(self, move: Move) -> list[Step[Any]]:
        for part in self.world.moments.outside:
            if part.hears(self, move):
                return part.heard(self, move)
        return []

    def listens(self, seat: Seat, text: str) -> Move | None:
        for part in self.world.moments.outside:
            move = part.listens(self, seat, text)
            if move is not None:
                return move
        return None

    def hush(self, seat: Seat) -> Refusal | None:
        for part in self.world.moments.outside:
            refusal = part.hush(self, seat)
            if refusal is not None:
                return refusal
        return None

    # What nobody can know

    def belongs(self, card: int, place: Place) -> bool:
        deck = self.world.deck_of[card]
        if place >= PLACES:
            return deck == self.world.place_decks[place - PLACES]
        if MEMORY_BOX <= place < KID_BOX:
            return deck == MEMORY_CARDS
        return deck == (KID_CARDS if place == KID_BOX or place >= KID else EVENT_CARDS)

    def flaw(self) -> str:
        facings = [self.numbers[GOAT_FACING], *self.numbers[FACING : FACING + 3]]
        if not all(0 <= facing < 360 for facing in facings):
            return "no-degrees"
        rings = [self.numbers[RING + figure] for figure in range(3)]
        on_board = [place for place in rings if place >= 0]
        apart = self.world.board.apart
        for index, one in enumerate(on_board):
            if not all(apart(one, two) for two in on_board[index + 1 :]):
                return "too-close"
        if self.world.has_carriers:
            return ""  # TF-159: memories wander, and may come together
        spots = [self.numbers[SPOT_AT + spot] for spot in range(MEMORIES)]
        on_board = [space for space in spots if space >= 0]
        return "one-space" if len(set(on_board)) < len(on_board) else ""


def opposite(best: int, second: int) -> list[int]:
    """The directions of the needle's other end."""
    found = [(best + 3) % 6]
    return found if second < 0 else [*found, (second + 3) % 6]
