"""What the store keeps of a session, as values. No I/O, no Discord; `sessions` makes new ones, `store` writes them."""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from bot.model.games import GAMES
from rules.game import Outcome, Rules
from rules.idols import Idol


class Status(StrEnum):
    """The phase of a session."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    """Decided by the rules."""
    CLOSED = "closed"
    """Ended without result: `closed` says why."""


LIVE = frozenset({Status.LOBBY, Status.PLAYING})


class Closed(StrEnum):
    """Why a session ended without the rules deciding it."""

    CANCELLED = "cancelled"
    EMPTY = "empty"
    LOBBY_EXPIRED = "lobby-expired"
    BY_MODERATOR = "by-moderator"
    BY_CONSENT = "by-consent"
    IDLE = "idle"
    CHANNEL_GONE = "channel-gone"
    UNSEEN = "unseen"
    """The table could not be shown for too long (F14)."""


class MotionKind(StrEnum):
    """What players can decide together."""

    END = "end"
    REMOVE = "remove"
    SKIP = "skip"
    PAUSE = "pause"


class Motion(Struct, frozen=True):
    """A proposal that waits for the consent of others."""

    kind: MotionKind
    seat: int | None
    """Who is to be removed or skipped."""
    number: int
    """The revision that opened it; identifies it in custom_ids."""
    ayes: tuple[int, ...]
    """User ids that agreed, the proposer first."""
    nays: tuple[int, ...] = ()
    """User ids that refused, where a majority is enough."""


class Cause(StrEnum):
    """Who made a move."""

    PLAYER = "player"
    CLOCK = "clock"
    """A time-out (X3)."""
    VOTE = "vote"
    MODERATOR = "moderator"


class Uncounted(StrEnum):
    """Why a game counts on no board."""

    NO_RESULT = "no-result"
    """Ended before the rules decided it (X2)."""
    REMOVED = "removed"
    """Somebody was removed by people who play in it (X2)."""


class Named(Struct, frozen=True):
    """Someone as they were called: no name is stored without its owner's id."""

    user_id: int
    """Below zero for someone whose data was deleted."""
    name: str


class Standing(Struct, frozen=True, omit_defaults=True):
    """What a result counted for when it was written."""

    uncounted: Uncounted | None = None
    won_often: tuple[int, ...] = ()
    """Seats for whom it counts on no board: as many wins as count within a day had counted for them."""
    played_often: tuple[int, ...] = ()
    """Seats to whose points nothing was added: as many games as are added up within a day had counted for them."""
    voyage: bool = False
    """A solo voyage (L16) that counts; the fields below are about it."""
    total: int = 0
    """Its score."""
    standard: bool = True
    """Played under the standard rules, and so on the server's board."""
    own_best: int | None = None
    """The player's best total before, under the same house rules; None for the first voyage."""
    server_best: int | None = None
    """The best total of anyone on the server before, likewise."""
    server_best_by: Named | None = None
    """The player who holds `server_best`; their name is empty when it has been deleted."""


class Person(Struct, frozen=True):
    """Someone who clicks or types."""

    user_id: int
    name: str
    """The display name in this server, cleaned (names.py)."""
    guild_id: int
    channel_id: int
    """Where they click or type: a control works in its own channel only."""
    moderator: bool = False
    """May manage messages in this channel."""
    parent_id: int | None = None
    """The channel of the thread they click or type in; None outside threads."""

    @property
    def named(self) -> Named:
        """What is stored of them where they end something."""
        return Named(self.user_id, self.name)


class Player(Struct, frozen=True, omit_defaults=True):
    """Someone at the table. The index in `Session.players` is the seat."""

    user_id: int
    name: str
    """What they were called when they took the seat, for as long as they have it: nobody turns into somebody else."""
    acted_at: float
    """UTC epoch seconds of the last click or command here."""
    missed: int = 0
    """Turns missed in a row (X3)."""
    unanswered: int = 0
    """Reactions missed since then, which count towards `late` only."""
    left: bool = False

    @property
    def late(self) -> int:
        """Time-outs in a row, of turns and reactions alike: each halves this player's next clock."""
        return self.missed + self.unanswered


class Terms(Struct, frozen=True, omit_defaults=True):
    """What a lobby settles before the start; a server may save its own as the defaults of its lobbies."""

    options: Any
    """House rules: the game's own options struct."""
    turn_seconds: int | None = 90
    """Time for one decision, in seconds; None for no clock."""
    reaction_seconds: int | None = 60
    """Time for a decision out of turn, likewise."""
    theme: str = "standard"
    """Names and look of the cards (B19); a file of data/themes."""
    shuffle_seats: bool = False
    """Seats are shuffled at the start, instead of following the order of joining (B16)."""
    language: str = "en-US"
    """Of the table and its pings; a folder of data/locale."""
    idols_aside: tuple[Idol, ...] = ()
    """The server's home-made idols (L15) while they are off in this lobby; those that are on are in the options.
    Defaults of a server have none."""


MOST_GAMES = 25
"""The highest limit to the games of a server at once; beyond it there is none."""


class ServerSettings(Struct, frozen=True):
    """What a server's admins have settled for all games there."""

    channels: tuple[int, ...] = ()
    """Where games may run; empty for everywhere."""
    most_games: int | None = None
    """Lobbies and running games at once, at most `MOST_GAMES`; None for no limit."""
    pings: bool = True
    """Whether players are called when it is their turn."""
    language: str | None = None
    """Of what everyone reads; None for the one that the server has on Discord."""

    @property
    def mentions(self) -> str:
        """The channels as Discord's mentions, for a sentence."""
        return ", ".join(f"<#{channel}>" for channel in self.channels)

    def allows(self, channel_id: int, parent_id: int | None) -> bool:
        """Tell whether games may run in a channel; a thread counts as its parent."""
        return not self.channels or channel_id in self.channels or parent_id in self.channels


class Session(Struct, frozen=True, omit_defaults=True):
    """One game from lobby to result, bound to one channel."""

    id: str
    game: str
    guild_id: int
    channel_id: int
    opener_id: int
    """May change house rules and cancel; the role passes on when they leave."""
    status: Status
    revision: int
    """Committed steps, those of the lobby included."""
    terms: Terms
    players: tuple[Player, ...]
    secret: bytes
    """256 bits, revealed when the session is over; its SHA-256 is shown from the start."""
    created_at: float
    updated_at: float
    """UTC epoch seconds of the last committed step."""
    deadline: float | None
    """UTC epoch seconds at which the clock acts, None when the session is over."""
    warn_at: float | None = None
    """UTC epoch seconds at which the awaited player is warned, None for no warning. Clearing it is no step."""
    stopped_at: float | None = None
    """UTC epoch seconds since when the clock stands still, as somebody cannot play (X3); None while it runs. What is
    left until the deadline is counted from here."""
    paused_at: float | None = None
    """UTC epoch seconds of the moment the crew paused the game; it goes on at `deadline`. None while it runs."""
    start_id: int | None = None
    """Id of the Start interaction, part of the shuffle key."""
    state: Any = None
    """The game's own state, None in the lobby."""
    events: tuple[Any, ...] = ()
    """What happened in the last step, for the table's sentences."""
    cause: Cause = Cause.PLAYER
    """Who made that step."""
    moved_at: float = 0.0
    """UTC epoch seconds of the start or the last move."""
    facts: tuple[Any, ...] = ()
    """What boards count of each seat so far: the game's own facts."""
    standing: Standing | None = None
    """What the result meant for the boards, None before the end."""
    first_id: int | None = None
    """Who begins or began: in the lobby the user who touched coin last (L2), or who is next after a rematch."""
    touched: bool = False
    """Whether `first_id` touched coin, rather than being next after a rematch."""
    invited: tuple[int, ...] = ()
    """The crew of the game this is a rematch of, in seat order."""
    invited_names: tuple[str, ...] = ()
    opener_is_new: bool = False
    """The last step passed the opener's role on, which the table says (F28)."""
    motions: tuple[Motion, ...] = ()
    """Open proposals, the oldest first, at most one of each player; none keeps another from being made."""
    votes: int = 0
    """Steps since the last one that was no vote: what was drawn before a vote can still be clicked."""
    thinned: bool = False
    """Somebody was removed by people who play here, who must gain nothing by that: the game counts on no board (X2)."""
    closed: Closed | None = None
    closer: Named | None = None
    """The moderator or player who ended it."""
    table_id: int | None = None
    """The public message. Stored separately: setting it is no step of the game."""
    ping_id: int | None = None
    """The last turn ping, stored likewise."""

    @property
    def rules(self) -> Rules:
        """The rules of its game."""
        return GAMES[self.game].rules

    @property
    def options(self) -> Any:
        """The game's own options struct."""
        return self.terms.options

    @property
    def live(self) -> bool:
        """Still a lobby or a running game."""
        return self.status in LIVE

    @property
    def best_by(self) -> Named | None:
        """Who held the server's best when this voyage ended."""
        return None if self.standing is None else self.standing.server_best_by

    def current(self, revision: int) -> bool:
        """Tell whether a control of this revision fits the session as it stands: nothing but votes came since."""
        return self.revision - self.votes <= revision <= self.revision

    def seat_aboard(self, user_id: int) -> int | None:
        """Return where this user sits; None for someone who never did, or has left."""
        seat = self.seat_of(user_id)
        return None if seat is None or self.players[seat].left else seat

    def seat_of(self, user_id: int) -> int | None:
        """Return where this user sits, also after they left."""
        for seat, player in enumerate(self.players):
            if player.user_id == user_id:
                return seat
        return None


class LoggedMove(Struct, frozen=True):
    """One line of a session's log: enough, with the secret, to play the game again."""

    revision: int
    """The revision this move led to."""
    at: float
    seat: int
    token: str
    cause: Cause


class Result(Struct, frozen=True):
    """How a session ended, for the boards."""

    outcome: Outcome
    rated: bool
    """Whether the rules decided the game, so that it can count (X2)."""


class Plan(Struct, frozen=True):
    """A step before it is committed: the next session, and what is stored with it."""

    after: Session
    log: tuple[LoggedMove, ...] = ()
    result: Result | None = None


class Change(Struct, frozen=True):
    """A committed step."""

    before: Session | None
    """None for a new session."""
    after: Session
    log: tuple[LoggedMove, ...] = ()
    """The moves it was made of."""


def as_json(value: object) -> str:
    """Return a value as JSON for a column of the database."""
    return msgspec.json.encode(value).decode()
