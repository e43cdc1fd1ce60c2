"""Reading aids over real stdio: hover, hints, symbols, lenses, tokens, completion, readiness."""

from pathlib import Path

import pytest
from lsprotocol import types as t

from tests.lsp.driving import Editor, editor

pytestmark = pytest.mark.asyncio
SOURCE = """#include <cuda_runtime.h>
// \U0001f600
template <int N>
__global__ void scale(float* p) {
  p[threadIdx.x] *= N + warpSize;
}
__device__ float half_of(float x) { return x / 2; }
void f(float* p) {
  /* \U0001f600 */ cudaThreadSynchronize(); cudaFree(p);
  scale<3><<<1, 32>>>(p);
  hipM
}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


async def hover(ed: Editor, uri: str, line: int, character: int) -> str | None:
    found = await ed.client.text_document_hover_async(
        t.HoverParams(t.TextDocumentIdentifier(uri), t.Position(line, character))
    )
    return found.contents.value if found and isinstance(found.contents, t.MarkupContent) else None


async def test_hover_says_what_a_name_is_in_hip(root: Path) -> None:
    async with editor(root, encoding="utf-16", options={"arch": "gfx1100,gfx90a"}) as ed:
        uri = ed.open("x.cu", SOURCE)
        await ed.pull(uri)
        words = await hover(ed, uri, 8, 15)
        assert words and "cudaThreadSynchronize: hipDeviceSynchronize (renamed, HIP 6.3)" in words
        assert "deprecated in CUDA: 10.0" in words
        assert "cudaFree: hipFree" in (await hover(ed, uri, 8, 40) or "")
        assert "hip/hip_runtime.h" in (await hover(ed, uri, 0, 14) or "")
        assert "32 on gfx1100, 64 on gfx90a" in (await hover(ed, uri, 4, 26) or "")
        assert await hover(ed, uri, 7, 6) is None and await hover(ed, uri, 99, 0) is None


async def test_hints_stand_behind_names_and_can_be_turned_off(root: Path) -> None:
    whole = t.Range(t.Position(0, 0), t.Position(99, 0))
    async with editor(root, encoding="utf-16") as ed:
        uri = ed.open("x.cu", SOURCE)
        params = t.InlayHintParams(t.TextDocumentIdentifier(uri), whole)
        given = await ed.client.text_document_inlay_hint_async(params) or ()
        hints = {(h.position.line, h.position.character): h.label for h in given}
        line = SOURCE.split("\n")[8]
        end = len(line[: line.index("cudaFree") + 8].encode("utf-16-le")) // 2
        assert hints[8, end] == "→ hipFree" and "= 32|64" in hints.values()
        ed.client.workspace_did_change_configuration(t.DidChangeConfigurationParams({"cass": {"inlayHints": False}}))
        assert not await ed.client.text_document_inlay_hint_async(params)


async def test_kernels_are_symbols_with_lenses(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", SOURCE)
        found = await ed.client.text_document_document_symbol_async(
            t.DocumentSymbolParams(t.TextDocumentIdentifier(uri))
        )
        symbols = {s.name: s for s in found or () if isinstance(s, t.DocumentSymbol)}
        assert {name: s.detail for name, s in symbols.items()} == {"scale": "kernel", "half_of": "device function"}
        scale = symbols["scale"]
        assert (scale.range.start.line, scale.range.end.line, scale.selection_range.start.line) == (2, 5, 3)
        assert scale.selection_range.start.character == SOURCE.split("\n")[3].index("scale")
        lenses = await ed.client.text_document_code_lens_async(t.CodeLensParams(t.TextDocumentIdentifier(uri)))
        titles = [lens.command.title for lens in lenses or () if lens.command]
        assert len(titles) == 2 and titles[0].endswith("· not verified")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
async def test_tokens_are_what_only_cuda_has(root: Path, encoding: str) -> None:
    async with editor(root, encoding=encoding) as ed:
        uri = ed.open("x.cu", SOURCE)
        legend = ed.capabilities.semantic_tokens_provider
        assert legend is not None
        answer = await ed.client.text_document_semantic_tokens_full_async(
            t.SemanticTokensParams(t.TextDocumentIdentifier(uri))
        )
        found, line, character = [], 0, 0
        data = list(answer.data) if answer else []
        for step, forward, length, kind, bits in zip(*(iter(data),) * 5, strict=True):
            line, character = line + step, forward + (0 if step else character)
            raw = SOURCE.split("\n")[line].encode("utf-8" if encoding == "utf-8" else "utf-16-le")
            size = 1 if encoding == "utf-8" else 2
            text = raw[character * size : (character + length) * size]
            word = text.decode("utf-8" if encoding == "utf-8" else "utf-16-le")
            found.append((word, legend.legend.token_types[kind], bits))
        assert ("__global__", "keyword", 2) in found and ("<<<", "operator", 2) in found
        assert ("cudaThreadSynchronize", "function", 3) in found and ("cudaFree", "function", 2) in found


async def test_names_of_hip_are_completed_where_hip_is_written(root: Path) -> None:
    async with editor(root, encoding="utf-16") as ed:
        uri = ed.open("x.cu", SOURCE)

        async def complete(line: int, character: int) -> dict[str, t.CompletionItem]:
            params = t.CompletionParams(t.TextDocumentIdentifier(uri), t.Position(line, character))
            found = await ed.client.text_document_completion_async(params)
            return {item.label: item for item in found.items} if isinstance(found, t.CompletionList) else {}

        items = await complete(10, 6)
        assert "hipMalloc" in items and items["hipMalloc"].detail == "cudaMalloc in CUDA"
        edit = items["hipMalloc"].text_edit
        assert isinstance(edit, t.TextEdit) and edit.range == t.Range(t.Position(10, 2), t.Position(10, 6))
        assert await complete(8, 20) == {} and await complete(1, 0) == {}
        ed.change(uri, "#include <hip/hip_f")
        assert "hip/hip_fp16.h" in await complete(0, 19)


async def test_the_workspace_tells_how_ready_it_is(root: Path) -> None:
    (root / "ready.cu").write_text("int x;\n")
    (root / "work.cu").write_text("__global__ void heavy() {}\nvoid f(float* p) { cudaFree(p); }\n")
    async with editor(root) as ed:
        found = await ed.client.workspace_symbol_async(t.WorkspaceSymbolParams(""))
        names = [each.name for each in found or ()]
        assert "ready.cu: nothing left to port" in names and "heavy" in names
        assert any(name.startswith("work.cu: ") and "renames" in name for name in names)
        found = await ed.client.workspace_symbol_async(t.WorkspaceSymbolParams("heav"))
        assert [each.name for each in found or ()] == ["heavy"]


async def test_an_editor_that_wants_it_hears_of_the_state(root: Path) -> None:
    async with editor(root, options={"notifications": True}) as ed:
        uri = ed.open("x.cu", SOURCE)
        told = await ed.until(
            lambda: [v for name, v in ed.client.said if name == "status" and v.state == "ready"], "the status"
        )
        assert told[0].uri == uri and told[0].renames >= 2
