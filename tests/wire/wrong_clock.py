"""A computer whose clock is wrong: `time.time` is as many seconds ahead as the file says that `WIRE_AHEAD` names.

Imported into the bot's process by `launch.FAULT`. The monotonic clock goes on as it does.
"""

import os
import time
from pathlib import Path
from typing import Final

VARIABLE: Final = "WIRE_AHEAD"

_AHEAD: Final = Path(os.environ[VARIABLE])
_right = time.time


def wrong() -> float:
    return _right() + float(_AHEAD.read_text())


time.time = wrong
