"""What the contract tests must know of each game: random house rules, all moves, what is hidden, what is sound.

A new game owes one line in `TRAITS`.
"""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules import blackspot
from rules.blackspot.hands import DIAMONDS, PIRATES, SPADES, cards_of, mask_of
from rules.blackspot.model import (
    Curse,
    CurseReaction,
    Fight,
    FinalCycle,
    Peek,
    PeekRule,
    Phase,
    Purify,
    PurifyRule,
    Steal,
    Take,
    Treasure,
)
from rules.cards import CODES, DECK, RANKS
from rules.idols import MAX_IDOLS, NUMBERS, Effect, Idol
from rules.lands.model import DarePrize, LastRound, Move, Options, State


class Traits(NamedTuple):
    """One game, as the contract tests need it."""

    options: Callable[[Random], Any]
    """Random valid house rules under which a game of random moves ends."""
    moves: Callable[[Any, Random], Iterable[Any]]
    """Every move there is, or where these are too many random ones, legal in this state or not; never `LEAVE`."""
    combines: Callable[[Any, Any, AbstractSet[Any]], bool] = lambda _state, _move, _listed: False
    """Whether a move that `legal` leaves out is a legal combination of moves that it lists."""
    permute: Callable[[Any, int | None, Random], Any] = lambda state, _reader, _chance: state
    """The same state with what this reader may not know replaced at random, such as the order of a deck."""
    sound: Callable[[Any], None] = lambda _state: None
    """Asserts what else must hold in every state, such as that no card is lost."""


def traits(key: str) -> Traits:
    """Return the traits of a game."""
    assert key in TRAITS, f"the game {key!r} has no entry in tests/rules/option_sets.py"
    return TRAITS[key]


def whole(piles: Iterable[bytes]) -> None:
    """Assert that these piles are the 52 cards, each once."""
    assert sorted(b"".join(piles)) == list(DECK), "cards are lost or doubled"


# --- Lands Uncharted ---

HARSH = frozenset({Effect.BUST, Effect.TOLL})
"""Too many of these, and a game of random moves takes for ever."""
MOST_HARSH = 3


def _lands_idols(chance: Random) -> tuple[Idol, ...]:
    places = chance.sample([*CODES, *RANKS], chance.choice((0, 0, 1, 4, MAX_IDOLS)))
    idols: list[Idol] = []
    for on in places:
        harsh = sum(idol.effect in HARSH for idol in idols)
        effect = chance.choice([effect for effect in Effect if harsh < MOST_HARSH or effect not in HARSH])
        number = chance.choice(NUMBERS[effect]) if effect in NUMBERS else 0
        idols.append(Idol(on, effect, number))
    return tuple(idols)


def _lands_options(chance: Random) -> Options:
    return Options(
        target=chance.choice((50, 75, 100, 100, 300)),
        last_round=chance.choice(list(LastRound)),
        buried_treasure=chance.random() < 0.5,
        dare=chance.random() < 0.5,
        dare_prize=chance.choice(list(DarePrize)),
        idols=_lands_idols(chance),
    )


def _lands_moves(_state: State, _chance: Random) -> Iterable[Move]:
    return (move for move in Move if move is not Move.LEAVE)


def _lands_piles(state: State) -> Iterable[bytes]:
    turn = state.turn
    shown = bytes(card for card in (turn.face, turn.pending) if card >= 0)
    return (state.deck, state.discard, turn.treasure, shown, *(seat.allies for seat in state.seats))


def _lands_permute(state: State, _seat: int | None, chance: Random) -> State:
    return replace(state, deck=bytes(chance.sample(state.deck, len(state.deck))))


# --- Black Spot ---


def _blackspot_options(chance: Random) -> blackspot.Options:
    return blackspot.Options(
        peek=chance.choice(list(PeekRule)),
        curse_reaction=chance.choice(list(CurseReaction)),
        purify=chance.choice(list(PurifyRule)),
        ending=chance.choice(list(FinalCycle)),
    )


def _blackspot_moves(state: blackspot.State, chance: Random) -> Iterable[blackspot.Move]:
    """Yield random moves, with cards that some seat holds or any, and curses that lie somewhere or nowhere."""
    places = [(t.loot, slot) for seat in state.seats for t in seat.treasures for slot in range(len(t.curses) + 1)]
    places += [(treasure.loot, 0) for treasure in state.trove]
    hands = [seat.hand for seat in state.seats]
    for _ in range(4):
        mask = chance.getrandbits(26) & chance.choice((*hands, -1))
        loot, slot = chance.choice(places)
        moves = [(*chance.choice(places), chance.choice(places)[0]) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
        yield from (Peek(chance.choice(PIRATES), loot), Take(loot), Steal(loot, mask & 0x1FFF))
        yield from (Purify(loot, slot, mask >> 13), Fight(mask & 0x1FFF), Curse(mask, tuple(moves)))
    yield from (blackspot.from_token(text) for text in "seg")


def _blackspot_combines(state: blackspot.State, move: blackspot.Move, listed: AbstractSet[Any]) -> bool:
    """Several curses may move at once where each may move alone, each of them once (B12)."""
    if not isinstance(move, Curse) or not move.moves or state.options.curse_reaction is CurseReaction.ONE:
        return False
    once = len({place[:2] for place in move.moves}) == len(move.moves)
    return once and all(Curse(move.pay, (place,)) in listed for place in move.moves)


def blackspot_piles(state: blackspot.State) -> Iterable[bytes]:
    lying = [*state.trove, *(treasure for seat in state.seats for treasure in seat.treasures)]
    loot = [*state.loot_deck, state.aside_loot, *(treasure.loot for treasure in lying)]
    curses = [*state.curse_deck, state.aside_curse, *state.purified]
    curses += [curse for treasure in lying for curse in treasure.curses]
    hands = (cards_of(seat.hand) for seat in state.seats)
    yield from (state.draw, state.discard, *hands)
    yield from (bytes(DIAMONDS[rank - 1] for rank in loot), bytes(SPADES[rank - 1] for rank in curses))


def _blackspot_permute(state: blackspot.State, reader: int | None, chance: Random) -> blackspot.State:
    """Deal anew: all pirate cards but the reader's, the loot deck, and the curses that the reader does not know."""
    hands = [seat.hand for number, seat in enumerate(state.seats) if number != reader]
    unknown = chance.sample(cards := state.draw + state.discard + b"".join(map(cards_of, hands)), len(cards))
    state = _hide_curses(_hide_loot(state, chance), reader, chance)
    seats = []
    for number, seat in enumerate(state.seats):
        size = 0 if number == reader else seat.hand.bit_count()
        drawn, unknown = unknown[:size], unknown[size:]
        seats.append(seat if number == reader else replace(seat, hand=mask_of(drawn)))
    draw = len(state.draw)
    return replace(state, seats=tuple(seats), draw=bytes(unknown[:draw]), discard=bytes(unknown[draw:]))


def _hide_loot(state: blackspot.State, chance: Random) -> blackspot.State:
    if state.phase is Phase.OVER:
        return replace(state, loot_deck=tuple(chance.sample(state.loot_deck, len(state.loot_deck))))
    aside, *deck = chance.sample((state.aside_loot, *state.loot_deck), 1 + len(state.loot_deck))
    return replace(state, loot_deck=tuple(deck), aside_loot=aside)


def _hide_curses(state: blackspot.State, reader: int | None, chance: Random) -> blackspot.State:
    """Change places among the curses in the deck, put aside, or face down and never seen by the reader.

    What the other seats have peeked at changes with them.
    """
    seen = 0 if reader is None else state.seats[reader].seen
    lying = [*state.trove, *(treasure for seat in state.seats for treasure in seat.treasures)]
    hidden = [*state.curse_deck, *(() if state.phase is Phase.OVER else (state.aside_curse,))]
    for treasure in lying:
        down = [rank for slot, rank in enumerate(treasure.curses) if not treasure.up >> slot & 1]
        hidden += [rank for rank in down if not seen >> rank - 1 & 1]
    now = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def swap(ranks: Iterable[int]) -> tuple[int, ...]:
        return tuple(now.get(rank, rank) for rank in ranks)

    def swap_all(treasures: Iterable[Treasure]) -> tuple[Treasure, ...]:
        return tuple(replace(treasure, curses=swap(treasure.curses)) for treasure in treasures)

    def swap_seen(mask: int) -> int:
        return sum(1 << rank - 1 for rank in swap(rank for rank in range(1, 14) if mask >> rank - 1 & 1))

    return replace(
        state,
        trove=swap_all(state.trove),
        curse_deck=swap(state.curse_deck),
        aside_curse=now.get(state.aside_curse, state.aside_curse),
        seats=tuple(
            replace(
                seat, treasures=swap_all(seat.treasures), seen=seat.seen if number == reader else swap_seen(seat.seen)
            )
            for number, seat in enumerate(state.seats)
        ),
    )


TRAITS: dict[str, Traits] = {
    "lands": Traits(
        _lands_options, _lands_moves, permute=_lands_permute, sound=lambda state: whole(_lands_piles(state))
    ),
    "blackspot": Traits(
        _blackspot_options,
        _blackspot_moves,
        _blackspot_combines,
        _blackspot_permute,
        sound=lambda state: whole(blackspot_piles(state)),
    ),
}
