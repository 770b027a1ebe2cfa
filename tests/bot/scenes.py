"""Both games in every phase, with everyone around the table who might click: played up to there through the bot."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from bot.model.custom_ids import ControlId, decode
from bot.model.idols import HomeIdol
from bot.model.records import Person, Plan, Session, Terms
from bot.views.blackspot.draft import Draft
from rules import blackspot
from rules.blackspot.hands import BIT, RUM
from rules.blackspot.model import Curse, Fight, Peek, PeekRule, Phase, Purify, Steal, Take
from rules.idols import Effect, Idol
from rules.lands.model import Options
from tests.bot.builders import CHANNEL
from tests.bot.clicks import ELSEWHERE, TABLE, Control, Stage, someone
from tests.registry import GAMES
from tests.rules.ships import Table, left, move, under_way

BART, ANNE, CALICO, DITA = (someone(number, name) for number, name in enumerate(("Bart", "Anne", "Calico", "Dita"), 1))
"""The crew in seat order: Bart opened the lobby, Calico has left, Anne's turn it is first."""
EDDA = someone(5, "Edda")
"""Plays alone in another channel."""
MODERATOR, ADMIN = someone(9, "Mo", moderator=True), someone(10, "Ada")
OUTSIDERS = {
    "onlooker": someone(8, "Stranger"),
    "moderator": MODERATOR,
    "admin": ADMIN,
    "elsewhere": EDDA,
    "robot": someone(11, "Robot"),
}
Cast = dict[str, Person]
"""People by the part they play."""
HEARTS_42, HEARTS_52 = "10H 9H 8H 7H 6H 2H", "10H 9H 8H 7H 6H 5H 4H 3H"
ENOUGH = 2
"""Controls of one kind that are clicked."""


def cast(**crew: Person) -> Cast:
    """Return who is there; `carried` is the awaited player with the controls of this channel in another one."""
    first = next(iter(crew.values()))
    return {**crew, **OUTSIDERS, "carried": replace(first, channel_id=ELSEWHERE)}


async def here(stage: Stage, channel: int = CHANNEL) -> Session:
    """Return the game the scene is about."""
    return await stage.sessions.in_channel(channel)


async def click(stage: Stage, who: Person, verb: str, argument: str = "") -> None:
    """Click a control of this channel's game, a move with the ticket of the table as it stands."""
    session = await here(stage, who.channel_id)
    control = ControlId(verb, session.id, session.revision if verb == "move" else None, argument)
    answer = await stage.press(who, str(control))
    assert answer.redrawn, (verb, argument, answer)


async def gather(stage: Stage, game: str) -> None:
    """Open a lobby that everyone joined; beside it Edda plays alone in another channel."""
    stage.managers, stage.robots = {ADMIN.user_id}, {11}
    idols = await stage.store.servers.idols(ADMIN.guild_id)
    await stage.store.servers.save_idols(ADMIN.guild_id, idols, (HomeIdol(Idol("KS", Effect.BONUS, 1, "Old Tom")),))
    opened = await stage.sessions.open("lands", replace(EDDA, channel_id=ELSEWHERE), Terms(Options()))
    await stage.sessions.start(opened.after.id, replace(EDDA, channel_id=ELSEWHERE), 899)
    await stage.store.set_table(opened.after.id, TABLE + 1)
    options = {"target": 50, "dare": "on"} if game == "lands" else {"peek": PeekRule.OPTIONAL}
    await stage.slash(BART, game, **options)
    await stage.store.set_table((await here(stage)).id, TABLE)
    for who in (ANNE, CALICO, DITA):
        await click(stage, who, "join")


async def lobby(stage: Stage, game: str) -> Cast:
    """Calico and Dita have left it again."""
    await gather(stage, game)
    for who in (CALICO, DITA):
        await click(stage, who, "leave")
    return cast(opener=BART, member=ANNE, left=CALICO)


async def sailing(stage: Stage, game: str, deck: str = "") -> None:
    """Start the game, Anne to begin; Calico leaves it."""
    await gather(stage, game)
    stage.decks = (deck,)
    await click(stage, ANNE, "first")
    await click(stage, DITA, "start")
    await stage.slash(CALICO, "pirates leave")


