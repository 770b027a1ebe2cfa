"""Which messages a step changes; tests/e2e shows the same on a simulated Discord."""

from typing import Any

import pytest

from bot.model.custom_ids import ControlId
from bot.model.records import Terms
from rules.lands.model import Options
from tests.bot import clicks
from tests.bot.clicks import TABLE, Stage
from tests.bot.scenes import ANNE, BART, CALICO, here


async def test_a_message_that_is_clicked_becomes_the_table_where_there_is_none(stage: Stage) -> None:
    """The bot died after it had posted the lobby, and before it could note which message that is."""
    opened = await stage.sessions.open("lands", BART, Terms(Options()))
    answer = await stage.press(ANNE, str(ControlId("join", opened.after.id)))
    await stage.settle()
    assert "Anne" in answer.redrawn[0]
    assert ((await here(stage)).table_id, stage.posted) == (TABLE, [])


async def test_a_step_that_is_made_while_a_click_is_being_answered_is_shown_behind_the_answer(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = (await stage.sessions.open("lands", BART, Terms(Options()))).after
    await stage.store.set_table(opened.id, TABLE)
    edit = clicks._Response.edit_message

    async def slowly(response: clicks._Response, **message: Any) -> None:
        await edit(response, **message)
        await stage.sessions.join(opened.id, CALICO)

    monkeypatch.setattr(clicks._Response, "edit_message", slowly)
    answer = await stage.press(ANNE, str(ControlId("join", opened.id)))
    await stage.settle()
    assert "Calico" not in answer.redrawn[0]
    assert "Calico" in stage.texts[-1]
