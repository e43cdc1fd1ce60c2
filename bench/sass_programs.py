"""CUDA programs that check themselves, built unchanged by nvcc, with NVIDIA's machine code executed on this CPU.

`python -m bench.sass_programs CORPUS --out rows.jsonl [--arch sm_90] [--minutes 14] [--only NAME ...] [--scalar]
[--passed FILE]`: each folder of CORPUS whose name ends in `-cuda` is a program with a Makefile, as in HeCBench's
`src`. Those count whose sources say PASS, that need no library but headers (CUB, Thrust and the like are compiled in)
and whose arguments name no file that is not there. Sizes are made small as `bench.ports` does it, or taken from
`sass_programs.toml`. A program passes if it ends well with its own PASS and has used at most 60 s of processor time,
translation included, on one thread. What is in the file already is not run again, so the measurement can be taken in
pieces. With `--scalar` each is run on the independent path too, and the outputs are compared; with `--passed FILE`
only those are taken that passed in that other file, the quickest first. Kernels are counted that were launched: how
many, and in programs that passed.
"""

import argparse
import ctypes
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import cast

from bench.drivers import SEED
from bench.ports import arguments
from cass_tools import proc
from cass_tools.compare.text import mask_times
from cass_tools.compilers import nvidia_tools
from cass_tools.runners.told import Listener

CASS = (sys.executable, "-c", "from cass_tools.cli.main import main; main()")
SUFFIXES = (".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc")
SIZES = tomllib.loads((Path(__file__).parent / "sass_programs.toml").read_text())
LIBRARY = re.compile(
    r"#[ \t]*include[ \t]*[<\"](?:cublas|cusparse|cusolver|cudnn|curand|cufft|nccl|nvshmem|nvToolsExt|nvml|npp|mpi"
    r"|boost/|ATen|torch|c10|GL/|gsl/|gdal|opencv|png|jpeglib|omp\.h|cutlass|cute|cudnn|cuda/experimental|oneapi|sycl)"
)
LIBRARY_FLAG = re.compile(r"(?:^|\s)-l(?!m\b|stdc|pthread|cudart|cuda\b|rt\b|dl\b|gomp\b)\w+")
PASS, FAIL = re.compile(rb"\bPASS(?:ED)?\b", re.IGNORECASE), re.compile(rb"\bFAIL(?:ED|URE)?\b", re.IGNORECASE)
FILE = re.compile(r"^[^-=].*/|\.[a-z]\w*$")
SECONDS, CLOCK, BUILD = 60, 600, 600  # of processor time, by the clock, and for a build
STRAGGLERS, SUBREAPER = 15, 36  # seconds for helpers to end; PR_SET_CHILD_SUBREAPER
WORDS = {112: "REFUSED", 113: "FAULT"}
STOPPED = (0, 124, 128 + signal.SIGXCPU, None)


def candidates(corpus: Path) -> list[Path]:
    """The programs that count, in an order by lot."""
    found = [folder for folder in sorted(corpus.glob("*-cuda")) if (folder / "Makefile").is_file() and _counts(folder)]
    random.Random(SEED).shuffle(found)  # noqa: S311
    return found


def _counts(folder: Path) -> bool:
    texts = [p.read_text(errors="replace") for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file()]
    makefile = (folder / "Makefile").read_text(errors="replace")
    if not any("PASS" in text for text in texts) or any(LIBRARY.search(text) for text in texts):
        return False
    linked = "".join(re.findall(r"^.*(?:LDFLAGS|-o \$@).*$", makefile, re.MULTILINE))
    if LIBRARY_FLAG.search(linked):
        return False
    return "needs" not in SIZES.get(_name(folder), {}) and all(
        (folder / word).exists() for word in shlex.split(size(folder)) if FILE.search(word)
    )


def _name(folder: Path) -> str:
    return folder.name.removesuffix("-cuda")


def size(folder: Path) -> str:
    """The arguments: what is written down for it, else those of `make run` made small."""
    return str(SIZES.get(_name(folder), {}).get("args", arguments(folder)))


def built(folder: Path, place: Path, arch: str) -> tuple[Path | None, str]:
    """The program as its own Makefile makes it, in a copy beside links to its neighbours; or what the build said."""
    for other in folder.parent.iterdir():
        if other != folder:
            (place / other.name).symlink_to(other)
    copy = shutil.copytree(folder, place / folder.name)
    nvcc = f"{nvidia_tools.find('nvcc')} -cudart shared"
    before = set(copy.iterdir())
    said = proc.run(["make", "-C", copy, f"CC={nvcc}", f"ARCH={arch}", f"NVCC={nvcc}"], timeout=BUILD)
    made = [p for p in set(copy.iterdir()) - before if p.is_file() and os.access(p, os.X_OK) and p.suffix != ".o"]
    log = (said.stdout + said.stderr).decode(errors="replace")
    return (made[0] if len(made) == 1 else None), log


def devices(folder: Path) -> str:
    """How many GPUs it is shown."""
    return str(SIZES.get(_name(folder), {}).get("devices", 1))


