"""Translating with a model over real stdio: a scripted endpoint answers, and what does not pass is not applied."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from tests.lsp.driving import Editor, editor
from tests.lsp.test_actions import ask, run
from tests.multicast import PROGRAM, RIGHT
from tests.translators.scripted import hanging, says, scripted, slowly

pytestmark = pytest.mark.asyncio
TITLE = "Translate this file to HIP with the model and verify it"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def reported(ed: Editor, word: str) -> str | None:
    """The progress that has said a word."""
    for token, said in ed.client.progress_reports.items():
        if any(word in str(report) for report in said):
            return str(token)
    return None


async def test_no_model_is_asked_unless_one_is_set(root: Path) -> None:
    async with editor(root, options={"trusted": True}) as ed:
        uri = ed.open("x.cu", PROGRAM)
        assert TITLE not in await ask(ed, uri, 5, 4)
        with pytest.raises(JsonRpcException, match="no model is set"):
            await run(ed, "cass.translateWithModel", uri)


async def test_nobody_is_asked_for_a_workspace_that_is_not_trusted(root: Path) -> None:
    with scripted(says(RIGHT)) as server:
        async with editor(root, options={"model": server.url}) as ed:
            uri = ed.open("x.cu", PROGRAM)
            assert TITLE in await ask(ed, uri, 5, 4)
            with pytest.raises(JsonRpcException, match="you did not agree"):
                await run(ed, "cass.translateWithModel", uri)
        assert not server.asked


@pytest.mark.gpu_code
async def test_an_answer_is_tried_and_only_applied_if_it_passes(root: Path) -> None:
    answer = RIGHT.replace("*p", "load(p)")  # does not build
    with scripted(says(answer)) as server:
        options = {"trusted": True, "arch": "gfx1100", "model": f"{server.url},answers=1"}
        async with editor(root, options=options) as ed:
            uri = ed.open("x.cu", PROGRAM)
            value = await asyncio.wait_for(run(ed, "cass.translateWithModel", uri), 400)
            assert len(server.asked) == 1 and "multimem" in server.asked[0]["messages"][0]["content"]
            assert not value["passed"] and not value["applied"] and not ed.client.applied
            said = " ".join([*value["remarks"], (value["suggestion"] or {}).get("text", "")])
            assert said.strip()


@pytest.mark.gpu_code
async def test_a_model_that_does_not_answer_can_be_stopped(root: Path) -> None:
    with scripted(hanging) as server:
        async with editor(root, options={"trusted": True, "arch": "gfx1100", "model": server.url}) as ed:
            uri = ed.open("x.cu", PROGRAM)
            trial = asyncio.ensure_future(run(ed, "cass.translateWithModel", uri))
            await ed.until(lambda: server.asked, "a question to the model", 300)
            token = await ed.until(lambda: reported(ed, "gfx1100"), "progress")
            place = t.HoverParams(t.TextDocumentIdentifier(uri), t.Position(15, 6))
            assert await asyncio.wait_for(ed.client.text_document_hover_async(place), 30)
            ed.client.window_work_done_progress_cancel(t.WorkDoneProgressCancelParams(token))
            assert (await asyncio.wait_for(trial, 60))["outcome"] == "STOPPED"


@pytest.mark.gpu_code
async def test_how_far_an_answer_is_can_be_seen(root: Path) -> None:
    with scripted(slowly) as server:
        async with editor(root, options={"trusted": True, "arch": "gfx1100", "model": server.url}) as ed:
            uri = ed.open("x.cu", PROGRAM)
            trial = asyncio.ensure_future(run(ed, "cass.translateWithModel", uri))
            token = await ed.until(lambda: reported(ed, "tokens written: x = x + 1;"), "progress of an answer", 300)
            assert reported(ed, "answer 1 of 5")
            ed.client.window_work_done_progress_cancel(t.WorkDoneProgressCancelParams(token))
            assert (await asyncio.wait_for(trial, 60))["outcome"] == "STOPPED"
            await ed.until(lambda: server.left, "the end of the answer", 60)
