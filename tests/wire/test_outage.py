"""The connection to Discord is lost and comes back, over real sockets: the clocks stand still meanwhile (X3, F34)."""

from collections.abc import Callable

from tests.wire.bot_process import BotProcess
from tests.wire.people import World


async def test_x3_a_lost_connection_stops_the_clocks_until_it_is_resumed(
    world: World, new_bot: Callable[..., BotProcess]
) -> None:
    """Twice: each time the clocks stop once and go on once, and a game opened before is played on."""
    bot = new_bot()
    await bot.start()
    anne = world.person("Anne")
    opened = await world.slash(anne, "lands")
    assert opened.message is not None
    while "ready as" not in bot.output:
        await world.slash(anne, "pirates rules")
    for times in (1, 2):
        await world.server.gateway.drop()
        await world.server.until(lambda times=times: world.server.gateway.resumes == times)  # type: ignore[misc]
        await world.slash(anne, "pirates rules")
    assert (await world.click(anne, "Start", opened.message.id)).text
    await bot.terminate()
    assert bot.output.count("the clocks stand still") == 2
    assert world.server.gateway.identifies == 1
