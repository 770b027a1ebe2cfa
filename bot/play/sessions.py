"""The only way a game changes: open, join, start, play, leave, vote, pause, end, expire. The only caller of `apply`.

Every change takes the session's lock, loads it, makes a plan without waiting for anything, and commits the plan in
one transaction. Only then do callers show it.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from bot.model.errors import MalformedId, Refusal, Refused, StaleClick
from bot.model.records import (
    Cause,
    Change,
    Closed,
    LoggedMove,
    Motion,
    MotionKind,
    Person,
    Plan,
    Session,
    Status,
    Terms,
)
from bot.play import deadlines, endings, lobby, motions, seats
from bot.play.absence import Absence
from bot.play.entropy import new_id, new_secret
from bot.play.locks import Locks
from bot.storage.store import Store
from rules.cards import Shuffler, shuffle_key
from rules.errors import IllegalMove

Planner = Callable[[Session], Plan]


class Sessions:
    """Opens sessions and takes them, step by step, to their end."""

    def __init__(  # noqa: PLR0913, PLR0917 - the composition root names each
        self,
        store: Store,
        absence: Absence,
        locks: Locks,
        on_commit: Callable[[Change], None],
        now: Callable[[], float],
        shuffler: Callable[[bytes], Shuffler],
        secret: Callable[[], bytes] = new_secret,
    ) -> None:
        """`on_commit` is called after every commit; `now` returns UTC epoch seconds."""
        self.locks = locks
        self._store = store
        self._absence = absence
        self._on_commit = on_commit
        self._now = now
        self._shuffler = shuffler
        self._secret = secret

    # --- Looking ---

    async def load(self, session_id: str) -> Session:
        """Return a session. Raises Refused(NO_GAME_HERE) when there is none of that id."""
        session = await self._store.load(session_id)
        if session is None:
            raise Refused(Refusal.NO_GAME_HERE)
        return session

    async def find_in_channel(self, channel_id: int) -> Session | None:
        """Return the channel's live session, else its last one, if it ever had any."""
        return await self._store.in_channel(channel_id)

    async def in_channel(self, channel_id: int) -> Session:
        """Return the channel's live or last session. Raises Refused(NO_GAME_HERE) when it never had one."""
        session = await self.find_in_channel(channel_id)
        if session is None:
            raise Refused(Refusal.NO_GAME_HERE)
        return session

    def allows(self, session: Session, seat: int, move: Any) -> bool:
        """Tell whether the rules would let a seat make a move now."""
        try:
            session.rules.apply(session.state, seat, move, self._chance(session))
        except IllegalMove:
            return False
        return True

    # --- The lobby ---

    async def open(self, game: str, person: Person, terms: Terms) -> Change:
        """Open a lobby. Raises Refused(CHANNEL_BUSY) (X4), InvalidOptions."""
        session = lobby.new(
            session_id=new_id(),
            game=game,
            person=person,
            terms=terms,
            secret=self._secret(),
            now=self._now(),
        )
        return await self._insert(session, person)

    async def rematch(self, session_id: str, person: Person) -> Change:
        """Open a lobby that invites the crew of an ended session."""
        async with self.locks.of(session_id):
            ended = await self.load(session_id)
            fresh = lobby.rematch(ended, person, session_id=new_id(), secret=self._secret(), now=self._now())
            return await self._insert(fresh, person)

    async def _insert(self, session: Session, person: Person) -> Change:
        await self._absence.catch_up()
        await self._store.insert(session, person.parent_id)
        self._absence.opened(session.guild_id)
        return self._announced(Change(None, session))

    async def join(self, session_id: str, person: Person) -> Change:
        """Take a seat in a lobby."""
        return await self._commit(session_id, lambda s: Plan(lobby.join(s, person, self._now())), person)

    async def leave_lobby(self, session_id: str, person: Person) -> Change:
        """Leave a lobby. Refused after the start, so that a late click takes nobody out of the game."""
        return await self._commit(session_id, lambda s: Plan(lobby.leave(s, person.user_id, self._now())), person)

    async def cancel(self, session_id: str, person: Person) -> Change:
        """Close a lobby. Refused after the start."""
        return await self._commit(session_id, lambda s: Plan(lobby.cancel(s, person, self._now())), person)

    async def claim_first(self, session_id: str, person: Person) -> Change:
        """Claim the first turn (L2, B6)."""
        return await self._commit(session_id, lambda s: Plan(lobby.claim_first(s, person, self._now())), person)

    async def configure(self, session_id: str, person: Person, change: Callable[[Session], Terms]) -> Change:
        """Change the terms. `change` returns the new ones from the session as it is now."""
        return await self._commit(
            session_id, lambda s: Plan(lobby.configure(s, person, self._now(), change(s))), person
        )

    async def start(self, session_id: str, person: Person, start_id: int) -> Change:
        """Deal, with the Start interaction's id in the shuffle key. Anyone in the lobby may."""
        return await self._commit(session_id, lambda s: self._deal(s, person, start_id), person)

    def _deal(self, session: Session, person: Person, start_id: int) -> Plan:
        lobby.require(session, person.user_id)
        game = session.rules
        count = len(session.players)
        if count not in game.SEATS:
            raise Refused(Refusal.TOO_FEW, least=game.SEATS[0])
        session = seats.at_step(session, Cause.PLAYER)
        session = replace(session, start_id=start_id, status=Status.PLAYING, revision=session.revision + 1)
        session = lobby.seated(session, self._chance(session))
        state = game.deal(session.options, count, lobby.first_seat(session), self._chance(session))
        awaited = game.awaited(state)
        first = session.players[awaited.seat].user_id if awaited else None
        session = replace(session, state=state, first_id=first, invited=(), invited_names=())
        return self._settle(seats.acted(session, person, self._now()), [])

    # --- The game ---

    async def play(self, session_id: str, person: Person, revision: int, token: str) -> Change:
        """Make a move. Raises StaleClick for an old revision, IllegalMove, MalformedMove, Refused."""

        def plan(session: Session) -> Plan:
            seat = motions.seat_in(session, person)
            move = session.rules.from_token(token)
            if not session.current(revision):
                raise StaleClick(session.id)
            motions.require_going_on(session)
            return self._step(seats.played(session, person, self._now()), seat, move, Cause.PLAYER)

        return await self._commit(session_id, plan, person)

    async def leave(self, session_id: str, person: Person) -> Change:
        """Leave a lobby or a running game (X1)."""
        return await self._commit(session_id, lambda s: self._depart(s, person), person)

    def _depart(self, session: Session, person: Person) -> Plan:
        if session.status is Status.LOBBY:
            return Plan(lobby.leave(session, person.user_id, self._now()))
        seat = motions.seat_in(session, person)
        return self._step(session, seat, session.rules.LEAVE, Cause.PLAYER)

    async def remove(self, session_id: str, person: Person, target_id: int) -> Change:
        """Remove a player: a moderator at once, in a lobby its opener too, players by a motion (X1)."""

        def plan(session: Session) -> Plan:
            seat = session.seat_aboard(target_id)
            if seat is None or not session.live:
                raise Refused(Refusal.TARGET_NOT_ABOARD)
            if session.status is Status.LOBBY:
                if not person.moderator and person.user_id != session.opener_id:
                    raise Refused(Refusal.NOT_OPENER)
                return Plan(lobby.leave(session, target_id, self._now()))
            if target_id == person.user_id:
                raise Refused(Refusal.TARGET_IS_YOU)
            if person.moderator:
                plays = session.seat_of(person.user_id) is not None
                session = replace(session, thinned=session.thinned or plays)
                return self._step(session, seat, session.rules.LEAVE, Cause.MODERATOR)
            return self._vote(session, person, motions.propose_removal(session, person, seat))

        return await self._commit(session_id, plan, person)

    async def skip(self, session_id: str, person: Person) -> Change:
        """Propose to skip whoever the game waits for, in a game without a clock."""

        def plan(session: Session) -> Plan:
            motion = motions.propose_skip(session, person, seats.awaited(session), seats.clock(session), self._now())
            return self._vote(session, person, motion)

        return await self._commit(session_id, plan, person)

    async def pause(self, session_id: str, person: Person) -> Change:
        """Propose to pause; it takes the consent of all who still play."""
        return await self._commit(session_id, lambda s: self._vote(s, person, motions.propose_pause(s, person)), person)

    async def resume(self, session_id: str, person: Person) -> Change:
        """Let a paused game go on; any of its players may."""

        def plan(session: Session) -> Plan:
            motions.seat_in(session, person)
            if session.paused_at is None:
                raise Refused(Refusal.NOT_PAUSED)
            now = self._now()
            return Plan(deadlines.resumed(seats.acted(session, person, now), now))

        return await self._commit(session_id, plan, person)

    async def end(self, session_id: str, person: Person) -> Change:
        """End a lobby or a game: a moderator always, the opener alone before the start, then with consent."""

        def plan(session: Session) -> Plan:
            if session.status is Status.LOBBY:
                return Plan(lobby.cancel(session, person, self._now()))
            if person.moderator:
                motions.require_running(session)
                return endings.without_result(session, self._now(), Closed.BY_MODERATOR, person.named)
            return self._vote(session, person, motions.propose_end(session, person))

        return await self._commit(session_id, plan, person)

    async def agree(self, session_id: str, person: Person, number: int) -> Change:
        """Consent to an open motion; the last aye carries it out."""
        return await self._commit(session_id, lambda s: self._vote(s, person, motions.agree(s, person, number)), person)

    async def refuse(self, session_id: str, person: Person, number: int) -> Change:
        """Refuse an open motion, which drops it unless a majority is enough and still possible."""

        def plan(session: Session) -> Plan:
            return Plan(seats.voted(session, motions.refuse(session, person, number), person, self._now()))

        return await self._commit(session_id, plan, person)

    def _vote(self, session: Session, person: Person, motion: Motion) -> Plan:
        if not motions.carried(session, motion):
            return Plan(seats.voted(session, motions.put(session, motion), person, self._now()))
        session = replace(session, motions=motions.without(session, motion.number))
        session = seats.acted(session, person, self._now())
        if motion.kind is MotionKind.END:
            return endings.without_result(session, self._now(), Closed.BY_CONSENT, person.named)
        if motion.kind is MotionKind.PAUSE:
            return Plan(deadlines.paused(session, self._now()))
        if motion.kind is MotionKind.SKIP or motion.seat is None:
            return self._time_out(session, Cause.VOTE)
        return self._step(session, motion.seat, session.rules.LEAVE, Cause.VOTE)

    # --- The clock: X3 ---

    async def expire(self, session_id: str, is_member: Callable[[int, int], Awaitable[bool]]) -> Change | None:
        """Do what is due at a deadline; None when it has not come yet, or a click came first.

        `is_member(guild_id, user_id)` is asked, before the lock is taken, whether the absent player is still there.
        """
        session = await self.load(session_id)
        gone = await self._gone(session, is_member)

        def plan(session: Session) -> Plan:
            if session.deadline is None or session.stopped_at is not None or session.deadline > self._now():
                raise StaleClick(session.id)
            return self._on_deadline(session, gone)

        return await self._try(session_id, plan)

    async def warn(self, session_id: str) -> Session | None:
        """Clear a warning that has come, which is no step; None when the wait it was for is over (F13)."""
        async with self.locks.of(session_id):
            session, now = await self.load(session_id), self._now()
            if session.warn_at is None or session.stopped_at is not None or session.warn_at > now:
                return None
            await self._store.clear_warning(session_id)
        return session if session.deadline is not None and session.deadline > now else None

    async def _gone(self, session: Session, is_member: Callable[[int, int], Awaitable[bool]]) -> int | None:
        """Return the awaited player's user id if they have left the server, else None (X1)."""
        awaited = seats.awaited(session)
        if awaited is None:
            return None
        user_id = session.players[awaited.seat].user_id
        return None if await is_member(session.guild_id, user_id) else user_id

    def _on_deadline(self, session: Session, gone: int | None) -> Plan:
        if session.status is Status.LOBBY:
            return endings.without_result(session, self._now(), Closed.LOBBY_EXPIRED)
        if session.paused_at is not None:
            return Plan(deadlines.resumed(session, self._now()))
        if seats.clock(session) is None:
            return endings.without_result(session, self._now(), Closed.IDLE)
        seat = None if gone is None else session.seat_of(gone)
        awaited = seats.awaited(session)
        if awaited is not None and seat == awaited.seat:
            return self._step(session, seat, session.rules.LEAVE, Cause.CLOCK)
        return self._time_out(session, Cause.CLOCK)

    def _time_out(self, session: Session, cause: Cause) -> Plan:
        """Play the rest of the turn; after too many missed turns in a row the seat leaves."""
        game = session.rules
        start = awaited = game.awaited(session.state)
        assert start is not None  # noqa: S101 - a session that is being played waits for someone
        log: list[LoggedMove] = []
        session = seats.at_step(session, cause)
        while awaited is not None and (awaited.turn, awaited.seat) == (start.turn, start.seat):
            session = self._apply(session, awaited.seat, game.timeout_move(session.state), log)
            awaited = game.awaited(session.state)
        session = deadlines.missed(session, start.seat, start.clock)
        if session.players[start.seat].missed >= deadlines.MISSED_TURNS and awaited is not None:
            session = self._apply(session, start.seat, game.LEAVE, log)
        return self._settle(session, log)

    # --- Closing ---

    async def close(self, session_id: str, why: Closed) -> Change | None:
        """Close a session without result; None when it is over already."""

        def plan(session: Session) -> Plan:
            if not session.live:
                raise StaleClick(session.id)
            return endings.without_result(session, self._now(), why)

        return await self._try(session_id, plan)

    async def close_place(self, place_id: int) -> list[Change]:
        """Close the live sessions of a channel or a server that is gone."""
        ids = await self._store.live_ids(place_id)
        return [change for one in ids if (change := await self.close(one, Closed.CHANNEL_GONE)) is not None]

    # --- Steps ---

    def _step(self, session: Session, seat: int, move: Any, cause: Cause) -> Plan:
        game = session.rules
        log: list[LoggedMove] = []
        plan = self._settle(self._apply(seats.at_step(session, cause), seat, move, log), log)
        same = game.awaited(plan.after.state) == game.awaited(session.state)
        if move == game.LEAVE and plan.after.live and (same or session.paused_at is not None):
            # Someone else left: the awaited player's clock runs on (X3), or the pause goes on.
            return replace(plan, after=deadlines.running_on(plan.after, session))
        return plan

    def _apply(self, session: Session, seat: int, move: Any, log: list[LoggedMove]) -> Session:
        """Make one move: the only place where a game changes."""
        game = session.rules
        session = seats.stepped(session, game.apply(session.state, seat, move, self._chance(session)))
        log.append(LoggedMove(session.revision, self._now(), seat, game.token(move), session.cause))
        return seats.vacated(session, seat) if move == game.LEAVE else session

    def _settle(self, session: Session, log: list[LoggedMove]) -> Plan:
        """Finish a plan: set the next deadline, or add the result."""
        vacated = any(move.token == session.rules.token(session.rules.LEAVE) for move in log)
        open_motions = motions.kept(session, vacated=vacated)
        return endings.decided(deadlines.begun(replace(session, motions=open_motions), self._now()), log)

    def _chance(self, session: Session) -> Shuffler:
        assert session.start_id is not None  # noqa: S101 - asked for after the start only
        return self._shuffler(shuffle_key(session.secret, session.start_id))

    async def _try(self, session_id: str, planner: Planner) -> Change | None:
        """Commit a step that no person asked for; None when the plan finds nothing to do any more (StaleClick)."""
        try:
            return await self._commit(session_id, planner)
        except StaleClick:
            return None

    async def _commit(self, session_id: str, planner: Planner, person: Person | None = None) -> Change:
        """Lock, load, plan, write. Nothing is shown or announced unless all of it succeeded.

        Raises MalformedId when `person` is not in the session's channel: the id was forged or copied from there.
        """
        await self._absence.catch_up()  # first, as the step becomes the last sign of life
        async with self.locks.of(session_id):
            before = await self.load(session_id)
            if person is not None and person.channel_id != before.channel_id:
                raise MalformedId
            plan = deadlines.standing_still(before, planner(before), self._now())
            after = await self._store.save(before, plan)
        return self._announced(Change(before, after, plan.log))

    def _announced(self, change: Change) -> Change:
        self._on_commit(change)
        return change
