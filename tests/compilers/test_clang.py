"""Building: the user's lines in messages, code objects of the right GPU, siblings laid over, honest outcomes."""

from pathlib import Path

import pytest

from cass_tools.compilers import BuildRequest, clang, device_libs, pick, ptx, toolchain
from cass_tools.compilers.bundle import offload_bundle
from cass_tools.compilers.command import Driver, _link
from cass_tools.compilers.messages import merged
from cass_tools.compilers.request import FOR_HOST
from cass_tools.config import Config
from cass_tools.errors import CassError
from cass_tools.executor import cache as executor_cache
from cass_tools.executor.amd import fatbin
from cass_tools.model import Build, Outcome, Target

PROGRAM = """#include <hip/hip_runtime.h>
#include "near.h"
__global__ void twice(int *p) { p[threadIdx.x] = TWO * p[threadIdx.x]; }
int main() { twice<<<1, 32>>>(nullptr); return MISSING; }
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASS_EXEC_HOME", str(executor_cache.root()))  # which is slow to make again
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def build(tmp_path: Path, text: str, **more: object) -> Build:
    """Build `text` from a temporary place as if it were user/prog.hip."""
    (tmp_path / "user").mkdir(exist_ok=True)
    source = tmp_path / "candidate.hip"
    source.write_text(text)
    values = {"target": Target("gfx1100"), "virtual_path": tmp_path / "user/prog.hip", **more}
    return pick(Config()).build(BuildRequest(source=source, output=tmp_path / "out", **values))  # type: ignore[arg-type]


@pytest.mark.gpu_code
def test_messages_name_the_users_path_and_line(tmp_path: Path) -> None:
    (tmp_path / "user").mkdir()
    (tmp_path / "user/near.h").write_text("#define TWO 2\n")
    made = build(tmp_path, PROGRAM)
    assert made.outcome is Outcome.NOT_BUILT
    assert made.binary is None
    assert f"{tmp_path}/user/prog.hip:4:48: error: use of undeclared identifier 'MISSING'" in made.log
    assert "candidate" not in made.log


@pytest.mark.gpu_code
@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_a_sibling_that_is_not_written_yet_is_seen(tmp_path: Path, arch: str) -> None:
    sibling = tmp_path / "translated.h"
    sibling.write_text("#define TWO 2\n#define MISSING 0\n")
    made = build(tmp_path, PROGRAM, target=Target(arch), overlay=((tmp_path / "user/near.h", sibling),))
    assert made.outcome is Outcome.PASSED, made.log
    assert made.binary is not None
    assert arch.encode() in made.binary.read_bytes()


@pytest.mark.gpu_code
def test_a_gpu_that_clang_does_not_know_is_not_tried(tmp_path: Path) -> None:
    assert build(tmp_path, "int main() {}", target=Target("gfx9999")).outcome is Outcome.NOT_TRIED


def test_a_reference_needs_lanes_as_many_as_a_warp(tmp_path: Path) -> None:
    made = build(tmp_path, "int main() {}", target=Target("gfx90a"), language="cuda")
    assert made.outcome is Outcome.NOT_TRIED
    assert "32" in made.log


@pytest.mark.gpu_code
@pytest.mark.parametrize("statement", ['asm("mov.u32 %0, %%laneid;" : "=r"(p[0]));', 'asm("bar.sync 1, 64;");'])
def test_inline_ptx_is_told_apart(tmp_path: Path, statement: str) -> None:
    made = build(tmp_path, f"__global__ void k(int *p) {{ {statement} }}\nint main() {{}}\n", language="cuda")
    assert made.outcome is Outcome.NOT_TRIED, made.log
    assert "prog.hip:1" in made.log
    assert "inline PTX" in made.log


def test_an_ordinary_error_is_not_ptx() -> None:
    assert ptx.reason("x.cu:3:4: error: use of undeclared identifier 'y'\n") is None


@pytest.mark.parametrize(
    ("arch", "number"), [("gfx1100", 11000), ("gfx1101", 11001), ("gfx942", 9402), ("gfx90a", 9010), ("gfx1200", 12000)]
)
def test_isa_numbers(arch: str, number: int) -> None:
    assert device_libs.isa_number(arch) == number


def test_a_name_that_is_no_gpu_is_an_error() -> None:
    with pytest.raises(CassError, match="sm_80"):
        device_libs.isa_number("sm_80")


@pytest.mark.gpu_code
def test_the_missing_isa_file_is_made_once() -> None:
    found = toolchain.find_clang()
    assert found
    first = device_libs.folder_for(found, "gfx1200")
    assert first
    made = first / "oclc_isa_version_1200.bc"
    stamp = made.stat().st_mtime_ns
    assert device_libs.folder_for(found, "gfx1200") == first
    assert made.stat().st_mtime_ns == stamp
    assert (first / "ocml.bc").is_file()


def test_a_bundle_is_read_back_by_the_executors_reader() -> None:
    objects = {"gfx1100": b"\x7fELF one", "gfx90a": b"\x7fELF another" * 1000}
    assert offload_bundle(objects).startswith(b"__CLANG_OFFLOAD_BUNDLE__")
    read = {entry.arch: entry.data for entry in fatbin.entries(offload_bundle(objects)) if entry.arch}
    assert read == objects


def test_a_message_of_both_passes_is_shown_once() -> None:
    message = "a.hip:1:2: warning: odd\n    1 | x\n      |  ^\n"
    log = f"{message}1 warning generated when compiling for gfx1100.\n{message}1 warning generated.\n"
    assert merged(log) == message.strip()


def test_what_is_missing_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(toolchain, "find_clang", lambda: None)
    lacks = clang.ClangCompiler().missing()
    assert lacks
    assert "apt-get install clang-19" in lacks
    made = clang.ClangCompiler().build(BuildRequest(tmp_path / "x.hip", tmp_path / "x", Target("gfx1100")))
    assert (made.outcome, made.log) == (Outcome.NOT_TRIED, lacks)


def test_the_linker_gets_the_options_that_concern_it() -> None:
    flags = ("-O3", "-fopenmp", "-DX=1", "-pthread", "-lm", "-fsanitize=address")
    request = BuildRequest(Path("a.hip"), Path("a"), Target("gfx1100"), flags=flags)
    given = _link(Driver(Path("clang++"), Path("/nowhere"), None), request)
    assert given == ["-fopenmp", "-pthread", "-lm", "-fsanitize=address", "-lamdhip64"]


@pytest.mark.gpu_code
def test_a_level_for_the_hosts_code_leaves_that_of_the_gpu_alone(tmp_path: Path) -> None:
    text = "__global__ void k(int *p, int n) { for (int i = 0; i < n; ++i) p[i] += i * 3; }\nint main() {}\n"
    (tmp_path / "x.hip").write_text(f"#include <hip/hip_runtime.h>\n{text}")
    found = []
    for flags in (("-O2",), ("-O2", FOR_HOST, "-O0")):
        request = BuildRequest(tmp_path / "x.hip", tmp_path / "x", Target("gfx1100"), flags=("-fgpu-rdc", *flags))
        assert pick(Config()).build(request).outcome is Outcome.PASSED
        _, bundle, rest = (tmp_path / "x").read_bytes().partition(b"__CLANG_OFFLOAD_BUNDLE__")
        assert bundle
        found.append(rest[:6000])
    assert found[0] == found[1]
