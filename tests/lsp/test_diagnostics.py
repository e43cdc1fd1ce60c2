"""Diagnostics over real stdio: pushed and pulled, in every encoding, through rapid edits, for the whole workspace."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as t

from tests.lsp.driving import PULLING, PUSHED, editor

pytestmark = pytest.mark.asyncio

KERNEL = "__global__ void k(float* p) { p[threadIdx.x] = __shfl_down(p[0], 16); }\n"
MIX = (
    "// \U0001f600 \u00e9\r\nvoid f(float** p) {\r\n\t/* \U0001f600\u4e16 */ cudaMalloc(p, 8);\tcudaFree(*p);\r\n}\r\n"
)


def units(text: str, encoding: str) -> int:
    return len(text.encode(f"{encoding}-le" if encoding != "utf-8" else encoding)) // {"utf-16": 2, "utf-32": 4}.get(
        encoding, 1
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_positions_are_those_of_the_encoding(root: Path, encoding: str) -> None:
    async with editor(root, encoding=encoding) as ed:
        assert ed.capabilities.position_encoding == encoding
        report = await ed.pull(ed.open("x.cu", MIX))
        line = MIX.split("\r\n")[2]
        found = {d.message.split()[0]: d.range for d in report.items if d.code == "CASS100"}
        for name in ("cudaMalloc", "cudaFree"):
            start = units(line[: line.index(name)], encoding)
            assert found[name] == t.Range(t.Position(2, start), t.Position(2, start + len(name)))


async def test_a_diagnostic_says_all_that_there_is_to_say(root: Path) -> None:
    source = "#include <cuda_runtime.h>\ntexture<float> tex;\n" + KERNEL + "void f(float** p) { cudaMalloc(p, 8); }\n"
    source += "void g() { cudaThreadSynchronize(); }\n__global__ void s() { __nanosleep(3); }\n"
    async with editor(root) as ed:
        report = await ed.pull(ed.open("x.cu", source))
        by = {(d.code, d.range.start.line): d for d in report.items}
        plain = by["CASS100", 3]
        assert plain.severity is t.DiagnosticSeverity.Hint and plain.source == "cass"
        page = plain.code_description.href
        assert page.endswith("/CASS100.md") and "becomes `hipMalloc" in Path(page.removeprefix("file://")).read_text()
        assert by["CASS100", 4].tags == (t.DiagnosticTag.Deprecated,)
        graver = [d for d in report.items if d.severity is t.DiagnosticSeverity.Error]
        assert {d.code for d in graver} == {"CASS153"}


async def test_a_fix_that_changes_other_lines_names_them(root: Path) -> None:
    source = "\n\n\n__global__ void k(float* p) { *p = __fmul_ru(*p, 2); }\n"
    async with editor(root) as ed:
        report = await ed.pull(ed.open("x.cu", source))
        related = [d for d in report.items if d.related_information]
        assert related, [d.message for d in report.items]
        for d in related:
            assert all(r.location.range.start.line != d.range.start.line for r in d.related_information)


async def test_nothing_new_is_not_said_again(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", MIX)
        first = await ed.pull(uri)
        again = await ed.pull(uri, first.result_id)
        assert again.kind == "unchanged" and again.result_id == first.result_id
        ed.change(uri, "int x;\n")
        third = await ed.pull(uri, first.result_id)
        assert third.kind == "full" and not third.items


async def test_pushed_diagnostics_have_the_version_that_they_are_about(root: Path) -> None:
    async with editor(root, spec=PUSHED) as ed:
        uri = ed.open("x.cu", MIX)
        assert {d.code for d in await ed.pushed(uri, 1)} >= {"CASS100"}
        version = ed.change(uri, "int x;\n")
        assert await ed.pushed(uri, version) == []
        ed.client.text_document_did_close(t.DidCloseTextDocumentParams(t.TextDocumentIdentifier(uri)))


async def test_rapid_edits_give_the_last_state_only(root: Path) -> None:
    async with editor(root, spec=PUSHED, options={"debounce": 2000}) as ed:  # longer than anything stops this process
        uri = ed.open("x.cu", "\n")
        await ed.pushed(uri, 1)
        for character in "void f(float** p) { cudaMalloc(p, 8); }":
            text = ed.versions[uri] - 1
            version = ed.change(uri, character, t.Range(t.Position(0, text), t.Position(0, text)))
            await asyncio.sleep(0.005)
        found = await ed.pushed(uri, version)
        assert [d.range.start.character for d in found if d.code == "CASS100"] == [20]
        versions = [p.version or 0 for p in ed.client.pushed if p.uri == uri]
        assert versions == sorted(versions) and len(versions) <= 4


async def test_a_request_about_an_old_text_is_answered_for_the_new_one(root: Path) -> None:
    many = "".join(f"void f{i}(float** p) {{ cudaMalloc(p, {i}); }}\n" for i in range(3000))
    async with editor(root) as ed:
        uri = ed.open("x.cu", many)
        asked = asyncio.ensure_future(ed.pull(uri))
        await asyncio.sleep(0)  # the request is on its way, and the change right behind it
        ed.change(uri, "void f(float** p) { cudaMalloc(p, 8); }\n")
        report = await asked
        assert {d.range.start.line for d in report.items} == {0}


async def test_what_a_header_of_the_project_declares_is_its_own(root: Path) -> None:
    (root / "util.h").write_text("void cudaOwn(int);\n")
    async with editor(root) as ed:
        uri = ed.open("x.cu", '#include "util.h"\nvoid f() { cudaOwn(1); cudaStray(2); }\n')
        report = await ed.pull(uri)
        assert [d.message.split()[0] for d in report.items if d.code == "CASS119"] == ["cudaStray"]


async def test_the_workspace_is_looked_at(root: Path) -> None:
    for number in range(30):
        (root / f"a{number}.cu").write_text("\n" * number + "__global__ void k() { __nanosleep(3); }\n")
    (root / "plain.cpp").write_text("int main() {}\n")
    async with editor(root) as ed:
        opened = ed.open("open.cu", KERNEL)
        report = await ed.client.workspace_diagnostic_async(t.WorkspaceDiagnosticParams(previous_result_ids=[]))
        found = {i.uri: i for i in report.items if isinstance(i, t.WorkspaceFullDocumentDiagnosticReport)}
        assert opened not in found and ed.uri("plain.cpp") not in found
        assert {ed.uri(f"a{n}.cu") for n in range(30)} <= found.keys()
        assert [d.range.start.line for d in found[ed.uri("a7.cu")].items] == [7]
        (root / "a3.cu").unlink()
        (root / "a4.cu").write_text("int x;\n")
        changes = [t.FileEvent(ed.uri(f"a{n}.cu"), t.FileChangeType.Changed) for n in (3, 4)]
        ed.client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes))
        before = [t.PreviousResultId(uri, item.result_id or "") for uri, item in found.items()]
        for _ in range(100):  # changes are gathered for a moment
            report = await ed.client.workspace_diagnostic_async(t.WorkspaceDiagnosticParams(before))
            kinds = {item.uri: (item.kind, len(getattr(item, "items", []))) for item in report.items}
            if kinds[ed.uri("a3.cu")] == kinds[ed.uri("a4.cu")] == ("full", 0):
                break
            await asyncio.sleep(0.2)
        assert kinds[ed.uri("a3.cu")] == ("full", 0) and kinds[ed.uri("a4.cu")] == ("full", 0)
        assert kinds[ed.uri("a5.cu")] == ("unchanged", 0)


@pytest.mark.parametrize(
    ("spec", "name", "table"),
    [
        (PULLING, "cass.toml", "check"),
        (PUSHED, "cass.toml", "check"),
        (PULLING, "pyproject.toml", "tool.cass.check"),
        (PUSHED, "pyproject.toml", "tool.cass.check"),
    ],
)
async def test_a_changed_project_file_counts_at_once(root: Path, spec: str, name: str, table: str) -> None:
    (root / "pyproject.toml").write_text('[project]\nname = "lanes"\n')
    async with editor(root, spec=spec) as ed:
        uri = ed.open("x.cu", "void f(float** p) { cudaMalloc(p, 8); }\n")

        async def codes_after(text: str) -> set[str]:
            (root / name).write_text(text)
            if ed.tells:
                event = t.FileEvent(ed.uri(name), t.FileChangeType.Changed)
                ed.client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams([event]))
            await asyncio.sleep(0.5)
            return {d.code for d in (await ed.pull(uri)).items}

        assert "CASS100" in {d.code for d in (await ed.pull(uri)).items}
        for _ in range(40):
            codes = await codes_after(f'[{table}]\nignore = ["CASS100"]\n')
            if "CASS100" not in codes:
                break
        assert "CASS100" not in codes
        await codes_after(f"[{table}]\nignore = [tool.cass")
        await ed.until(lambda: any(name in m.message for m in ed.client.messages), "a word about the error")
        assert "CASS100" in {d.code for d in (await ed.pull(uri)).items}


async def test_a_folder_that_is_added_is_looked_at_and_watched(root: Path) -> None:
    one, two = root / "one", root / "two"
    for folder in (one, two):
        folder.mkdir()
    (two / "x.cu").write_text("__global__ void k(int* p) { *p = __shfl_sync(0xffffffff, 1, 2); }\n")

    def watches_nothing(able: t.ClientCapabilities) -> None:
        assert able.workspace is not None
        able.workspace.did_change_watched_files = None

    async with editor(root, folders=[one], adapt=watches_nothing) as ed:

        async def codes() -> set[str] | None:
            params = t.WorkspaceDiagnosticParams([])
            report = await ed.client.workspace_diagnostic_async(params)
            found = {each.uri: each.items for each in report.items}  # type: ignore[union-attr]
            return {str(d.code) for d in found[ed.uri("two/x.cu")]} if ed.uri("two/x.cu") in found else None

        async def soon(holds: Callable[[set[str] | None], bool]) -> None:
            for _ in range(80):
                if holds(found := await codes()):
                    return
                await asyncio.sleep(0.25)
            raise AssertionError(found)

        def change(added: list[t.WorkspaceFolder], removed: list[t.WorkspaceFolder]) -> None:
            event = t.WorkspaceFoldersChangeEvent(added, removed)
            ed.client.workspace_did_change_workspace_folders(t.DidChangeWorkspaceFoldersParams(event))

        assert await codes() is None
        change([t.WorkspaceFolder(two.as_uri(), "two")], [])
        await soon(lambda found: found == {"CASS121"})
        (two / "cass.toml").write_text('[check]\nignore = ["CASS121"]\n')
        await soon(lambda found: found == set())
        change([], [t.WorkspaceFolder(two.as_uri(), "two")])
        await soon(lambda found: found is None)


async def test_what_changes_no_finding_brings_no_new_report(root: Path) -> None:
    async with editor(root) as ed:
        uri = ed.open("x.cu", MIX)
        known = (await ed.pull(uri)).result_id
        for settings in ({"arch": "gfx90a"}, {"hipVersion": "6.2"}):
            ed.client.workspace_did_change_configuration(t.DidChangeConfigurationParams({"cass": settings}))
            assert (await ed.pull(uri, known)).kind == "unchanged"


async def test_two_projects_have_two_configurations(root: Path) -> None:
    one, two = root / "one", root / "two"
    for folder in (one, two):
        folder.mkdir()
    (one / "cass.toml").write_text('[[rules.rename]]\nfrom = "cudaMalloc"\nto = "mine"\n')
    async with editor(root, folders=[one, two]) as ed:
        text = "void f(float** p) { cudaMalloc(p, 8); }\n"
        codes = [{d.code for d in (await ed.pull(ed.open(f"{f}/x.cu", text))).items} for f in ("one", "two")]
        assert "USR100" in codes[0] and "USR100" not in codes[1]


async def test_build_files_have_findings_too(root: Path) -> None:
    async with editor(root) as ed:
        report = await ed.pull(ed.open("CMakeLists.txt", "project(x LANGUAGES CXX CUDA)\n", language="cmake"))
        assert report.items
        assert (await ed.pull(ed.open("a.py", "print('CUDA')\n", language="python"))).items == ()
        assert (await ed.pull(ed.open("x.cpp", "int main() {}\n", language="cpp"))).items == ()


async def test_wrong_settings_are_told_and_change_nothing(root: Path) -> None:
    async with editor(root, options={"hipVersion": "six", "debounce": -1, "colour": 1, "arch": "h100"}) as ed:
        await ed.until(lambda: len(ed.client.messages) >= 4, "four words")
        told = " ".join(m.message for m in ed.client.messages)
        for words in ("cass.hipVersion six", "cass.debounce -1", "cass.colour is not known", "h100 is not the name"):
            assert words in told
        assert (await ed.pull(ed.open("x.cu", MIX))).items
