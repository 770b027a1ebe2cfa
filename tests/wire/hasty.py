"""The real bot in a hurry: what takes it seconds takes tenths, so that a test need not wait.

HASTY_DEFER is how long it thinks before it defers an answer, in seconds.
"""

import os

from bot import __main__, app
from bot.messages import replies, tables


def main(argv: list[str]) -> int:
    replies.FIRST_SECONDS = 2.5
    tables.RETRY_SECONDS = 0.3
    app.REQUEST_SECONDS = 1.2
    replies.DEFER_AFTER_SECONDS = float(os.environ.get("HASTY_DEFER", replies.DEFER_AFTER_SECONDS))
    return __main__.main(argv)
