"""AMD's own tests of HIP's host API (ROCm/hip-tests), case by case, with the GPU's code executed on this CPU.

`python -m bench.hip_tests FOLDER [--out FILE] [--arch gfx90a] [--include DIR] [--minutes 14] [--only NAME] [--again]`:
FOLDER is a checkout. Its own CMake files say how each test file is compiled, with `cass-hipcc` for hipcc and
`CASS_TARGET=exec`; `--include` is where the `hip` of HIP's headers is (else this machine's). Each file is then linked
to a program of its own, and each of its cases run in a process of its own: 60 s of processor time, one thread. Files
are taken by lot. Left out are folders about device functions, for other compilers, and for graphics. `disabled` marks
cases that AMD's configuration for this GPU does not run. Rows are kept in `bench/measured`: one for each case, and one
without a case for each file, which says whether it has been reached and built. With `--again` files are that
were not built or have a case that did not pass.
"""

import argparse
import json
import random
import re
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.drivers import SEED
from bench.kept import MEASURED, NOT_MEASURED, Kept
from bench.self_checking import SECONDS, STOPPED, WORDS, adopt, processor
from cass_tools import proc
from cass_tools.compilers import toolchain
from cass_tools.errors import CassError

DEVICE = ("deviceLib", "atomics", "math", "warp", "syncthreads", "threadfence", "vector_types", "complex", "printf")
OTHER = ("assertion", "clock", "launchBounds", "cooperativeGrps", "gcc", "g++", "c_compilation", "compiler")
LEFT_OUT = frozenset((*DEVICE, *OTHER, "vulkan_interop", "gl_interop"))
OBJECT = re.compile(r"catch_tests/unit/([^/]+)/CMakeFiles/([^/]+)\.dir/")
COMPILE = "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -x hip -o <OBJECT> -c <SOURCE>"  # hipcc takes C++ for HIP
CASE = re.compile(r"\b(?:TEMPLATE_)?(?:LIST_)?(?:PRODUCT_)?TEST_CASE\w*\s*\(|\bTEST_CASE_METHOD")
# Newer headers call this; the device libraries of a distribution may be older.
STEADY = """extern "C" __attribute__((device, weak)) unsigned long long __ockl_steadyctr_u64(void) {
  return __builtin_readsteadycounter();
}
"""
KEY = ("file", "case", "arch")
BUILT = "BUILT"  # how the row of a file ends whose cases have rows of their own
CLOCK, BUILD = 300, 900  # a case, and a build, by the clock in s
SKIPPED = b"HIP_SKIP_THIS_TEST"
PASSED = re.compile(rb"All tests passed|test cases: (\d+) \| \1 passed\b")  # the latter if no check was counted


@dataclass(frozen=True)
class Unit:
    """A file of tests: its folder in `unit`, its target, and objects to link, relative to the build folder."""

    folder: str
    target: str
    source: Path
    objects: tuple[str, ...]

    @property
    def name(self) -> str:
        """The folder and the file."""
        return f"{self.folder}/{self.source.name}"


