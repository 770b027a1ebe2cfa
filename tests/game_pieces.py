"""What a registered game still lacks, found by drawing everything that shared code and the game itself can draw."""

from collections.abc import Iterator
from typing import Any, get_args

from bot.messages.frames import frame_of
from bot.model.games import Game
from bot.model.house_rules import HouseRule
from bot.model.records import Player, Session, Status, Terms
from bot.model.stats import Best, Record
from bot.texts.content import MissingText, Texts, Theme
from bot.views import kit as k
from bot.views import table
from bot.views.kit import Kit
from rules.cards import VerifiableShuffler
from rules.game import Clock, Step
from rules.simulator import play_out

GAMES_DRAWN = 12
NO_GAMES = Record(0, 0, "", 0, Best(), {}, {})


def needed_texts(game: Game, house_rules: tuple[HouseRule, ...]) -> Iterator[str]:
    """Yield the keys that shared code asks for of any game; what the game's own drawings ask for, drawing finds."""
    key = game.key
    yield from (f"{kind}-{key}" for kind in ("game", "command", "button-first", "lobby-claim", "answer-left"))
    if 1 in game.rules.SEATS:
        yield f"lobby-solo-{key}"
    yield f"{key}-event-start"
    yield from (f"{key}-event-{event.__struct_config__.tag}" for event in get_args(game.rules.Event))
    for board in game.boards:
        yield f"board-{board.key}"
        yield from (f"{kind}-{board.words}" for kind in ("board-line", "board-empty"))
    for rule in house_rules:
        yield from (f"rule-{rule.group}-{rule.name}{end}" for end in ("", "-about"))


def lacking(game: Game, texts: Texts, theme: Theme, house_rules: tuple[HouseRule, ...]) -> set[str]:
    """Return the keys of missing texts, and the names of missing pieces."""
    found = {key for key in needed_texts(game, house_rules) if is_missing(texts, key)}
    found |= {
        board.fact for board in game.boards if board.fact and board.fact not in game.rules.Facts.__struct_fields__
    }
    kit = Kit(texts, theme, {game.key: house_rules})
    for draw in drawings(game, kit, house_rules):
        try:
            draw()
        except MissingText as error:
            found.add(str(error.args[0]))
    return found | set(pieces(game))


def is_missing(texts: Texts, key: str) -> bool:
    """Tell whether there is no such sentence; one that only lacks its facts is there."""
    try:
        texts(key)
    except MissingText as error:
        return error.args == (key,)
    return False


def pieces(game: Game) -> Iterator[str]:
    """Yield the optional pieces that the game turns out to need."""
    clocks = set()
    for seed in range(GAMES_DRAWN):
        for played in play_out(game.rules, game.rules.Options(), game.rules.SEATS[-1], seed):
            awaited = game.rules.awaited(played.step.state)
            clocks.add(None if awaited is None else awaited.clock)
    if Clock.REACTION in clocks and game.call is None:
        yield "call"


def drawings(game: Game, kit: Kit, house_rules: tuple[HouseRule, ...]) -> Iterator[Any]:
    """Yield calls, each of which draws one thing."""
    rules = game.rules
    yield lambda: game.table.rules(kit, rules.Options())
    yield lambda: game.statistics(kit, NO_GAMES)
    for rule in house_rules:
        yield from (lambda rule=rule, value=value: k.value_text(kit, rule, value) for value in rule.values)
    for step in steps(game):
        session = session_of(game, step.state, step.events)
        yield lambda session=session: _draw(game, kit, session)


def steps(game: Game) -> Iterator[Step[Any, Any]]:
    """Yield every step of some random games, and now and then what a departure would make of it."""
    rules, shuffler = game.rules, VerifiableShuffler(b"pieces")
    for seed in range(GAMES_DRAWN):
        seats = rules.SEATS[seed % len(rules.SEATS)]
        for number, played in enumerate(play_out(rules, rules.Options(), seats, seed)):
            yield played.step
            if number % 7 == 0:
                yield rules.apply(played.before, played.seat, rules.LEAVE, shuffler)


def _draw(game: Game, kit: Kit, session: Session) -> None:
    frame = frame_of(session)
    table.draw(kit, frame, game.table, game.rules.view(session.state, None))
    for seat in range(len(session.players)) if game.hand else ():
        assert game.hand is not None
        game.hand(kit, frame, game.rules.view(session.state, seat), None, lambda _move: True)


def session_of(game: Game, state: Any, events: tuple[Any, ...]) -> Session:
    """Return a session in which this state has been reached by these events."""
    over = game.rules.outcome(state) is not None
    return Session(
        id="abcdefgh27",
        game=game.key,
        guild_id=2**60,
        channel_id=2**60 + 1,
        opener_id=1,
        status=Status.FINISHED if over else Status.PLAYING,
        revision=9,
        terms=Terms(state.options),
        players=tuple(Player(seat + 1, f"Pirate {seat}", 0.0) for seat in range(len(state.seats))),
        secret=bytes(32),
        created_at=0.0,
        updated_at=0.0,
        deadline=None if over else 1_700_000_000.0,
        start_id=2**60,
        state=state,
        events=events,
    )
