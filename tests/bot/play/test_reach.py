"""Which servers can reach the bot: shards and outages, one by one (X3, F34)."""

import pytest

from bot.play.reach import Reach
from tests.bot.builders import Clock

EVEN, ODD = 2 << 22, 3 << 22
"""Servers whose shards, of two, are 0 and 1."""


class Heard:
    def __init__(self) -> None:
        self.clock = Clock()
        self.clock.now = 0
        self.times = 0
        self.reach = Reach(self.clock)
        self.reach.on_change = self.count

    def count(self) -> None:
        self.times += 1

    def lost(self) -> tuple[float | None, float | None]:
        return self.reach.lost_at(EVEN), self.reach.lost_at(ODD)


@pytest.fixture
def heard() -> Heard:
    """Two shards, connected at 10 s."""
    found = Heard()
    found.clock.now = 10
    for shard in (0, 1):
        found.reach.connect(shard, 2)
    return found


def test_nobody_reaches_the_bot_before_their_shard_is_connected() -> None:
    """https://discord.com/developers/docs/events/gateway#sharding: shard = (server id >> 22) % number of shards."""
    found = Heard()
    found.clock.now = 10
    found.reach.connect(1, 2)
    assert found.lost() == (0, None)


def test_x3_who_is_on_another_shard_plays_on(heard: Heard) -> None:
    heard.clock.now = 20
    heard.reach.disconnect(1)
    heard.clock.now = 120
    assert heard.lost() == (None, 20)
    heard.reach.connect(1, 2)
    assert heard.lost() == (None, None)


def test_x3_a_server_in_an_outage_stands_still_alone(heard: Heard) -> None:
    heard.clock.now = 20
    heard.reach.begin_outage(EVEN)
    assert heard.lost() == (20, None)
    assert heard.reach.lost_at(EVEN + 4) is None
    heard.reach.end_outage(EVEN)
    assert heard.lost() == (None, None)


def test_x3_an_outage_goes_on_when_the_shard_is_back(heard: Heard) -> None:
    """And it counts from whatever came first."""
    heard.clock.now = 20
    heard.reach.disconnect(0)
    heard.clock.now = 30
    heard.reach.begin_outage(EVEN)
    assert heard.reach.lost_at(EVEN) == 20
    heard.reach.connect(0, 2)
    assert heard.reach.lost_at(EVEN) == 30


def test_x3_what_was_missed_and_is_over_is_remembered_until_it_is_settled(heard: Heard) -> None:
    """A database that another program holds cannot be told before."""
    heard.clock.now = 20
    heard.reach.disconnect(0)
    heard.reach.begin_outage(ODD)
    heard.clock.now = 25
    heard.reach.connect(0, 2)
    heard.reach.end_outage(ODD)
    assert (heard.reach.missed_at(EVEN), heard.reach.missed_at(ODD)) == (20, 20)
    heard.reach.settled()
    assert (heard.reach.missed_at(EVEN), heard.reach.missed_at(ODD)) == (None, None)


def test_a_loss_that_lasts_is_not_settled(heard: Heard) -> None:
    heard.clock.now = 20
    heard.reach.disconnect(0)
    heard.reach.settled()
    assert heard.reach.lost_at(EVEN) == 20


def test_f34_what_is_heard_twice_changes_nothing(heard: Heard) -> None:
    before = heard.times
    for now in (20, 30):
        heard.clock.now = now
        heard.reach.connect(0, 2)
        heard.reach.disconnect(1)
        heard.reach.begin_outage(EVEN)
    assert (heard.times - before, heard.lost()) == (2, (20, 20))
    for _ in range(2):
        heard.reach.end_outage(EVEN)
    assert heard.times - before == 3
