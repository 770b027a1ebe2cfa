"""`/pirates`: what players can do beside the buttons of a table. Each command finds its session by the channel."""

from typing import Any

import discord
from discord import app_commands

from bot.commands.building import Handler, Option, choice, command
from bot.interactions.pace import Pace
from bot.interactions.person import person_of
from bot.interactions.router import Router
from bot.messages.display import Display
from bot.messages.frames import frame_of
from bot.messages.replies import Reply
from bot.model.games import GAMES
from bot.model.records import Change, MotionKind, Person, Session, Status
from bot.play.sessions import Sessions
from bot.views import kit as k
from bot.views.kit import Kit

HELP_SECTIONS = ("title", "games", "table", "clock", "boards", "privacy", "fair")


class PiratesCommands:
    """The commands of the group."""

    def __init__(self, sessions: Sessions, display: Display, router: Router, kit: Kit, pace: Pace) -> None:
        self._sessions = sessions
        self._display = display
        self._router = router
        self._kit = kit
        self._pace = pace

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add the group."""
        texts = self._kit.texts
        group = app_commands.Group(name="pirates", description=texts("command-pirates"), guild_only=True)
        player = Option("player", texts("command-pirates-remove-player"), discord.User, required=True)
        games = choice({game: texts(f"game-{game}") for game in GAMES})
        game = Option("game", texts("command-pirates-rules-game"), games)
        table: tuple[tuple[str, Handler, tuple[Option, ...]], ...] = (
            ("table", self._table, ()),
            ("leave", self._leave, ()),
            ("remove", self._remove, (player,)),
            ("skip", self._skip, ()),
            ("pause", self._pause, ()),
            ("resume", self._resume, ()),
            ("end", self._end, ()),
            ("rules", self._rules, (game,)),
            ("help", self._help, ()),
        )
        for name, handle, options in table:
            group.add_command(command(self._router, name, texts(f"command-pirates-{name}"), handle, *options))
        tree.add_command(group)

    async def _table(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        """Post the table again for who has to do with it; show others, and who asks too often, where it stands."""
        person, session = await self._person_and_session(interaction)
        if session.table_id is None or (_concerns(session, person) and self._pace.allows(person)):
            await self._display.post(reply, session)
        else:
            await reply.private(self._display.whereabouts(session, reply.kit))

    async def _leave(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person, session = await self._person_and_session(interaction)
        change = await self._sessions.leave(session.id, person)
        in_lobby = change.before is not None and change.before.status is Status.LOBBY
        await self._tell(reply, change, "answer-left-lobby" if in_lobby else f"answer-left-{session.game}")

    async def _remove(self, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        person, session = await self._person_and_session(interaction)
        target: discord.User = chosen["player"]
        change = await self._sessions.remove(session.id, person, target.id)
        removed = change.after.seat_aboard(target.id) is None
        await self._tell(reply, change, "answer-removed" if removed else "answer-proposed", _called(change, target.id))

    async def _skip(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person, session = await self._person_and_session(interaction)
        change = await self._sessions.skip(session.id, person)
        await self._tell(reply, change, "answer-proposed" if _open(change, MotionKind.SKIP) else "answer-skipped")

    async def _pause(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person, session = await self._person_and_session(interaction)
        change = await self._sessions.pause(session.id, person)
        await self._tell(reply, change, "answer-proposed" if _open(change, MotionKind.PAUSE) else "answer-paused")

    async def _resume(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person, session = await self._person_and_session(interaction)
        await self._tell(reply, await self._sessions.resume(session.id, person), "answer-resumed")

    async def _end(self, interaction: discord.Interaction, reply: Reply, _: dict[str, Any]) -> None:
        person, session = await self._person_and_session(interaction)
        change = await self._sessions.end(session.id, person)
        await self._tell(reply, change, "answer-proposed" if change.after.live else "answer-ended")

    async def _rules(self, interaction: discord.Interaction, reply: Reply, chosen: dict[str, Any]) -> None:
        """Show the rules of the channel's game with its house rules, or those of a named game as written."""
        session = await self._sessions.find_in_channel(person_of(interaction).channel_id)
        game = chosen["game"] or (session.game if session else next(iter(GAMES)))
        if session is not None and session.game == game:
            await reply.private(self._router.rules(session, reply.kit.language))
            return
        rules = GAMES[game].table.rules(reply.kit, GAMES[game].rules.Options())
        await reply.private(k.container(*map(k.text, rules)))

    async def _help(self, _: discord.Interaction, reply: Reply, __: dict[str, Any]) -> None:
        await reply.private(k.container(*(k.text(reply.kit.texts(f"help-{name}")) for name in HELP_SECTIONS)))

    async def _person_and_session(self, interaction: discord.Interaction) -> tuple[Person, Session]:
        person = person_of(interaction)
        return person, await self._sessions.in_channel(person.channel_id)

    async def _tell(self, reply: Reply, change: Change, key: str, name: str = "") -> None:
        """Answer privately and bring the table up to date."""
        self._display.show(change)
        await reply.private(reply.kit.texts(key, name=name))


def _concerns(session: Session, person: Person) -> bool:
    aboard = session.seat_of(person.user_id) is not None or person.user_id in session.invited
    return aboard or person.moderator


def _open(change: Change, kind: MotionKind) -> bool:
    """Tell whether a proposal is still open, so that it was not carried out."""
    return any(motion.kind is kind for motion in change.after.motions)


def _called(change: Change, user_id: int) -> str:
    """Return what a player of a session was called at its table before a step."""
    before = change.before or change.after
    seat = before.seat_of(user_id)
    return "" if seat is None else frame_of(before).names[seat]
