"""What the bot refuses or cannot do, beside what the rules refuse (rules/errors.py). The sentences live in the locale.

BotError
├── MalformedId     a custom_id that is none of ours, or not of this channel
├── StaleClick      a control of a table that has moved on
├── Refused         a request that the session's situation does not allow: a Refusal and its facts
├── NotSaved        the store could not write: nothing has changed
└── NotRead         the store could not read
"""

from enum import StrEnum


class Refusal(StrEnum):
    """Why a request is refused."""

    CHANNEL_BUSY = "channel-busy"
    NO_GAME_HERE = "no-game-here"
    SESSION_OVER = "session-over"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    ALREADY_ABOARD = "already-aboard"
    NOT_ABOARD = "not-aboard"
    FIRST_TAKEN = "first-taken"
    LOBBY_FULL = "lobby-full"
    TOO_FEW = "too-few"
    NOT_OPENER = "not-opener"
    NOT_A_PLAYER = "not-a-player"
    NEEDS_MODERATOR = "needs-moderator"
    TARGET_NOT_ABOARD = "target-not-aboard"
    TARGET_IS_YOU = "target-is-you"
    MOTION_GONE = "motion-gone"
    MOTION_NOT_YOURS = "motion-not-yours"
    ALREADY_AGREED = "already-agreed"
    SKIP_TOO_EARLY = "skip-too-early"
    SKIP_HAS_CLOCK = "skip-has-clock"
    SKIP_YOURSELF = "skip-yourself"
    MISSING_PERMISSIONS = "missing-permissions"
    NO_HAND = "no-hand"
    BAD_OPTION = "bad-option"
    SERVERS_ONLY = "servers-only"
    OTHER_BOARD = "other-board"
    STILL_ABOARD = "still-aboard"
    CHANNEL_NOT_ALLOWED = "channel-not-allowed"
    TOO_MANY_GAMES = "too-many-games"
    NEEDS_MANAGER = "needs-manager"
    IDOL_NAME = "idol-name"
    IDOL_GONE = "idol-gone"
    TOO_MANY_IDOLS = "too-many-idols"
    IDOLS_CHANGED = "idols-changed"
    IDOLS_BUSY = "idols-busy"
    IDOLS_TOO_LONG = "idols-too-long"
    NO_IDOLS = "no-idols"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    NO_SUCH_BUTTON = "no-such-button"
    TOO_OFTEN = "too-often"


class BotError(Exception):
    """Base of all that the bot raises on purpose."""


class MalformedId(BotError):
    """A custom_id that is none of ours, or not of this channel."""


class StaleClick(BotError):
    """A control of a table that has moved on."""

    def __init__(self, session_id: str) -> None:
        super().__init__(session_id)
        self.session_id = session_id


class NotSaved(BotError):
    """The store could not write; nothing has changed and the same click may be tried again. Says why, for the host."""


class NotRead(BotError):
    """The store could not read. Says why, for the host."""


class Refused(BotError):
    """Carries the reason and the facts that its sentence needs."""

    def __init__(self, reason: Refusal, **facts: int | str) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts
