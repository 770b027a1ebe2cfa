"""Discord's time, carried on by the monotonic clock: the host's own clock may be wrong, or be set, at any time (X3).

What Discord says of its time comes with its answers (the `Date` header, to the second) and with what it sends: the id
of an interaction holds the moment it was made (https://discord.com/developers/docs/reference#snowflakes).
"""

import logging
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

TOLERATED_SECONDS = 2.0
"""What an error must exceed to be corrected or told."""
DATE_SECONDS = 1.0
"""A `Date` header names the second within which an answer was made."""

log = logging.getLogger(__name__)


class DiscordTime:
    """Returns UTC epoch seconds when called. It never jumps, but for `correct`."""

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float]) -> None:
        """`wall` is the host's clock, in UTC epoch seconds: time goes by it until Discord has said something."""
        self._wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self._error = 0.0
        self._told = 0.0
        self.on_wrong: Callable[[Callable[[], None]], None] = lambda correct: correct()
        """Called when this time is wrong, with what corrects it; set by `__main__`."""

    def __call__(self) -> float:
        return self._monotonic() + self._offset

    def skew(self) -> float:
        """Return by how many seconds the host's clock is ahead of Discord's."""
        return self._wall() - self()

    def correct(self) -> None:
        """Jump to Discord's time."""
        self._offset += self._error
        self._error = 0.0

    def heard(self, moment: float) -> None:
        """Note that Discord's time was `moment`, UTC epoch seconds, before now."""
        self._compare(moment - self._monotonic(), None)

    def answered(self, date: str, sent: float) -> None:
        """Note the `Date` of an answer to a request that was sent at `sent`, in seconds of the monotonic clock."""
        try:
            moment = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return  # an answer that is not Discord's
        self._compare(moment - self._monotonic(), moment + DATE_SECONDS - sent)

    def _compare(self, least: float, most: float | None) -> None:
        """Note between which bounds the difference to the monotonic clock lies."""
        if self._offset < least:
            self._error = least - self._offset
        elif most is not None and self._offset > most:
            self._error = most - self._offset
        else:
            self._error = 0.0
        if abs(self._error) > TOLERATED_SECONDS:
            self.on_wrong(self.correct)
        self._tell()

    def _tell(self) -> None:
        """Tell the host, once, when their clock goes wrong, and when it is right again."""
        skew = self.skew() - self._error
        if abs(skew - self._told) <= TOLERATED_SECONDS:
            return
        self._told = skew
        if abs(skew) <= TOLERATED_SECONDS:
            log.info("this computer's clock agrees with Discord's again")
        else:
            direction = "ahead of" if skew > 0 else "behind"
            log.warning(
                "this computer's clock is %.0f s %s Discord's; games go by Discord's, but set it right: logs and "
                "backups bear its time",
                abs(skew),
                direction,
            )

    def following(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Return the trace, by which from now on the time is read from every answer."""

        async def note_sent(
            _session: aiohttp.ClientSession, context: SimpleNamespace, _params: aiohttp.TraceRequestStartParams
        ) -> None:
            context.sent = self._monotonic()

        async def read(
            _session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            if "Date" in params.response.headers:
                self.answered(params.response.headers["Date"], context.sent)

        trace.on_request_start.append(note_sent)
        trace.on_request_end.append(read)
        return trace