async def lands(stage: Stage, phase: str) -> Cast:
    """Put Anne before each decision of Lands Uncharted, or Dita into the last round that Anne's bank began."""
    cards, moves = {
        "draw": ("", ""),
        "choice": ("10H", "draw"),
        "bust": ("AH 10H 10C", "draw " * 3),
        "dare": (HEARTS_42, "draw " * 6 + "bank"),
        "last round": (f"{HEARTS_52} 2C", "draw " * 8 + "bank"),
    }[phase]
    await sailing(stage, "lands", cards)
    for token in moves.split():
        await click(stage, ANNE, "move", token)
    if phase == "last round":
        await click(stage, DITA, "move", "draw")
        return cast(awaited=DITA, other=ANNE, opener=BART, left=CALICO)
    return cast(awaited=ANNE, other=DITA, opener=BART, left=CALICO)


HANDS = ("KH QC", "4C 5C 2H 3H", "7C", "KC 3C 6H")


def position(hands: tuple[str, ...] = HANDS, **changes: Any) -> Table:
    """Return a position of Black Spot: Anne may steal the nine with 4 + 5, and Dita could fight or curse back."""
    facts: dict[str, Any] = {"trove": "1:13 6:5 8:7", "phase": Phase.ACT, "active": 1, "peek": PeekRule.OPTIONAL}
    table = under_way(
        hands,
        ("3:", "2: 7:4", "5:", "9:10 11:8"),
        **{**facts, **changes},
    )
    return left(table, 2)


async def at_sea(stage: Stage, table: Table) -> None:
    """Put the game of Black Spot into a position."""
    await sailing(stage, "blackspot")
    session = await here(stage)
    after = replace(session, revision=session.revision + 1, state=table.state, events=())
    await stage.store.save(session, Plan(after))


POSITIONS: dict[str, dict[str, Any]] = {
    "peek": {"phase": Phase.PEEK},
    "take": {"phase": Phase.TAKE},
    "act": {},
    "react": {},
    "purify": {},
    "final turn": {"trove": "", "taken": 12, "finals": 3},
}
LEADING = {"react": "steal 9 4C 5C", "purify": "purify 7.0 2H"}
"""Anne's move that leads into a phase."""


async def blackspot_at(stage: Stage, phase: str) -> Cast:
    """Put Anne before each decision of Black Spot, or Dita before that about Anne's theft."""
    await at_sea(stage, position(**POSITIONS[phase]))
    if phase in LEADING:
        await click(stage, ANNE, "move", blackspot.token(move(LEADING[phase])))
    if phase == "react":
        return cast(awaited=DITA, other=ANNE, opener=BART, left=CALICO)
    return cast(awaited=ANNE, other=DITA, opener=BART, left=CALICO)


async def at(stage: Stage, game: str, phase: str) -> Cast:
    return await (lands(stage, phase) if game == "lands" else blackspot_at(stage, phase))


MIDDLE = {"lands": "choice", "blackspot": "act"}


async def motion(stage: Stage, game: str) -> Cast:
    """Let Dita propose to remove Anne in her turn."""
    people = await at(stage, game, MIDDLE[game])
    await stage.slash(DITA, "pirates remove", player=user(ANNE))
    return people


async def proposed_end(stage: Stage, game: str) -> Cast:
    """Let Bart, the opener, propose to end the game in Anne's turn."""
    people = await at(stage, game, MIDDLE[game])
    await stage.slash(BART, "pirates end")
    return people


async def paused(stage: Stage, game: str) -> Cast:
    """Let all who play agree to a pause in Anne's turn."""
    people = await at(stage, game, MIDDLE[game])
    for who in (DITA, BART, ANNE):
        await stage.slash(who, "pirates pause")
    return people


async def over(stage: Stage, game: str) -> Cast:
    """Play to the end."""
    if game == "lands":
        await lands(stage, "last round")
        for who, moves in ((DITA, "bank"), (BART, "draw bank")):
            for token in moves.split():
                await click(stage, who, "move", token)
    else:
        await at_sea(stage, position(trove="", taken=12, finals=0))
        await click(stage, ANNE, "move", "e")
    return cast(winner=ANNE, other=DITA, opener=BART, left=CALICO)


async def closed(stage: Stage, game: str) -> Cast:
    """Let a moderator end the game in Anne's turn."""
    people = await at(stage, game, MIDDLE[game])
    await stage.slash(MODERATOR, "pirates end")
    return people


Setting = Callable[[Stage, str], Awaitable[Cast]]
COMMON: dict[str, Setting] = {
    "lobby": lobby,
    "motion": motion,
    "proposed end": proposed_end,
    "paused": paused,
    "over": over,
    "closed": closed,
}
OWN = {"lands": ("draw", "choice", "bust", "dare", "last round"), "blackspot": tuple(POSITIONS)}
SCENES = [(game, phase) for game in GAMES for phase in (*OWN[game], *COMMON)]


