"""The helper process, over its own protocol."""

import ctypes
import sys
from pathlib import Path

import pytest

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor import link, service
from cass_tools.executor.cache import kernel_file
from tests.executor.host.rig import DATA, succeed

SERVICE = (sys.executable, "-m", "cass_tools.executor.service")


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("service") / "code.hsaco"
    device = ("--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "-O1")
    succeed("clang++-19", "-x", "hip", "--offload-arch=gfx1100", *device, "-o", output, DATA / "kernels.hip")
    return output


@pytest.mark.gpu_code
def test_a_kernel_becomes_a_library_with_its_function(code: Path, tmp_path: Path) -> None:
    home = {"CASS_EXEC_HOME": str(tmp_path)}
    request = f"kernel\t{code}\tbarrier\t{tmp_path}\t1\n"
    done = proc.run(SERVICE, stdin=(request * 2).encode(), timeout=60, env=home)
    first, second = done.stdout.decode().splitlines()
    assert first == second
    verb, library, symbol, rows = first.split("\t")
    assert verb == "ok"
    assert Path(library) == tmp_path / f"{kernel_file('barrier', 1)}.so"
    assert Path(library).with_suffix(".txt").read_text() == f"{symbol} {rows}\n"
    assert hasattr(ctypes.CDLL(library), symbol)


@pytest.mark.gpu_code
def test_a_kernel_that_is_not_there_is_refused(code: Path, tmp_path: Path) -> None:
    reply = service.answer(f"kernel\t{code}\tmissing\t{tmp_path}\t1")
    assert reply == "refused\tthe code object has no kernel missing"


def test_a_program_that_has_ended_needs_no_reply() -> None:
    ended = "import os; here, there = os.pipe(); os.close(here); os.dup2(there, 1)"
    serve = "from cass_tools.executor.service import main; main()"
    done = proc.run((sys.executable, "-c", f"{ended}; {serve}"), stdin=b"x\n", timeout=60)
    assert (done.status, done.stderr) == (0, b"")


def test_a_long_translation_ends_soon_after_its_program() -> None:
    """As one of LLVM's does, in a call of C: a build that is killed leaves nothing behind."""
    ended = "import ctypes, os; here, there = os.pipe(); os.close(here); os.dup2(there, 1)"
    busy = "service.GRACE = 0.1; service.answer = lambda line: ctypes.CDLL(None).sleep(60)"
    done = proc.run(
        (sys.executable, "-c", f"{ended}; from cass_tools.executor import service; {busy}; service.main()"),
        stdin=b"x\n",
        timeout=50,
    )
    assert (done.status, done.stderr) == (1, b"")


def test_what_is_not_a_request_is_answered(tmp_path: Path) -> None:
    assert service.answer("translate\tx") == "failed\tthe request 'translate' is not understood"
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"not a code object")
    verb, sentence = service.answer(f"kernel\t{damaged}\tk\t{tmp_path}\t2").split("\t")
    assert verb in ("refused", "failed")
    assert sentence
    assert "\n" not in sentence


def test_an_object_that_is_none_does_not_link() -> None:
    with pytest.raises(CassError, match="no ELF file"):
        link.shared_library([b"not an object"], "kernel")
