"""What Lands Uncharted consists of: house rules, moves, the state, and the record of what happened."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct, structs

from rules.cards import RANK_OF
from rules.errors import InvalidOptions, OptionFault
from rules.idols import Idol
from rules.idols import validate as validate_idols

TARGETS = range(50, 301)
SOLO_ROUNDS = 10
MAX_ALLIES = 4
MAX_COMPULSORY = 10
"""Draws that idols can demand in one turn (L14)."""
BURIED_TREASURE = 21
BURIED_BONUS = 5
DARE_GAP = range(2, 11)
"""How far short of the target a bank must leave a player to be dared (L13)."""
DARE_FALL = 20
"""A dare that is lost leaves the player this far short of the target."""
NOBODY = -1
NO_CARD = -1

NUMBERS = range(2, 11)
FACES = frozenset(card for card, rank in enumerate(RANK_OF) if rank > max(NUMBERS))
ACES = frozenset(card for card, rank in enumerate(RANK_OF) if rank == 1)


class LastRound(StrEnum):
    """Who still plays once a player has reached the target (L10)."""

    FINISH_ROUND = "finish_round"
    ONE_MORE_EACH = "one_more_each"


class DarePrize(StrEnum):
    """What an exact dare wins (L13)."""

    LAST_ROUND = "last_round"
    INSTANT_WIN = "instant_win"


class Options(Struct, frozen=True, gc=False):
    """The house rules of one game."""

    target: int = 100
    """Doubloons that trigger the last round, 50-300."""
    last_round: LastRound = LastRound.FINISH_ROUND
    buried_treasure: bool = False
    """L12: banking exactly 21 scores 26."""
    dare: bool = False
    """L13: Double or Nothing."""
    dare_prize: DarePrize = DarePrize.LAST_ROUND
    idols: tuple[Idol, ...] = ()
    """L14, L15: the active idols, queens and home-made ones alike."""


class Move(StrEnum):
    """What a player chooses."""

    DRAW = "draw"
    BANK = "bank"
    SPEND = "spend"
    RUN = "run"
    DARE = "dare"
    DECLINE = "decline"
    LEAVE = "leave"


class Phase(StrEnum):
    """What the player whose turn it is must decide."""

    DRAW = "draw"
    """Nothing: the next draw is compulsory."""
    CHOICE = "choice"
    BUST = "bust"
    """Spend an ally or run (L7)."""
    OFFER = "offer"
    """Take the dare or not (L13)."""
    OVER = "over"


LEGAL: dict[Phase, tuple[Move, ...]] = {
    Phase.DRAW: (Move.DRAW,),
    Phase.CHOICE: (Move.DRAW, Move.BANK),
    Phase.BUST: (Move.SPEND, Move.RUN),
    Phase.OFFER: (Move.DARE, Move.DECLINE),
    Phase.OVER: (),
}
"""The moves of each phase."""
TIME_OUT: dict[Phase, Move] = {
    Phase.DRAW: Move.DRAW,
    Phase.CHOICE: Move.BANK,
    Phase.BUST: Move.SPEND,
    Phase.OFFER: Move.DECLINE,
}
"""What the clock plays in each phase (L17, L13)."""


class Cause(StrEnum):
    """Why a card busts."""

    FACES = "faces"
    PAIR = "pair"
    IDOL = "idol"
    TOO_MUCH = "too-much"
    """A dare that went above the target."""


class Turn(Struct, frozen=True, gc=False, omit_defaults=True):
    """What lies before the player whose turn it is."""

    treasure: bytes = b""
    """Number cards in the order drawn."""
    ranks: int = 0
    """Bit `rank` is set for each number in the treasure."""
    value: int = 0
    """What the treasure is worth, bonuses and tolls of idols included."""
    face: int = NO_CARD
    pending: int = NO_CARD
    """The card that busts unless an ally is spent."""
    cause: Cause | None = None
    """Why `pending` busts."""
    draws: int = 0
    """Draws that idols still demand."""
    above: int = 0
    """Idols demand draws until a number above this one; 0 for none. A number that meets the highest such demand
    meets every lower one, and a lower one never outlives it, so one number is enough."""
    askers: bytes = b""
    """The cards whose idols demanded what is still to be drawn."""
    compelled: int = 0
    """Draws made this turn because idols demanded them."""
    daring: bool = False

    @property
    def cards(self) -> bytes:
        """All cards on the table, each once."""
        cards = self.treasure
        if self.face != NO_CARD:
            cards += bytes((self.face,))
        if self.pending != NO_CARD:
            cards += bytes((self.pending,))
        return cards


FRESH_TURN = Turn()
DARE_TURN = Turn(daring=True)


class Seat(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a player keeps from turn to turn."""

    allies: bytes = b""
    banks: tuple[int, ...] = ()
    """Scorings in order; a lost dare adds the correction it made, which is negative."""
    dared: bool = False
    """The dare was offered, which happens once a game."""
    left: bool = False

    @property
    def score(self) -> int:
        """Doubloons on the ship."""
        return sum(self.banks)

    @property
    def scorings(self) -> int:
        """How often the player scored: the tie-break (L11). A correction is not a time scored (L13)."""
        return sum(points > 0 for points in self.banks)


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A whole game. The deck's order is secret, all else is public."""

    options: Options
    seats: tuple[Seat, ...]
    deck: bytes
    first: int
    """The seat that began."""
    active: int
    """The seat whose turn it is."""
    discard: bytes = b""
    shuffles: int = 0
    """Shuffles made so far, the one that chose the first player included."""
    turn: Turn = FRESH_TURN
    phase: Phase = Phase.DRAW
    round: int = 1
    turns: int = 0
    """Turns ended so far."""
    stop: int = NOBODY
    """Once the last round is on: play ends when it would come to this seat."""
    trigger: int = NOBODY
    """The seat that triggered the last round."""
    champion: int = NOBODY
    """The seat that won on the spot by a dare."""

    @property
    def solo(self) -> bool:
        """The solo voyage (L16)."""
        return len(self.seats) == 1