async def scene(stage: Stage, game: str, phase: str) -> Cast:
    """Set a scene and look at everything that can be looked at, so that all controls have been drawn."""
    people = await (COMMON[phase](stage, game) if phase in COMMON else at(stage, game, phase))
    await stage.settle()
    await look(stage, people)
    return people


def user(who: Person) -> Any:
    """Return what a command is given for a player."""

    class User:
        id = who.user_id
        display_name = who.name

    return User()


# --- What there is to click ---


async def look(stage: Stage, people: Cast) -> None:
    """Open every message that anybody can open here."""
    session = await here(stage)
    for who in people.values():
        for verb in ("hand", "house-rules", "how-to-play"):
            await stage.press(who, str(ControlId(verb, session.id)))
    await _look_at_drafts(stage, people, session)
    await stage.slash(replace(EDDA, channel_id=ELSEWHERE), "pirates table")
    await stage.slash(ANNE, "leaderboard")
    await stage.slash(ANNE, "pirates mydata")
    await stage.slash(ADMIN, "pirates-admin settings")
    await stage.slash(ADMIN, "pirates-admin idols")
    for verb, who in LOOKS:
        for control in _drawn(stage, verb):
            await stage.press(who, control)


LOOKS = (
    ("share", ANNE),
    ("mydata-delete", ANNE),
    *((verb, ADMIN) for verb in ("admin-page", "admin-ask", "idol-pick", "idol-ask", "idol-make")),
)
"""What changes nothing and draws further controls, and who clicks it."""


async def _look_at_drafts(stage: Stage, people: Cast, session: Session) -> None:
    """Put together one move of each kind in the hand of whoever is awaited."""
    if session.game != "blackspot" or "awaited" not in people or session.state is None or not session.live:
        return
    awaited = GAMES[session.game].awaited(session.state)
    assert awaited is not None
    for control in _drawn(stage, "draft"):
        await stage.press(people["awaited"], control)
    for choice in blackspot.legal(session.state, awaited.seat):
        draft = _draft(choice)
        if draft is not None:
            custom_id = str(ControlId("draft", session.id, session.revision, str(draft)))
            await stage.press(people["awaited"], Control(custom_id, (), private=True, greyed=False))


def _draft(choice: blackspot.Move) -> Draft | None:
    """Return the draft that shows the confirming button of a move."""
    draft: Draft | None = None
    match choice:
        case Peek(card, loot):
            draft = Draft("peek", loot, 0, BIT[card])
        case Take(loot):
            draft = Draft("take", loot)
        case Steal(loot, crew):
            draft = Draft("steal", loot, 0, crew)
        case Purify(loot, slot, rum):
            draft = Draft("purify", loot, slot, rum << RUM)
        case Fight(crew):
            draft = Draft("fight", 0, 0, crew)
        case Curse(pay, moves):
            draft = Draft("curse", 0, 0, pay, moves)
    return draft


def _drawn(stage: Stage, verb: str) -> list[Control]:
    return [control for custom_id, control in stage.drawn.items() if decode(custom_id).verb == verb]


def label(control: Control, session: Session) -> str:
    """Name a control by what it does in this session as it stands."""
    found = decode(control.custom_id)
    if found.session not in {"", session.id}:
        return "another game's"
    if found.verb != "move":
        return found.verb
    if found.revision is None or not session.current(found.revision):
        return "an old move"
    if control.greyed:
        return "a greyed move"
    chosen: Any = GAMES[session.game].from_token(found.argument)
    return str(chosen) if session.game == "lands" else type(chosen).__struct_config__.tag


def controls(stage: Stage, session: Session) -> dict[str, list[Control]]:
    """Return some controls of each kind that has been drawn."""
    found: dict[str, list[Control]] = {}
    for control in reversed(stage.drawn.values()):
        several = found.setdefault(label(control, session), [])
        if len(several) < ENOUGH:
            several.append(control)
    return found


async def command(stage: Stage, who: Person, name: str) -> Any:
    """Type a command; the player it is about is Anne."""
    options = {"player": user(ANNE)} if name == "pirates remove" else {}
    return await stage.slash(who, name, **options)


COMMANDS = (
    "lands",
    "blackspot",
    "hand",
    "pirates table",
    "pirates leave",
    "pirates remove",
    "pirates skip",
    "pirates pause",
    "pirates resume",
    "pirates end",
)
