"""The wire server's faults and limits come as a test ordered them, and as Discord tells them."""

from tests.wire.faults import LOST, RESET, SILENCE, TABLE, Faults, fits, limited, refused
from tests.wire.limits import CHANNEL, Limits

MESSAGE = "/channels/1/messages/2"
ROUTE = "PATCH /channels/{channel}/messages/{message}"


def test_a_star_is_one_part_of_a_path() -> None:
    assert fits(MESSAGE, TABLE)
    assert not fits("/channels/1/messages", TABLE)
    assert not fits(MESSAGE + "/reactions", TABLE)


def test_faults_come_in_order_as_often_as_ordered_and_to_whom_they_are_for() -> None:
    faults = Faults()
    faults.order("PATCH", TABLE, RESET, SILENCE, times=2)
    faults.order("*", TABLE, LOST)
    assert faults.take("GET", "/channels/1") is None
    assert faults.take("DELETE", MESSAGE) is LOST
    assert [faults.take("PATCH", MESSAGE) for _ in range(5)] == [RESET, SILENCE, RESET, SILENCE, None]


def test_what_is_ordered_for_ever_lasts_until_it_is_cleared() -> None:
    faults = Faults()
    faults.order("GET", "/channels/*", refused(403, 50001), times=None)
    assert [faults.take("GET", "/channels/1") for _ in range(9)] == [refused(403, 50001)] * 9
    faults.clear()
    assert faults.take("GET", "/channels/1") is None


def test_a_429_says_how_long_and_whether_for_all_and_a_banned_address_is_told_nothing() -> None:
    one, every, banned = limited(1.5), limited(1.5, everywhere=True), limited(1.5, banned=True)
    assert (one.status, one.body["retry_after"], one.body["global"]) == (429, 1.5, False)
    assert (one.headers["Via"], one.headers["Retry-After"]) == ("1.1 wire", "1.500")
    assert (every.body["global"], every.headers["X-RateLimit-Global"]) == (True, "true")
    assert "Via" not in banned.headers
    assert "retry_after" not in banned.body


def test_a_bucket_counts_down_refuses_and_fills_again_and_each_channel_has_its_own() -> None:
    now = [100.0]
    limits = Limits(lambda: now[0])
    limits.sizes[ROUTE] = CHANNEL
    told = [limits.count(ROUTE, "1") for _ in range(6)]
    assert [headers["X-RateLimit-Remaining"] for headers, _ in told] == ["4", "3", "2", "1", "0", "0"]
    assert [fault is None for _, fault in told] == [True] * 5 + [False]
    assert told[-1][1] == limited(5.0)
    other, refusal = limits.count(ROUTE, "2")
    assert (other["X-RateLimit-Remaining"], refusal) == ("4", None)
    assert other["X-RateLimit-Bucket"] == told[0][0]["X-RateLimit-Bucket"]
    now[0] += 4.0
    assert limits.count(ROUTE, "1")[0]["X-RateLimit-Reset-After"] == "1.000"
    now[0] += 1.0
    assert limits.count(ROUTE, "1")[1] is None