class Reshuffled(Struct, frozen=True, gc=False, tag="reshuffled"):
    """The discard pile became the deck (L9)."""

    cards: int


class Drew(Struct, frozen=True, gc=False, tag="drew"):
    seat: int
    card: int


class AllyJoined(Struct, frozen=True, gc=False, tag="ally-joined"):
    seat: int
    card: int
    kept: bool
    """False beyond four allies: the card was discarded."""


class Threatened(Struct, frozen=True, gc=False, tag="threatened"):
    """A card busts, but an ally could counter it (L7)."""

    seat: int
    card: int
    cause: Cause


class AllySpent(Struct, frozen=True, gc=False, tag="ally-spent"):
    seat: int
    ally: int
    card: int
    """The card that was countered."""


class Busted(Struct, frozen=True, gc=False, tag="busted"):
    seat: int
    cause: Cause
    lost: int


class Banked(Struct, frozen=True, gc=False, tag="banked"):
    seat: int
    value: int
    bonus: int
    """L12's extra doubloons, which the score includes."""
    score: int


class Demanded(Struct, frozen=True, gc=False, tag="demanded"):
    """An idol demands draws."""

    seat: int
    card: int
    draws: int
    above: int


class Discarded(Struct, frozen=True, gc=False, tag="discarded"):
    """An idol took a card of the treasure."""

    seat: int
    idol: int
    card: int


class Valued(Struct, frozen=True, gc=False, tag="valued"):
    """An idol changed what the treasure is worth."""

    seat: int
    card: int
    change: int


class AllyLost(Struct, frozen=True, gc=False, tag="ally-lost"):
    seat: int
    idol: int
    ally: int


class SentBack(Struct, frozen=True, gc=False, tag="sent-back"):
    """An idol ends the turn with a bank."""

    seat: int
    card: int


class Dared(Struct, frozen=True, gc=False, tag="dared"):
    """The dare was offered; then `need` more doubloons hit the target."""

    seat: int
    need: int


class DareTaken(Struct, frozen=True, gc=False, tag="dare-taken"):
    seat: int


class DareDeclined(Struct, frozen=True, gc=False, tag="dare-declined"):
    seat: int


class DareWon(Struct, frozen=True, gc=False, tag="dare-won"):
    seat: int
    score: int


class DareLost(Struct, frozen=True, gc=False, tag="dare-lost"):
    seat: int
    cause: Cause
    score: int


class LastRoundBegan(Struct, frozen=True, gc=False, tag="last-round"):
    seat: int


class Left(Struct, frozen=True, gc=False, tag="left"):
    seat: int
    lost: int
    """The unbanked treasure of a player who left in their own turn."""


Event = (
    Reshuffled
    | Drew
    | AllyJoined
    | Threatened
    | AllySpent
    | Busted
    | Banked
    | Demanded
    | Discarded
    | Valued
    | AllyLost
    | SentBack
    | Dared
    | DareTaken
    | DareDeclined
    | DareWon
    | DareLost
    | LastRoundBegan
    | Left
)


def buried_bonus(state: State) -> int:
    """Return what a bank of this turn's treasure would score beyond its value (L12)."""
    return BURIED_BONUS if state.options.buried_treasure and state.turn.value == BURIED_TREASURE else 0


def turns_to_come(state: State) -> Iterator[tuple[int, int]]:
    """Yield seat and round of each turn after the one under way, as if nobody left: without end before the last round.

    Seats that have left are skipped; the last round ends before `stop` (L10), a solo voyage after ten rounds (L16).
    """
    seat, number = state.active, state.round
    while True:
        seat = (seat + 1) % len(state.seats)
        number += seat == state.first
        if seat == state.stop or (number > SOLO_ROUNDS and state.solo):
            return
        if not state.seats[seat].left:
            yield seat, number


def validate(options: Options) -> None:
    """Raise InvalidOptions for a target out of range or idols that contradict themselves."""
    if options.target not in TARGETS:
        raise InvalidOptions(OptionFault.TARGET_RANGE, least=TARGETS[0], most=TARGETS[-1])
    validate_idols(options.idols)


def with_seat(state: State, number: int, **changes: object) -> tuple[Seat, ...]:
    """Return the seats with one of them changed."""
    seat = structs.replace(state.seats[number], **changes)
    return (*state.seats[:number], seat, *state.seats[number + 1 :])
