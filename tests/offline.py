"""Sessions without a bot around them, as tests and tools need them: over a store, with nobody to tell."""

import asyncio
from collections.abc import Callable

import bot.games  # noqa: F401 - registers the games
from bot.model.records import Change
from bot.play.absence import Absence
from bot.play.entropy import new_secret
from bot.play.locks import Locks
from bot.play.reach import Reach
from bot.play.sessions import Sessions
from bot.play.unshown import Unshown
from bot.storage.store import Store
from rules.cards import Shuffler


def running(absence: Absence) -> Absence:
    """Return the absence of a bot that has been running for a while: no deadline has to be moved."""
    absence._was_away, absence._restarted = False, set()
    absence._reach.connect(0, 1)
    absence._changed = False
    return absence


def sessions_over(
    store: Store,
    now: Callable[[], float],
    shuffler: Callable[[bytes], Shuffler],
    secret: Callable[[], bytes] = new_secret,
    on_commit: Callable[[Change], None] = lambda _change: None,
) -> Sessions:
    """Return sessions with locks of their own, as one process has them."""
    locks = Locks()
    absence = Absence(store, locks, Reach(now), Unshown(now), asyncio.Event(), now)
    return Sessions(store, running(absence), locks, on_commit, now, shuffler, secret)
