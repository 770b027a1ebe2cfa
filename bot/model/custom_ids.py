"""The custom_id of a control: ids and a revision, never state, never a card (docs/architecture.md, idea 8).

The form is `q1:<verb>:<session>:<revision>:<argument>`. A control that belongs to no session, such as a page of a
board, has only an argument. Decoding is strict: ids of an older form and forged ones raise MalformedId, which the
boundary answers.
"""

import re

from msgspec import Struct

from bot.model.errors import MalformedId

PREFIX = "q1:"
LIMIT = 100
"""Discord's limit, in characters."""
SESSION_ID = r"[a-z2-7]{10}"

_NUMBER = r"0|[1-9][0-9]{0,8}"
_FORM = re.compile(rf"q1:([a-z-]{{1,16}}):({SESSION_ID}|):({_NUMBER}|):([!-9;-~]{{0,40}})")


class ControlId(Struct, frozen=True):
    """One control, of one session or of none."""

    verb: str
    session: str = ""
    """Empty for a control that belongs to no session."""
    revision: int | None = None
    """The committed steps when the control was drawn; None for controls that never go stale."""
    argument: str = ""
    """A move's token or an option's name: at most 40 ASCII characters, no colon."""

    def __str__(self) -> str:
        """Write the custom_id."""
        revision = "" if self.revision is None else self.revision
        return f"{PREFIX}{self.verb}:{self.session}:{revision}:{self.argument}"


def decode(text: str) -> ControlId:
    """Read a custom_id. Raises MalformedId for anything that `str(ControlId)` does not write."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise MalformedId
    verb, session, revision, argument = match.groups()
    if revision and not session:
        raise MalformedId
    return ControlId(verb, session, int(revision) if revision else None, argument)


def number_in(text: str) -> int:
    """Read a number that a control may hold, at most nine digits. Raises MalformedId for anything else."""
    if re.fullmatch(_NUMBER, text) is None:
        raise MalformedId
    return int(text)
