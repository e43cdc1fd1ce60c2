"""Assembly of open sources as `cass-asm:` documents, and what instructions are, over real stdio."""

from pathlib import Path

import pytest
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from tests.lsp.driving import Editor, editor

pytestmark = pytest.mark.asyncio
SOURCE = """#include <cuda_runtime.h>
__global__ void scale(float* p) {
  p[threadIdx.x] *= 3;
}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "an odd folder").mkdir()
    return tmp_path / "an odd folder"


async def command(ed: Editor, name: str, *words: str) -> dict[str, str]:
    found = await ed.client.workspace_execute_command_async(t.ExecuteCommandParams(name, list(words)))
    assert found is not None
    return dict(found)


async def hover(ed: Editor, uri: str, line: int, character: int) -> str:
    found = await ed.client.text_document_hover_async(
        t.HoverParams(t.TextDocumentIdentifier(uri), t.Position(line, character))
    )
    return found.contents.value if found and isinstance(found.contents, t.MarkupContent) else ""


async def test_a_source_has_its_assembly_as_a_document(root: Path) -> None:
    async with editor(root, options={"arch": "gfx1100", "trusted": True, "notifications": True}) as ed:
        uri = ed.open("x.cu", SOURCE, save=False)  # nobody has saved it
        made = await command(ed, "cass.assembly", uri)
        assert made["uri"].startswith("cass-asm:/")
        assert "/x.cu.gfx1100.s?amd&" in made["uri"]
        text = (await command(ed, "cass.assemblyText", made["uri"]))["text"]
        assert "global_store_b32" in text
        assert "_Z5scalePf:" in text
        asked = await ed.client.workspace_text_document_content_async(t.TextDocumentContentParams(made["uri"]))
        assert asked.text == text
        other = await command(ed, "cass.assembly", uri, "amd", "gfx1030")
        assert "global_store_dword" in (await command(ed, "cass.assemblyText", other["uri"]))["text"]
        ir = await command(ed, "cass.assembly", uri, "ir")
        assert "define" in (await command(ed, "cass.assemblyText", ir["uri"]))["text"]


async def test_nothing_is_built_before_the_user_agrees(root: Path) -> None:
    async with editor(root, options={"arch": "gfx1100"}) as ed:
        uri = ed.open("x.cu", SOURCE)
        with pytest.raises(JsonRpcException, match="you did not agree"):
            await command(ed, "cass.assembly", uri)
        assert ed.client.questions


@pytest.mark.parametrize(
    ("uri", "words"),
    [("cass-asm:/x", "is no document"), ("file:///x.s", "is no document"), ("cass-asm:/x.gfx1100.s?amd&y", "not open")],
)
async def test_what_is_no_such_document_is_refused(root: Path, uri: str, words: str) -> None:
    async with editor(root, options={"trusted": True}) as ed:
        with pytest.raises(JsonRpcException, match=words):
            await command(ed, "cass.assemblyText", uri)


async def test_the_compilers_reason_is_the_answer(root: Path) -> None:
    async with editor(root, options={"trusted": True}) as ed:
        uri = ed.open("x.cu", "__global__ void k() { nonsense; }\n")
        with pytest.raises(JsonRpcException, match=r"does not compile for gfx1100.*nonsense"):
            await command(ed, "cass.assembly", uri)


async def test_hover_says_what_an_instruction_is(root: Path) -> None:
    text = (
        '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"\nk:\n\tglobal_load_dword v2, v[0:1], off ; v_add_f32\n\ts_foo\n'
    )
    async with editor(root) as ed:
        uri = ed.open("k.s", text, language="asm")
        words = await hover(ed, uri, 2, 5)
        assert "**global_load_dword**: global memory" in words
        assert "vdst*, vaddr[2]" in words
        assert "gfx1100 calls it `global_load_b32`" in words
        assert not await hover(ed, uri, 2, 40)
        assert not await hover(ed, uri, 3, 3)
        assert not await hover(ed, uri, 1, 0)


WRONG = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
// \U0001f600
k:\r
\tv_add_f32 v0, v1
\ts_branch nowhere
\ts_endpgm
"""


async def test_what_is_wrong_with_amd_assembly_is_found_as_it_is_written(root: Path) -> None:
    async with editor(root, options={"trusted": True}) as ed:
        uri = ed.open("x.s", WRONG, language="asm")
        found = {(d.code, d.range.start.line) for d in (await ed.pull(uri)).items}
        assert found == {("ASM104", 3), ("ASM113", 4)}
        where = t.Range(t.Position(4, 10), t.Position(4, 17))
        ed.change(uri, "k", where)
        assert {d.code for d in (await ed.pull(uri)).items} == {"ASM104"}
        at = t.Range(t.Position(3, 1), t.Position(3, 1))
        asked = t.CodeActionParams(t.TextDocumentIdentifier(uri), at, t.CodeActionContext([]))
        actions = await ed.client.text_document_code_action_async(asked)
        assert not any("ranslat" in action.title or "Ignore" in action.title for action in actions or ())
        other = ed.open("host.s", "main:\n\tnonsense %rax\n", language="asm")
        assert not (await ed.pull(other)).items


async def test_no_assembler_is_started_for_a_file_that_is_not_trusted(root: Path) -> None:
    async with editor(root) as ed:
        ed.client.answer = "Always in this session"
        uri = ed.open("x.s", WRONG, language="asm")
        assert not (await ed.pull(uri)).items and not ed.client.questions
        source = ed.open("x.cu", SOURCE)
        await command(ed, "cass.assembly", source)
        assert ed.client.questions and (await ed.pull(uri)).items
