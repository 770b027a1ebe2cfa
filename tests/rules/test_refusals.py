"""Every reason against a move has a test that reaches it, in the refusals of one game or another."""

from pathlib import Path

from rules.errors import Reason

REFUSALS = ("test_lands_refusals.py", "test_blackspot_refusals.py")


def test_every_reason_is_reached_by_a_test() -> None:
    text = "".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in REFUSALS)
    assert {reason for reason in Reason if f"refused {reason}" not in text} == set()
