"""Every reason against a move has a test that reaches it, in the refusals of one game or another."""

from rules.errors import Reason
from tests.rules import test_blackspot_refusals, test_lands_refusals


def test_every_reason_is_reached_by_a_test() -> None:
    tables = (test_lands_refusals.REFUSALS, test_blackspot_refusals.REFUSALS)
    assert {reason.split()[0] for table in tables for _, _, reason in table.values()} == set(Reason)
