"""Code actions and commands over real stdio: what they change is what the engine says, and nothing else."""

import ast
import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t

from cass_tools.config import Config
from cass_tools.engine import check
from cass_tools.model import Safety, Source
from cass_tools.translators.rules import translate
from tests.lsp.driving import PULLING, PUSHED, Editor, editor

pytestmark = pytest.mark.asyncio
EMOJI = "// \U0001f600\nvoid f(float** p) {\n\t/* \U0001f600 */ cudaMalloc(p, 8); cudaFree(*p);\n}\n"
PROGRAM = """#include <cstdio>
#include <cuda_runtime.h>
__global__ void twice(float* p) { p[threadIdx.x] *= 2; }
int main() {
  float host[4] = {1, 2, 3, 4}, *p;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g %g\\n", host[0], host[3]);
  cudaFree(p);
}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def applied(text: str, edits: Any, encoding: str = "utf-16") -> str:
    """As a client does it: positions in units of the encoding, from the last edit to the first."""
    lines = text.split("\n")

    def offset(place: t.Position) -> int:
        line = lines[place.line]
        size = {"utf-8": 1, "utf-16": 2}[encoding]
        raw = line.encode("utf-8" if encoding == "utf-8" else "utf-16-le")[: place.character * size]
        before = raw.decode("utf-8" if encoding == "utf-8" else "utf-16-le")
        return sum(len(each) + 1 for each in lines[: place.line]) + len(before)

    spans = [(offset(e.range.start), offset(e.range.end), e.new_text) for e in edits]
    for start, end, new in sorted(spans, key=lambda span: span[:2], reverse=True):
        text = text[:start] + new + text[end:]
    return text


def edits_of(edit: t.WorkspaceEdit | None) -> list[t.TextEdit]:
    assert edit is not None
    if edit.changes:
        return [each for edits in edit.changes.values() for each in edits]
    return [e for change in edit.document_changes or () if isinstance(change, t.TextDocumentEdit) for e in change.edits]  # type: ignore[misc]


async def ask(ed: Editor, uri: str, line: int, character: int, only: str | None = None) -> dict[str, t.CodeAction]:
    place = t.Position(line, character)
    context = t.CodeActionContext([], only=[only] if only else None)
    params = t.CodeActionParams(t.TextDocumentIdentifier(uri), t.Range(place, place), context)
    found = await ed.client.text_document_code_action_async(params)
    return {each.title: _action(each) for each in found or ()}


def _action(each: t.CodeAction | t.Command) -> t.CodeAction:
    """As an action: the test's own client takes one with a command for that command."""
    if isinstance(each, t.CodeAction):
        return each
    inner: Any = ast.literal_eval(each.command)  # its text
    return t.CodeAction(each.title, command=t.Command(inner["title"], inner["command"], arguments=inner["arguments"]))


