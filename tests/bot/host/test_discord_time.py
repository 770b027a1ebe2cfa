"""Games go by Discord's time, whatever the host's clock says and does (X3)."""

import logging
from email.utils import formatdate

import pytest

from bot.host.discord_time import DiscordTime

NOON = 1_700_000_000.0
"""Discord's time at which the bot starts."""


class Host:
    """A computer whose clock is wrong by so many seconds, and may be set."""

    def __init__(self, ahead: float) -> None:
        self.ahead = ahead
        self.passed = 0.0
        self.time = DiscordTime(lambda: NOON + self.passed + self.ahead, lambda: 5000 + self.passed)

    def answer(self, seconds: float = 0.2, **_: float) -> None:
        """Let Discord answer a request, half of so many seconds after it was sent."""
        sent = 5000 + self.passed
        self.passed += seconds / 2
        date = formatdate(NOON + self.passed, usegmt=True)
        self.passed += seconds / 2
        self.time.answered(date, sent)

    @property
    def error(self) -> float:
        return self.time() - (NOON + self.passed)


@pytest.mark.parametrize("ahead", [-300, 7200, 86_400, -86_400])
def test_x3_a_wrong_clock_is_noticed_by_the_first_answer(ahead: float) -> None:
    host = Host(ahead)
    host.answer()
    assert abs(host.error) <= 1
    assert abs(host.time.skew() - ahead) <= 1


@pytest.mark.parametrize("jump", [-3600, 3600, 86_400, -86_400])
def test_x3_a_clock_that_is_set_while_the_bot_runs_changes_nothing(jump: float) -> None:
    host = Host(0)
    host.answer()
    before = host.time()
    host.ahead, host.passed = jump, host.passed + 7
    assert host.time() == before + 7
    host.ahead = 0
    assert host.time() == before + 7


def test_x3_time_that_a_sleeping_computer_missed_is_found_by_the_next_click() -> None:
    """Some monotonic clocks stand still while a computer sleeps. A click was made before now."""
    host = Host(0)
    host.time.heard(NOON + 3600)
    assert host.time() == NOON + 3600


def test_a_click_that_comes_late_sets_no_clock_back() -> None:
    host = Host(0)
    host.time.heard(NOON - 60)
    assert host.time() == NOON


@pytest.mark.parametrize("seconds", [0.01, 3, 14])
@pytest.mark.parametrize("ahead", [-1.9, 0, 1.9])
def test_small_differences_and_slow_answers_set_no_clock(ahead: float, seconds: float) -> None:
    host, corrections = Host(ahead), list[object]()
    host.time.on_wrong = corrections.append
    for _ in range(20):
        host.answer(seconds)
    assert corrections == []


@pytest.mark.parametrize("date", ["", "yesterday", "Wed, 31 Feb 2026 25:00:00 GMT"])
def test_an_answer_without_a_readable_date_says_nothing(date: str) -> None:
    host = Host(0)
    host.time.answered(date, 5000)
    assert host.time() == NOON


def test_the_host_is_told_once_by_how_much_and_when_it_is_right_again(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    host = Host(-300)
    for _ in range(3):
        host.answer()
    host.ahead = 0
    for _ in range(3):
        host.answer()
    assert [message.partition(";")[0] for message in caplog.messages] == [
        "this computer's clock is 300 s behind Discord's",
        "this computer's clock agrees with Discord's again",
    ]


def test_the_time_jumps_only_when_whoever_keeps_the_deadlines_lets_it() -> None:
    host, corrections = Host(-300), list[object]()
    host.time.on_wrong = corrections.append
    host.answer()
    assert round(host.error) == -300
    host.time.correct()
    assert abs(host.error) <= 1
    assert corrections == [host.time.correct]
