"""HIP's host API, called through the installed HIP headers: the programs name each call that is not as HIP defines."""

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cass_tools
from cass_tools.executor import stand_in
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import ExecRunner
from tests.executor.host.rig import DATA, host_program, run

pytestmark = pytest.mark.gpu_code
HEADER = Path("/usr/include/hip/hip_runtime_api.h")
VERSION = Path("/usr/include/hip/hip_version.h")
HEADERS = ("-D__HIP_PLATFORM_AMD__", "-I", str(DATA))


def passes(name: str, folder: Path, arch: str = "gfx1100", **environment: str) -> str:
    found = re.search(r"HIP_VERSION_MAJOR (\d)", VERSION.read_text())
    assert found is not None
    program = host_program(DATA / f"{name}.cpp", folder / name, *HEADERS, hip=int(found[1]))
    ended = run(program, folder=folder, arch=arch, **environment)
    assert (ended.status, ended.stderr) == (0, ""), ended.stdout
    return ended.stdout


@pytest.mark.parametrize("name", ["arguments", "async", "graphs", "ipc_events", "memory", "pools", "streams"])
def test_calls_do_what_hip_defines(name: str, tmp_path: Path) -> None:
    assert passes(name, tmp_path) == ""


@pytest.mark.parametrize(
    ("name", "printed"), [("symbol_copies", "0 1 0 1 5\n"), ("modules", "0 0 1 13 13 32 4 0 1 6\n")]
)
def test_graphs_and_modules(name: str, printed: str) -> None:
    """Copies of variables inside the GPU only; kernels by their modules' handles; managed variables of modules."""
    cass = str(Path(sys.executable).with_name("cass"))
    command = [cass, "run", str(DATA / f"{name}.hip"), "--arch", "gfx90a"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stdout) == (0, printed), ended.stderr


@pytest.mark.parametrize("name", ["anynode", "virtual"])
def test_functions_that_came_with_hip_6(name: str, tmp_path: Path) -> None:
    program = host_program(DATA / f"{name}.cpp", tmp_path / name, *HEADERS, hip=6)
    ended = run(program, folder=tmp_path)
    assert (ended.status, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_programs_compile_at_run_time(arch: str, tmp_path: Path) -> None:
    package = str(Path(cass_tools.__file__).parent.parent)
    printed = passes("rtc", tmp_path, arch, CASS_EXEC_PYTHON=sys.executable, PYTHONPATH=package, TMPDIR=str(tmp_path))
    error = "k.cu:2:3: error: use of undeclared identifier 'nonsense'"
    assert printed == f"bias _Z5scaleIiLi3EEvPT_ 34 68 102\nHIPRTC_ERROR_COMPILATION {error}\n41\n"
    assert [path for path in tmp_path.iterdir() if path.name.startswith("cass-rtc")] == []


def test_the_sandbox_lets_programs_compile(tmp_path: Path) -> None:
    program = host_program(DATA / "rtc.cpp", tmp_path / "rtc", *HEADERS)
    ran = ExecRunner().run(program, Target("gfx1100"), limits=Limits(timeout=60.0), cwd=tmp_path)
    assert (ran.outcome, ran.stdout.split()[-1]) == (Outcome.PASSED, b"41"), ran
    assert [path.name for path in tmp_path.iterdir()] == ["rtc"]


def test_the_library_is_found_under_the_names_of_both(tmp_path: Path) -> None:
    program = host_program(DATA / "rtc.cpp", tmp_path / "rtc", *HEADERS)
    program.write_bytes(program.read_bytes().replace(b"libamdhip64.so.6\0", b"libhiprtc.so.6\0\0\0"))
    ended = run(program, folder=tmp_path)
    assert ended.stdout.startswith("wrong: /nonexistent/python cannot be started to compile at run time")


def test_properties_are_those_of_the_card(tmp_path: Path) -> None:
    assert passes("device", tmp_path) == "gfx1100 32 11\n"
    ended = run(tmp_path / "device", folder=tmp_path, arch="gfx90a")
    assert ended.stdout == "gfx90a:sramecc+:xnack- 64 9\n"


def test_programs_of_old_headers_see_their_layouts(tmp_path: Path) -> None:
    program = host_program(DATA / "drafts.cpp", tmp_path / "drafts", hip=5)
    ended = run(program, folder=tmp_path, CASS_EXEC_HIP_RELEASE="502")
    assert ended.stdout == "0 empty node 6\n0 device 1 type 1 usage 7\n"
    ended = run(program, folder=tmp_path, CASS_EXEC_HIP_RELEASE="507")
    assert ended.stdout.startswith("0 empty node 5\n1 device 0")  # what it asks for means nothing there


def test_a_missing_function_is_refused_by_its_name(tmp_path: Path) -> None:
    program = host_program(DATA / "refused.cpp", tmp_path / "refused", *HEADERS)
    ended = run(program, folder=tmp_path)
    assert (ended.status, ended.stdout) == (112, "before\n")
    assert ended.reports[0]["kind"] == "refused"
    assert "hipModuleGetTexRef" in ended.reports[0]["message"]


def test_every_function_of_the_headers_is_there() -> None:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", HEADER.read_text(), flags=re.DOTALL)
    declared = set(re.findall(r"^hipError_t (hip\w+)\(", text, re.MULTILINE))
    library = ctypes.CDLL(str(stand_in.folder() / "libamdhip64.so.6"))
    assert len(declared) > 300
    assert [name for name in sorted(declared) if not hasattr(library, name)] == []


def test_several_devices(tmp_path: Path) -> None:
    assert passes("devices", tmp_path, CASS_EXEC_DEVICES="2") == ""