@dataclass(frozen=True)
class Build:
    """A configured build folder for one GPU."""

    place: Path
    arch: str
    env: Mapping[str, str]

    def units(self) -> list[Unit]:
        """All files with cases that count, in an order by lot."""
        commands = json.loads((self.place / "compile_commands.json").read_text())
        objects = {m: Path(c["file"]) for c in commands if (m := _output(c["command"]))}
        shared = [name for name in objects if "/Main_Object.dir/" in name or "/KERNELS.dir/" in name]
        found, common = [], dict[str, list[str]]()
        for name, source in objects.items():
            place = OBJECT.match(name)
            if not place or place[1] in LEFT_OUT:
                continue
            if CASE.search(source.read_text(errors="replace")):
                found.append((place[1], place[2], source, name))
            else:
                common.setdefault(place[2], []).append(name)
        units = [Unit(f, t, s, (name, *common.get(t, ()), *shared)) for f, t, s, name in sorted(found)]
        random.Random(SEED).shuffle(units)  # noqa: S311
        return units

    def built(self, unit: Unit) -> tuple[Path | None, str]:
        """The file as a program beside its target's own; or what the build said."""
        made = proc.run(["ninja", "-C", self.place, "-j1", *unit.objects], timeout=BUILD, env=self.env)
        program = self.place / "catch_tests" / "unit" / unit.folder / unit.source.stem
        if made.status == 0:
            libraries = self._libraries(unit.target)
            words: list[str | Path] = [_beside("cass-hipcc"), *unit.objects, "-o", program, *libraries]
            made = proc.run(words, timeout=BUILD, env=self.env, cwd=self.place)
        log = (made.stdout + made.stderr).decode(errors="replace")
        return (program if made.status == 0 else None), log

    def _libraries(self, target: str) -> list[str]:
        text = (self.place / "build.ninja").read_text()
        block = re.search(rf"^build \S*/{re.escape(target)}: CXX_EXECUTABLE(?:.*\n)(?:  .*\n)*", text, re.MULTILINE)
        said = re.search(r"LINK_LIBRARIES = (.*)", block[0]) if block else None
        return shlex.split(said[1]) if said else []

    def disabled(self) -> frozenset[str]:
        """Cases that AMD's configuration leaves out on this GPU."""
        files = self.place.glob(f"catch_tests/hipTestMain/config/*_{self.arch}.json")
        return frozenset(
            name for file in files for name in json.loads(file.read_text() or "{}").get("DisabledTests", ())
        )


def _output(command: str) -> str:
    words = shlex.split(command)
    return words[words.index("-o") + 1] if "-o" in words else ""


def _beside(name: str) -> Path:
    return Path(sys.executable).with_name(name)


def configured(checkout: Path, place: Path, include: Path | None, arch: str) -> Build:
    """The build folder, made if it is not there; raises CassError with what CMake said."""
    env = {"CASS_ARCH": arch, "CASS_COMPILER": "clang", "CASS_TARGET": "exec"}
    build = Build(place, arch, env)
    if (place / "compile_commands.json").is_file():
        return build
    rocm = _stand_in(place.resolve() / "rocm", include or _installed())
    searched = ""
    if include:  # where clang looks by itself, the headers of this machine come first
        searched = shlex.join(("-isystem", str(include), "-include", str(rocm / "steady.h")))
    variables = {
        "HIP_PLATFORM": "amd",
        "HIP_PATH": str(rocm),
        "ROCM_PATH": str(rocm),
        "OFFLOAD_ARCH_STR": f"--offload-arch={arch}",
        "CMAKE_EXPORT_COMPILE_COMMANDS": "ON",
        "CMAKE_CXX_FLAGS": "-w",
        "CMAKE_CXX_COMPILE_OBJECT": COMPILE.replace("<DEFINES>", f"{searched} <DEFINES>"),
    }
    given = [f"-D{name}={value}" for name, value in variables.items()]
    words: list[str | Path] = ["cmake", "-G", "Ninja", "-S", checkout / "catch", "-B", place, *given]
    made = proc.run(words, timeout=BUILD, env=env)
    if made.status != 0:
        raise CassError(f"CMake does not configure {checkout}: {made.stderr.decode(errors='replace')[-600:]}")
    return build


def _installed() -> Path:
    found = toolchain.find_headers()
    if not found:
        raise CassError("HIP's headers are not on this machine; name their folder with --include")
    return found.root / "include"


def _stand_in(rocm: Path, include: Path) -> Path:
    """What the tests' CMake files look for in a ROCm."""
    version = (include / "hip" / "hip_version.h").read_text()
    numbers = [
        found[1] if (found := re.search(rf"HIP_VERSION_{n} (\d+)", version)) else "0" for n in ("MAJOR", "MINOR")
    ]
    clang = toolchain.find_clang()
    if not clang:
        raise CassError("no clang++ that generates code for AMD's GPUs is on PATH")
    (rocm / "bin").mkdir(parents=True, exist_ok=True)
    (rocm / "llvm" / "bin").mkdir(parents=True, exist_ok=True)
    preprocess = rocm / "llvm" / "bin" / "clang-cpp"
    preprocess.write_text(f'#!/bin/sh\nexec {shlex.quote(str(clang.path))} -E -x c "$@"\n')
    (rocm / "steady.h").write_text(STEADY)
    known = rocm / "share" / "hip" / "version"  # clang believes in a ROCm that has it
    known.parent.mkdir(parents=True, exist_ok=True)
    known.write_text(f"HIP_VERSION_MAJOR={numbers[0]}\nHIP_VERSION_MINOR={numbers[1]}\nHIP_VERSION_PATCH=0\n")
    config = rocm / "bin" / "hipconfig"
    config.write_text(f"#!/bin/sh\necho {'.'.join(numbers)}.0-0\n")
    for script in (preprocess, config):
        script.chmod(0o755)
    for link, to in (("bin/hipcc", _beside("cass-hipcc")), ("include", include)):
        (rocm / link).unlink(missing_ok=True)
        (rocm / link).symlink_to(to)
    return rocm