def executed(program: Path, words: list[str], gpus: str, *, scalar: bool) -> tuple[dict[str, object], bytes]:
    """How it ended, in one row, and what it printed."""
    before, began = processor(), time.monotonic()
    command: list[str | Path] = [
        *CASS,
        "run",
        *(["--scalar"] if scalar else []),
        "--timeout",
        str(CLOCK),
        program,
        "--",
        *words,
    ]
    with tempfile.TemporaryDirectory(prefix="cass-told-") as place, Listener(Path(place)) as told:
        done = proc.run(
            ["prlimit", f"--cpu={SECONDS}:{SECONDS + 5}", "stdbuf", "-oL", *command],
            timeout=CLOCK + 60,
            cwd=program.parent,
            env={"CASS_EXEC_THREADS": "1", "CASS_EXEC_DEVICES": gpus, "CASS_EXEC_REPORT": str(told.path)},
        )
    used, clock = processor() - before, time.monotonic() - began
    row: dict[str, object] = {
        "end": _end(done.status, done.stdout, used),
        "cpu": round(used, 1),
        "clock": round(clock, 1),
        "kernels": sorted({entry["kernel"] for entry in told.entries if entry.get("kernel")}),
    }
    if row["end"] != "PASSED":
        row["status"] = done.status
        row["said"] = (done.stdout[-300:] + done.stderr[-500:]).decode(errors="replace")
    return row, done.stdout


def _end(status: int | None, said: bytes, used: float) -> str:
    passed = bool(PASS.search(said)) and not FAIL.search(said)
    if status == 0 and used <= SECONDS:
        return "PASSED" if passed else "FAILED" if FAIL.search(said) else "NOT_CHECKED"
    if status in STOPPED:
        return "PASS_PRINTED" if passed else "NO_RESULT"
    return WORDS.get(status, "CRASHED")


def adopt() -> None:
    """Become the parent of processes whose own has ended, so that their processor time is counted."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def processor() -> float:
    """Seconds of all that was started and has ended: the helper that translates outlives its program."""
    until = time.monotonic() + STRAGGLERS
    while time.monotonic() < until:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if not ended:
            time.sleep(0.1)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(folder: Path, arch: str, *, scalar: bool) -> dict[str, object]:
    """One row: build and run it; with `scalar` on both paths, whose outputs are compared with times masked."""
    with tempfile.TemporaryDirectory(prefix="cass-programs-") as scratch:
        began = time.monotonic()
        program, log = built(folder, Path(scratch), arch)
        row: dict[str, object] = {"program": folder.name, "arch": arch, "args": size(folder)}
        row["build"] = round(time.monotonic() - began, 1)
        if program is None:
            return row | {"end": "NOT_BUILT", "said": "\n".join(re.findall(r".*error.*", log)[:3])[:600]}
        words, gpus = shlex.split(size(folder)), devices(folder)
        fast, said = executed(program, words, gpus, scalar=False)
        if not scalar:
            return row | fast
        slow, again = executed(program, words, gpus, scalar=True)
        same = _masked(said) == _masked(again)
        return row | fast | {"scalar": slow, "same": same, **({} if same else {"outputs": _shown(said, again)})}


def _masked(said: bytes) -> list[str]:
    return [mask_times(line) for line in said.decode(errors="replace").splitlines()]


def _shown(one: bytes, other: bytes) -> list[str]:
    return [text[-400:].decode(errors="replace") for text in (one, other)]


def _rows(file: Path) -> Iterator[dict[str, object]]:
    if file.is_file():
        yield from (json.loads(line) for line in file.read_text().splitlines())


def _quickest(found: list[Path], file: Path) -> list[Path]:
    """Those that passed in `file`, by the processor time that they took there."""
    used = {str(row["program"]): float(str(row["cpu"])) for row in _rows(file) if row["end"] == "PASSED"}
    return sorted((folder for folder in found if folder.name in used), key=lambda folder: used[folder.name])


def _share(rows: Collection[dict[str, object]]) -> str:
    """Kernels, each counted once for a program, that were launched, and those of programs that passed."""
    counts: Counter[str] = Counter()
    for row in rows:
        counts["PASSED" if row["end"] == "PASSED" else "others"] += len(cast("list[str]", row.get("kernels", [])))
    return f"{counts.total()} kernels launched, {counts['PASSED']} of them in programs that passed"


def main() -> None:
    """One row for each program that the file does not have, then the counts of the whole file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--scalar", action="store_true")
    parser.add_argument("--passed", type=Path)
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    adopt()
    found = candidates(options.corpus)
    if options.only:
        found = [folder for folder in found if _name(folder) in options.only]
    if options.passed:
        found = _quickest(found, options.passed)
    part, parts = map(int, options.shard.split("/"))
    for folder in found[part::parts]:
        if time.monotonic() > until:
            break
        if folder.name not in {row["program"] for row in _rows(options.out)}:
            row = measured(folder, options.arch, scalar=options.scalar)
            with options.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)
    last = {str(row["program"]): row for row in _rows(options.out)}
    print(
        f"{len(last)} of {len(candidates(options.corpus))}: {dict(Counter(str(row['end']) for row in last.values()))}; "
        f"{_share(last.values())}"
    )


if __name__ == "__main__":
    main()
