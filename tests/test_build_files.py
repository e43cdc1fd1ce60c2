"""A whole tree with its build files: translated, then really built by CMake and by make, and run on this CPU."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cass_tools.compilers.clang import ClangCompiler
from cass_tools.config import Config
from cass_tools.engine import apply, check, choose
from cass_tools.model import Safety, Source

TREE = Path(__file__).parent / "data" / "build_files" / "waves"
EXPECTED = TREE.with_name("waves.expected")
FILES = sorted(path.relative_to(EXPECTED) for path in EXPECTED.rglob("*") if path.is_file())
CASS = Path(sys.executable).with_name("cass")
PRINTED = "waves 0.25 0.50 0.25\n"


@pytest.fixture(scope="module")
def ported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree as `cass translate` writes it elsewhere."""
    folder = tmp_path_factory.mktemp("ported")
    command = [str(CASS), "translate", str(TREE), "-o", str(folder / "out"), "--no-verify", "--arch", "gfx1100"]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
    assert "of 10 files written" in done.stdout, done.stdout + done.stderr
    return folder / "out"


@pytest.mark.parametrize("name", FILES, ids=str)
def test_build_files_keep_their_places_and_become_what_is_expected(ported: Path, name: Path) -> None:
    assert (ported / name).read_text() == (EXPECTED / name).read_text()


@pytest.mark.parametrize("name", FILES, ids=str)
def test_comments_survive(name: Path) -> None:
    def comments(path: Path) -> list[str]:
        return [line.partition("#")[2] for line in path.read_text().splitlines() if "#" in line]

    assert comments(EXPECTED / name) == comments(TREE / name)


@pytest.mark.parametrize("name", FILES, ids=str)
def test_what_is_translated_is_not_translated_again(name: Path) -> None:
    data = (EXPECTED / name).read_bytes()
    findings = check(Source(name, data), Config())
    assert apply(data, choose(findings, Safety.UNSAFE)) == data


def test_the_setup_script_is_python_still() -> None:
    ast.parse((EXPECTED / "setup.py").read_text())


def run(*words: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*map(str, words)], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def compiler() -> tuple[Path, list[str]]:
    """The distribution's clang and what HIP needs from it; skips where that is not all here."""
    found = ClangCompiler()
    if lacking := found.missing():
        pytest.skip(lacking)
    driver = found.driver("hip", "gfx1100")
    folder = driver.path.resolve().parent
    if not (folder / "clang-offload-bundler").exists() and not shutil.which("clang-offload-bundler"):
        pytest.skip("clang's own driver needs clang-offload-bundler; on Debian: apt-get install clang-tools-19")
    return folder / "clang++", [f"--rocm-device-lib-path={driver.device_libraries}", *driver.options]


def rocm(folder: Path) -> Path:
    """What CMake looks for in a ROCm: the packages hip-lang and hip, over the distribution's headers and library."""
    packages = {
        "hip-lang": """add_library(hip-lang::device INTERFACE IMPORTED)
set_target_properties(hip-lang::device PROPERTIES
  INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:HIP>:--hip-link>"
  INTERFACE_LINK_LIBRARIES "$<$<LINK_LANGUAGE:HIP>:amdhip64>")
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
""",
        "hip": """add_library(hip::host INTERFACE IMPORTED)
set_target_properties(hip::host PROPERTIES
  INTERFACE_COMPILE_DEFINITIONS __HIP_PLATFORM_AMD__=1 INTERFACE_LINK_LIBRARIES amdhip64)
set(hip_VERSION 6.3.0)
""",
    }
    for name, text in packages.items():
        file = folder / "lib" / "cmake" / name / f"{name}-config.cmake"
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return folder


def printed_by(program: Path) -> str:
    return run(CASS, "run", program, cwd=program.parent).stdout


@pytest.mark.gpu_code
@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not on PATH; on Debian: apt-get install cmake")
@pytest.mark.parametrize("in_place", [False, True], ids=["hip", "cu"])
def test_cmake_builds_the_tree_and_it_runs(ported: Path, tmp_path: Path, in_place: bool) -> None:
    clang, flags = compiler()
    tree, build, root = ported, tmp_path / "build", rocm(tmp_path / "rocm")
    if in_place:
        tree = Path(shutil.copytree(TREE, tmp_path / "tree"))
        subprocess.run(
            [CASS, "translate", tree, "--in-place", "--no-verify", "--arch", "gfx1100"],
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")},
            capture_output=True,
            timeout=300,
            check=False,
        )
        assert "LANGUAGE HIP" in (tree / "CMakeLists.txt").read_text()
    settings = [
        f"-DCMAKE_HIP_COMPILER={clang}",
        f"-DCMAKE_HIP_COMPILER_ROCM_ROOT={root}",
        f"-DCMAKE_PREFIX_PATH={root}",
    ]
    run("cmake", "-S", tree, "-B", build, *settings, cwd=tmp_path, HIPFLAGS=" ".join(flags))
    run("cmake", "--build", build, cwd=tmp_path)
    assert printed_by(build / "waves") == PRINTED


HIPCC = """#!/bin/sh
# hipcc of a machine without ROCm: clang, and for a last step the libraries.
case " $* " in *" -c "*) exec "{clang}" {flags} "$@" ;; esac
exec "{clang}" {flags} --hip-link "$@" -lamdhip64
"""


@pytest.mark.gpu_code
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not on PATH; on Debian: apt-get install make")
def test_make_builds_the_tree_and_it_runs(ported: Path, tmp_path: Path) -> None:
    clang, flags = compiler()
    tree = Path(shutil.copytree(ported, tmp_path / "tree"))
    hipcc = tmp_path / "bin" / "hipcc"
    hipcc.parent.mkdir()
    hipcc.write_text(HIPCC.format(clang=clang, flags=" ".join(flags)))
    hipcc.chmod(0o755)
    run("make", cwd=tree, PATH=f"{hipcc.parent}:{os.environ['PATH']}", ROCM_PATH="/usr")
    assert printed_by(tree / "waves") == PRINTED
