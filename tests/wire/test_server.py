"""The pretended Discord refuses what the real one does, and is loud about what it does not know."""

import aiohttp
import pytest

from tests.wire import shapes
from tests.wire.people import World
from tests.wire.shapes import API, CHANNEL, COMPONENTS_V2, EPHEMERAL
from tests.wire.state import UPDATE, Interaction

HELLO = {"type": 4, "data": {"content": "Hello"}}
WHISPER = {"type": 4, "data": {"content": "Psst", "flags": EPHEMERAL}}
NOTHING_TO_UPDATE = {"type": UPDATE, "data": {}}
BOTH = {"flags": COMPONENTS_V2, "content": "Hello"}


async def ask(world: World, method: str, path: str, body: object = None, token: str = shapes.TOKEN) -> tuple[int, int]:
    """Make a request; return its status and Discord's error code."""
    headers, url = {"Authorization": f"Bot {token}"}, f"http://127.0.0.1:{world.server.port}{API}{path}"
    async with aiohttp.ClientSession(headers=headers) as client, client.request(method, url, json=body) as answer:
        told = await answer.json() if answer.status >= 400 else {}
        return answer.status, told.get("code", 0)


@pytest.fixture
def asked(world: World) -> Interaction:
    """A command that waits for its answer."""
    return world.state.interaction(2, world.person("Anne"), CHANNEL, {"id": "1", "name": "lands", "type": 1}, None)


async def test_an_interaction_is_answered_once_in_time_and_followed_up_only_then(
    world: World, asked: Interaction
) -> None:
    callback, hook = f"/interactions/{asked.id}/{asked.token}/callback", f"/webhooks/1/{asked.token}"
    assert await ask(world, "POST", hook, {"content": "Hello"}) == (404, 10015)
    assert await ask(world, "POST", callback, NOTHING_TO_UPDATE) == (400, 50035)
    asked.expired = True
    assert await ask(world, "POST", callback, HELLO) == (404, 10062)
    asked.expired = False
    assert await ask(world, "POST", callback, WHISPER) == (204, 0)
    assert await ask(world, "POST", callback, HELLO) == (400, 40060)
    assert len(world.state.messages) == 1
    assert await ask(world, "PATCH", f"/channels/{CHANNEL}/messages/{asked.original}", {}) == (404, 10008)
    assert await ask(world, "DELETE", f"{hook}/messages/@original") == (204, 0)
    assert await ask(world, "DELETE", f"{hook}/messages/@original") == (404, 10008)
    world.server.requests.clear()


async def test_what_is_not_there_not_allowed_or_too_often_is_refused(world: World) -> None:
    post = f"/channels/{CHANNEL}/messages"
    assert await ask(world, "GET", "/users/@me", token="another") == (401, 0)  # noqa: S106
    assert await ask(world, "POST", "/channels/1/messages", {"content": "Hello"}) == (404, 10003)
    assert await ask(world, "GET", f"/guilds/{shapes.GUILD}/members/1") == (404, 10007)
    world.server.limits.sizes["POST /channels/{channel}/messages"] = (1, 3600.0)
    assert await ask(world, "POST", post, BOTH) == (400, 50035)
    assert (await ask(world, "POST", post, {"content": "Hello"}))[0] == 429
    assert world.state.messages == {}
    world.server.requests.clear()


async def test_an_unknown_route_is_loud_at_once(world: World) -> None:
    assert (await ask(world, "GET", f"/guilds/{shapes.GUILD}/emojis"))[0] == 501
    with pytest.raises(AssertionError, match=f"does not know.*/guilds/{shapes.GUILD}/emojis"):
        await world.server.until(lambda: None)
    world.server.unknown.clear()
