"""The one clock over a room's sessions, run on the test's time."""

import asyncio
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock import scheduler as clock_room
from bot.clock.scheduler import Scheduler
from bot.model.records import Change, Session, Terms
from bot.play.absence import Absence
from bot.play.reach import Reach
from bot.play.unshown import Unshown
from rules.lands.model import Options
from tests.bot.builders import ANNE, BART, BEGAN, CALICO, CHANNEL, START_ID, Room

Happenings = Mapping[int, Callable[[], object]]
"""What happens as the clock begins a nap, by the number of the nap."""


class Watch:
    """A clock whose naps take no time: the test's time passes at once, unless the clock is woken first."""

    def __init__(self, room: Room, patch: pytest.MonkeyPatch, beat: float = 10.0, *, reachable: bool = True) -> None:
        self.room = room
        self.patch = patch
        self.wake = asyncio.Event()
        self.reach = Reach(room.clock)
        self.unshown = Unshown(room.clock)
        self.absence = Absence(room.store, room.sessions.locks, self.reach, self.unshown, self.wake, room.clock)
        self.absence._restarted = set()  # the tables tell the time that is left
        serve = (room.sessions, room.store, self.absence, self, room.is_member, self.wake, room.clock)
        self.scheduler = Scheduler(*serve, beat_seconds=beat)
        if reachable:
            self.connect()
        self.redrawn: list[set[str]] = []
        """Which tables were shown with the time that is left, each time."""
        self.fired: list[tuple[str, float]] = []
        """What was shown, and how long after the beginning."""
        self.warned: list[tuple[str, float]] = []
        """The same of warnings."""
        self.naps: list[float | None] = []
        """How long the clock wanted to sleep, each time."""

    def connect(self, shard: int = 0, shards: int = 1) -> None:
        self.reach.connect(shard, shards)

    def disconnect(self, shard: int = 0) -> None:
        self.reach.disconnect(shard)

    # --- The display ---

    def show(self, change: Change) -> None:
        self.fired.append((change.after.id, self.passed))

    def warn(self, session: Session) -> None:
        self.warned.append((session.id, self.passed))

    def show_again(self, session_ids: Iterable[str]) -> None:
        if session_ids:
            self.redrawn.append(set(session_ids))

    async def is_shown(self, session_id: str) -> bool:
        if self.unshown.waits(session_id):
            self.unshown.stop(session_id)
            return False
        return True

    # --- Time ---

    @property
    def passed(self) -> float:
        """Seconds since the beginning."""
        return self.room.clock.now - BEGAN

    def lose(self, seconds: float) -> None:
        """Let time pass in which nothing runs."""
        self.room.clock.now += seconds

    async def beaten_at(self) -> float:
        """Read when the process last noted that it is alive, seconds after the beginning."""
        return float(await self.room.store.note("heartbeat") or 0) - BEGAN

    async def run(self, seconds: float, at: Happenings | None = None) -> list[float | None]:
        """Let the clock run for so long; return the lengths of its naps."""
        self.naps, until, happenings = [], self.room.clock.now + seconds, at or {}

        async def nap(wake: asyncio.Event, seconds: float | None) -> None:
            self.naps.append(seconds)
            happening = happenings.get(len(self.naps), lambda: None)()
            if inspect.isawaitable(happening):
                await happening
            await asyncio.sleep(0)
            if wake.is_set():
                return
            if seconds is None or self.room.clock.now + seconds > until:
                raise asyncio.CancelledError
            self.room.clock.now += seconds

        with self.patch.context() as patch:
            patch.setattr(clock_room, "nap", nap)
            with pytest.raises(asyncio.CancelledError):
                await self.scheduler.run()
        return self.naps

    def fail(self, owner: object, name: str, *faults: Exception, of: str | None = None) -> list[float]:
        """Let the next calls of a method, or those about one session, fail; return the list of when it was called."""
        original, left, called = getattr(owner, name), [*faults], []

        async def moody(*arguments: Any) -> Any:
            if of is None or arguments[0] == of:
                called.append(self.passed)
                if left:
                    raise left.pop(0)
            return await original(*arguments)

        self.patch.setattr(owner, name, moody)
        return called


async def games(room: Room, count: int, turn_seconds: int = 90) -> list[str]:
    """Start games for three, one in each of so many channels; the clock starts with the last of them."""
    found = []
    for number in range(count):
        crew = [replace(who, channel_id=CHANNEL + number) for who in (ANNE, BART, CALICO)]
        session = (await room.sessions.open("lands", crew[0], Terms(Options(), turn_seconds))).after
        for who in crew[1:]:
            await room.sessions.join(session.id, who)
        await room.sessions.start(session.id, crew[0], START_ID)
        found.append(session.id)
    return found