async def run(ed: Editor, name: str, *arguments: Any) -> Any:
    return await ed.client.workspace_execute_command_async(t.ExecuteCommandParams(name, arguments=list(arguments)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
async def test_one_finding_is_fixed_and_nothing_else(root: Path, encoding: str) -> None:
    async with editor(root, encoding=encoding) as ed:
        uri = ed.open("x.cu", EMOJI)
        column = len(EMOJI.split("\n")[2][:12].encode("utf-8" if encoding == "utf-8" else "utf-16-le"))
        column //= 1 if encoding == "utf-8" else 2
        offered = await ask(ed, uri, 2, column)
        fix = offered["Fix: cudaMalloc is hipMalloc in HIP"]
        assert fix.is_preferred and fix.edit is None and fix.diagnostics
        assert not any("cudaFree" in title for title in offered)
        made = await ed.client.code_action_resolve_async(fix)
        assert applied(EMOJI, edits_of(made.edit), encoding) == EMOJI.replace("cudaMalloc", "hipMalloc")


async def test_all_that_is_safe_is_fixed_at_once(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", PROGRAM)
        offered = await ask(ed, uri, 0, 0, "source.fixAll")
        assert [action.kind for action in offered.values()] == ["source.fixAll.cass"]
        made = await ed.client.code_action_resolve_async(next(iter(offered.values())))
        after = applied(PROGRAM, edits_of(made.edit))
        safe = translate(Source(root / "x.cu", PROGRAM.encode()), Config(), Safety.SAFE)
        assert after.encode() == safe.data and "hipMalloc" in after


async def test_a_function_is_translated_alone(root: Path) -> None:
    text = "__global__ void k(cudaStream_t s, cudaError_t e) { }\nvoid g(float* p) { cudaFree(p); }\n"
    async with editor(root) as ed:
        uri = ed.open("x.cu", text)
        made = await ed.client.code_action_resolve_async((await ask(ed, uri, 0, 30))["Translate k to HIP"])
        expected = text.replace("cudaStream_t", "hipStream_t").replace("cudaError_t", "hipError_t")
        assert applied(text, edits_of(made.edit)) == expected


async def test_an_editor_that_cannot_wait_gets_its_edits_at_once(root: Path) -> None:
    async with editor(root, spec=PUSHED, encoding="utf-16", adapt=_hasty) as ed:
        uri = ed.open("x.cu", EMOJI)
        fix = (await ask(ed, uri, 2, 12))["Fix: cudaMalloc is hipMalloc in HIP"]
        assert applied(EMOJI, edits_of(fix.edit)) == EMOJI.replace("cudaMalloc", "hipMalloc")


def _hasty(able: t.ClientCapabilities) -> None:
    assert able.text_document is not None and able.text_document.code_action is not None
    able.text_document.code_action.resolve_support = None


async def test_an_old_action_is_not_applied_to_a_new_text(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", EMOJI)
        fix = (await ask(ed, uri, 2, 12))["Fix: cudaMalloc is hipMalloc in HIP"]
        ed.change(uri, "\n" + EMOJI)
        with pytest.raises(Exception, match="Modified"):
            await ed.client.code_action_resolve_async(fix)


async def test_who_types_on_while_a_menu_is_made_gets_one_all_the_same(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", EMOJI)
        waiting = asyncio.ensure_future(ask(ed, uri, 2, 14))
        await asyncio.sleep(0)
        ed.change(uri, EMOJI + "// more\n")
        assert "Fix: cudaMalloc is hipMalloc in HIP" in await waiting


async def test_findings_are_silenced_here_in_the_file_and_in_the_project(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", EMOJI)
        offered = await ask(ed, uri, 2, 12)
        for title, left in (("Ignore CASS100 here", 0), ("Ignore CASS100 in this file", 0)):
            made = await ed.client.code_action_resolve_async(offered[title])
            after = applied(EMOJI, edits_of(made.edit))
            found = [f for f in check(Source(root / "x.cu", after.encode()), Config()) if f.code == "CASS100"]
            assert len(found) == left
        command = offered["Ignore CASS100 in this project"].command
        assert command is not None
        assert (await run(ed, command.command, *(command.arguments or ())))["applied"]
        assert (root / "cass.toml").read_text() == '[check]\nignore = ["CASS100"]\n'
        assert "CASS100" not in {d.code for d in (await ed.pull(uri)).items}


async def test_pages_and_previews_are_shown(root: Path) -> None:
    async with editor(root, spec="visual_studio_code") as ed:
        uri = ed.open("x.cu", PROGRAM)
        page = await run(ed, "cass.explain", "CASS100", uri)
        assert page["markdown"].startswith("# CASS100 api-renamed")
        shown = await run(ed, "cass.preview", uri)
        assert shown["name"] == "x.hip" and "hipMalloc" in shown["text"] and shown["left"] == []
        assert [d.uri for d in ed.client.shown_documents] == [page["uri"], shown["preview"]]
        assert Path(shown["preview"].removeprefix("file://")).read_text() == shown["text"]
        assert not list(root.glob("*.hip"))
        with pytest.raises(Exception, match=r"^there is no rule CASS999"):
            await run(ed, "cass.explain", "CASS999")


async def test_a_file_is_translated_in_the_editor(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", PROGRAM)
        assert (await run(ed, "cass.translate", uri))["applied"]
        edit = ed.client.applied[-1].edit
        whole = translate(Source(root / "x.cu", PROGRAM.encode()), Config(), Safety.UNSAFE)
        assert applied(PROGRAM, edits_of(edit)).encode() == whole.data
        assert "not verified" in ed.client.messages[-1].message


async def test_the_workspace_is_fixed_in_one_edit(root: Path) -> None:
    (root / "a.cu").write_text("void f(float* p) { cudaFree(p); }\n")
    (root / "b.cu").write_text("int x;\n")
    async with editor(root, spec="visual_studio_code") as ed:
        ed.open("c.cu", EMOJI)
        done = await run(ed, "cass.fixAllInWorkspace")
        assert done["files"] == 2
        changes = ed.client.applied[-1].edit.document_changes or ()
        found = {c.text_document.uri: c.text_document.version for c in changes if isinstance(c, t.TextDocumentEdit)}
        assert found == {ed.uri("a.cu"): None, ed.uri("c.cu"): 1}


async def test_nothing_runs_unless_the_user_agrees(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", PROGRAM)
        await ed.pull(uri)
        with pytest.raises(Exception, match="did not agree"):
            await run(ed, "cass.translateVerified", uri)
        assert len(ed.client.questions) == 1 and not ed.client.applied


@pytest.mark.gpu_code
async def test_a_translation_that_passes_is_applied(root: Path) -> None:
    options = {"trusted": True, "notifications": True, "arch": "gfx1100"}
    async with editor(root, spec=PULLING, options=options) as ed:
        uri = ed.open("x.cu", PROGRAM)
        value = await asyncio.wait_for(run(ed, "cass.translateVerified", uri), 240)
        assert value["passed"] and value["applied"] and value["summary"] == "verified at 32", value
        assert "hipMalloc" in applied(PROGRAM, edits_of(ed.client.applied[-1].edit))
        reports = [r for each in ed.client.progress_reports.values() for r in each]
        assert any("gfx1100" in str(getattr(r, "message", "")) for r in reports)
        assert [name for name, _ in ed.client.said if name == "verdict"] == ["verdict"]
        lenses = await ed.client.text_document_code_lens_async(t.CodeLensParams(t.TextDocumentIdentifier(uri)))
        titles = [lens.command.title for lens in lenses or () if lens.command]
        assert "0 findings · verified at 32" in titles and "Verify now" in titles
        ed.change(uri, applied(PROGRAM, edits_of(ed.client.applied[-1].edit)))
        lenses = await ed.client.text_document_code_lens_async(t.CodeLensParams(t.TextDocumentIdentifier(uri)))
        assert "0 findings · verified at 32" in [lens.command.title for lens in lenses or () if lens.command]
        ed.change(uri, PROGRAM)
        beside = await asyncio.wait_for(run(ed, "cass.translateVerified", uri, "beside"), 240)
        assert beside["applied"] and "hipMalloc" in (root / "x.hip").read_text()


@pytest.mark.gpu_code
async def test_a_translation_that_does_not_pass_is_shown_and_not_applied(root: Path) -> None:
    wrong = PROGRAM.replace("p[threadIdx.x] *= 2", "p[threadIdx.x] *= warpSize == 32 ? 2 : 3").replace(
        "int main() {", "int main() { return undeclared;"
    )
    async with editor(root, options={"trusted": True, "arch": "gfx1100"}) as ed:
        uri = ed.open("x.cu", wrong)
        value = await asyncio.wait_for(run(ed, "cass.translateVerified", uri), 240)
        assert not value["passed"] and not value["applied"] and value["outcome"] == "NOT_BUILT"
        assert "undeclared" in " ".join(value["reasons"]) and not ed.client.applied
        assert "undeclared" in ed.client.messages[-1].message


@pytest.mark.gpu_code
async def test_a_trial_can_be_stopped_and_hover_does_not_wait_for_it(root: Path) -> None:
    endless = PROGRAM.replace("twice<<<1, 4>>>(p);", "for (;;) twice<<<1, 4>>>(p);")
    async with editor(root, options={"trusted": True, "arch": "gfx1100"}) as ed:
        uri = ed.open("x.cu", endless)
        await ed.pull(uri)
        trial = asyncio.ensure_future(run(ed, "cass.verify", uri))
        token = await ed.until(
            lambda: next((k for k, r in ed.client.progress_reports.items() if any("gfx" in str(m) for m in r)), None),
            "the progress of the trial",
        )
        place = t.HoverParams(t.TextDocumentIdentifier(uri), t.Position(5, 4))
        assert await asyncio.wait_for(ed.client.text_document_hover_async(place), 5)
        with pytest.raises(Exception, match="already"):
            await run(ed, "cass.verify", uri)
        ed.client.window_work_done_progress_cancel(t.WorkDoneProgressCancelParams(token))
        value = await asyncio.wait_for(trial, 30)
        assert value["outcome"] == "STOPPED"