def cases(program: Path) -> list[str]:
    """The names of a program's cases."""
    done = proc.run([program, "--list-test-names-only"], timeout=CLOCK, cwd=program.parent)
    return [line.strip() for line in done.stdout.decode(errors="replace").splitlines() if line.strip()]


def ended(program: Path, case: str) -> dict[str, object]:
    """How one case ended, as a part of a row."""
    adopt()
    before = processor()
    chosen = re.sub(r"([\\,\[\]~*])", r"\\\1", case)
    done = proc.run(
        ["prlimit", f"--cpu={SECONDS}:{SECONDS + 5}", program, chosen],
        timeout=CLOCK,
        cwd=program.parent,
        env={"CASS_EXEC_THREADS": "1"},
    )
    row: dict[str, object] = {"end": end(done.status, done.stdout, done.stderr), "cpu": round(processor() - before, 1)}
    if row["end"] not in ("PASSED", "SKIPPED"):
        row |= {"status": done.status, "said": (done.stdout[-700:] + done.stderr[-500:]).decode(errors="replace")}
    return row


def end(status: int | None, said: bytes, complained: bytes) -> str:
    """A word for it. Catch ends with the number of checks that failed, which may be one of our own statuses."""
    if status == 0:
        return "SKIPPED" if SKIPPED in said else "PASSED" if PASSED.search(said) else "NOT_RUN"
    if status in STOPPED:
        return "NO_RESULT"
    if status in WORDS and b"cass" in complained:
        return WORDS[status]
    return "FAILED" if b"test cases:" in said and b"fatal error condition" not in said else "CRASHED"


def measured(build: Build, unit: Unit) -> Iterator[dict[str, object]]:
    """A row for each case, then one for the file."""
    start: dict[str, object] = {"file": unit.name, "case": "", "arch": build.arch}
    program, log = build.built(unit)
    if program is None:
        yield start | {"end": "NOT_BUILT", "said": "\n".join(re.findall(r".*error:.*", log)[:3])[:600]}
        return
    disabled = build.disabled()
    for case in cases(program):
        yield start | {"case": case} | ({"disabled": True} if case in disabled else {}) | ended(program, case)
    yield start | {"end": BUILT}
    program.unlink()


def _left(kept: Kept, arch: str, *, again: bool) -> set[str]:
    ends = kept.ends()
    return {key[0] for key in kept.left(again=again) if key[2] == arch and ends[key] not in (BUILT, "SKIPPED")}


def main() -> None:
    """Rows for each file of tests that is not measured yet, then the counts of all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--out", type=Path, default=MEASURED / "hip_tests.jsonl")
    parser.add_argument("--arch", default="gfx90a")
    parser.add_argument("--include", type=Path)
    parser.add_argument("--build", type=Path)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="cass-hip-tests-") as scratch:
        place = (options.build or Path(scratch, "build")).resolve()
        include = options.include and options.include.resolve()
        build = configured(options.checkout.resolve(), place, include, options.arch)
        found = build.units()
        kept = Kept(options.out, KEY)
        kept.await_all((unit.name, "", options.arch) for unit in found)
        left = _left(kept, options.arch, again=options.again)
        for unit in found:
            if time.monotonic() > until or (options.only and unit.source.stem not in options.only):
                continue
            if unit.name in left:
                kept.put(*measured(build, unit))
    ends = {key: end for key, end in kept.ends().items() if key[2] == options.arch}
    reached = sum(not case and end != NOT_MEASURED for (_, case, _), end in ends.items())
    print(f"{reached} of {len(found)} files: {dict(Counter(end for (_, case, _), end in ends.items() if case))}")


if __name__ == "__main__":
    main()
