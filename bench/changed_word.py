"""Public projects as they are, built with one changed word: how many of their CUDA sources build, and which run here.

`python -m bench.changed_word --set CC={nvcc} FOLDER...` builds every FOLDER in place (so give it copies) with Make,
else with its configure script, else with CMake, for gfx1100 and gfx90a at once. {nvcc} is cass-hipcc, seen by a script
that notes each command line and how it ended; {toolkit} is a folder that poses as CUDA's, with that script as
bin/nvcc. What was built runs on the executor, on each GPU: `make run` where the Makefile has such a goal, else the
programs that configure or CMake have made. `--sample N` takes N of the folders by lot; `--no-run` only builds; `--json
FILE` keeps the details, from which a later call goes on: what is built is not built again, what has run is not run
again.
"""

import argparse
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.wrapper.flags import read
from cass_tools.wrapper.settings import Settings
from cass_tools.wrapper.toolkit import lay_out
from cass_tools.wrapper.words import expand

HIPCC = Path(sys.executable).with_name("cass-hipcc")
GPUS = ("gfx1100", "gfx90a")
BUILD = "build-cass"
BUILT_BY = ("Makefile", "configure", "CMakeLists.txt")
SHIM = """#!/bin/sh
note=$(mktemp -d "{log}/XXXXXXXX")
printf '%s\\0' "$@" >"$note/argv"
pwd >"$note/cwd"
"{hipcc}" "$@" 2>"$note/stderr"
status=$?
echo $status >"$note/status"
cat "$note/stderr" >&2
exit $status
"""
GUARDS = re.compile(r"CMakeFiles/|CMakeCUDACompiler|__cmake|/conftest\.")
KINDS = (  # the first that the messages have is the kind of the failure
    ("refused", re.compile(r"cass-hipcc: error: (.*)")),
    ("header", re.compile(r"fatal error: '([^']+)' file not found")),
    ("PTX", re.compile(r"error: (invalid instruction|.*inline asm.*|couldn't allocate .*)")),
    ("link", re.compile(r"(undefined reference to .*|cannot find .*)")),
    ("source", re.compile(r"(?:fatal )?error: (.*)")),
)
SMALL = 32  # numbers that --shrink leaves
FAILED = re.compile(r"\bFAIL(ED|URE)?\b|mismatch|\bincorrect\b", re.I)
PASSED = re.compile(r"\bPASS(ED)?\b|\bsuccess|\bcorrect\b|Test OK", re.I)


@dataclass
class Unit:
    """A source that was given to the compiler: `kind` and `message` say why it did not build."""

    source: str
    kind: str = ""
    message: str = ""


@dataclass
class Outcome:
    """One project: its sources, whether the build ended well, and by GPU how its programs ended (or its `make run`)."""

    name: str
    units: list[Unit] = field(default_factory=list)
    built: bool = False
    kind: str = ""
    message: str = ""
    runs: dict[str, dict[str, str]] = field(default_factory=dict)


def shell(words: Sequence[str], folder: Path, limit: float, **env: str) -> tuple[int | None, str]:
    """Exit code (None: stopped for its time) and all output of a command, whose children end with it."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status: int | None = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            status = None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        out.seek(0)
        return status, out.read(1 << 22).decode(errors="replace")


def why(text: str) -> tuple[str, str]:
    """Kind and message of a failure."""
    for kind, pattern in KINDS:
        found = pattern.search(text)
        if found:
            return kind, found[1][:160]
    return "other", text.strip().splitlines()[-1][:160] if text.strip() else ""


def units(log: Path) -> Iterator[Unit]:
    """The sources of all noted command lines, each once; one that failed and was built later is built."""
    found: dict[str, Unit] = {}
    for note in sorted(log.iterdir(), key=lambda path: path.stat().st_mtime):
        words = [word for word in (note / "argv").read_text(errors="replace").split("\0") if word]
        folder = Path((note / "cwd").read_text().strip())
        try:
            with contextlib.chdir(folder):  # where files of options are
                line = read(expand(words, {}))
        except (CassError, OSError):
            continue
        if line.dry_run:
            continue
        for source in (each for each in line.inputs if each.compiled):
            place = str(folder / source.path)
            if GUARDS.search(place):
                continue
            text = (note / "stderr").read_text(errors="replace")
            failed = (note / "status").is_file() and (note / "status").read_text().strip() != "0"
            kind, message = why(text) if failed else ("", "")
            if kind == "link":
                kind, message = "", ""  # the source itself was compiled
            found[place] = Unit(place, kind, message)
    yield from found.values()


class Builder:
    """Where command lines are noted, and the words that stand for the compiler."""

    def __init__(self, room: Path, settings: Sequence[str], jobs: int, limit: float) -> None:
        self.log = room / "log"
        self.toolkit = room / "toolkit"
        lay_out(self.toolkit, Settings("exec", GPUS))
        self.nvcc = self.toolkit / "bin" / "nvcc"
        self.nvcc.write_text(SHIM.format(log=self.log, hipcc=HIPCC))
        self.words = [word.format(nvcc=self.nvcc, toolkit=self.toolkit) for word in settings]
        self.jobs, self.limit = jobs, limit

    def build(self, project: Path) -> Outcome:
        self.log.mkdir()
        outcome = Outcome(project.name)
        env = {"CASS_ARCH": ",".join(GPUS), "CASS_TARGET": "exec"}
        text, status = "", 0
        for command in self._commands(project):
            ended, text = shell(command, project, self.limit, **env)
            status = -1 if ended is None else ended
            if status:
                break
        outcome.units = list(units(self.log))
        outcome.built = status == 0
        if not outcome.built:
            outcome.kind, outcome.message = ("time", "") if status == -1 else why(text)
        self.log.rename(self.log.with_name(f"log-{project.name}-{random.getrandbits(32):x}"))
        return outcome

    def _commands(self, project: Path) -> list[list[str]]:
        if is_make(project):
            return [["make", "-k", f"-j{self.jobs}", *self.words]]
        if (project / "configure").is_file():
            configure = ["sh", "-ec", f'mkdir -p {BUILD}; cd {BUILD}; exec ../configure "$@"', "sh", *self.words]
            return [configure, ["make", "-C", BUILD, "-k", f"-j{self.jobs}"]]
        options = (f"-DCMAKE_CUDA_COMPILER={self.nvcc}", "-DCMAKE_CUDA_ARCHITECTURES=80", *self.words)
        configure = ["cmake", "-S", ".", "-B", BUILD, *options]
        return [configure, ["cmake", "--build", BUILD, "--", "-k", f"-j{self.jobs}"]]

    def run(self, project: Path, gpu: str, options: argparse.Namespace) -> dict[str, str]:
        """How its programs end on one GPU: passed, ran (without saying so), wrong, failed or time."""
        env = {"CASS_EXEC_ARCH": gpu, "CASS_ARCH": ",".join(GPUS), "CASS_TARGET": "exec"}
        limit = options.run_limit
        if not is_make(project):
            words = options.arguments.split()
            made = [program for program in sorted((project / BUILD).rglob("*")) if is_program(program)]
            return {each.name: end_of(*shell([str(each), *words], each.parent, limit, **env)) for each in made}
        if not re.search(r"^run\s*:", (project / "Makefile").read_text(errors="replace"), re.M):
            return {}
        command = ["make", *self.words, "run"]
        if options.shrink > 1:
            said = shell([*command, "-n"], project, limit, **env)[1]
            command = ["sh", "-ec", "\n".join(smaller(line, options.shrink) for line in said.splitlines())]
        return {"make run": end_of(*shell(command, project, limit, **env))}


def is_program(file: Path) -> bool:
    """Whether it can be started: neither a library nor one of CMake's own trials."""
    if not file.is_file() or file.suffix == ".so" or "CMakeFiles" in file.parts or not os.access(file, os.X_OK):
        return False
    return file.read_bytes()[:4] == b"\x7fELF"


def smaller(command: str, shrink: int) -> str:
    """The command of a benchmark with sizes for a CPU: the last number, of repetitions as a rule, is 1."""
    words = command.split(" ")
    numbers = [index for index, word in enumerate(words) if word.isdigit() and int(word) >= SMALL]
    for index in numbers:
        words[index] = str(max(SMALL, int(words[index]) // shrink))
    if numbers:
        words[numbers[-1]] = "1"
    return " ".join(words)


def is_make(project: Path) -> bool:
    return (project / "Makefile").is_file()


def end_of(status: int | None, text: str) -> str:
    if status is None:
        return "time"
    if FAILED.search(text):
        return "wrong"
    if status:
        return "failed"
    return "passed" if PASSED.search(text) else "ran"


def report(outcomes: Sequence[Outcome]) -> None:
    """The table: shares, then every failure by kind."""
    sources = [unit for outcome in outcomes for unit in outcome.units]
    good = [unit for unit in sources if not unit.kind]
    built = [outcome for outcome in outcomes if outcome.built]
    print(f"sources that build: {len(good)} of {len(sources)}; projects: {len(built)} of {len(outcomes)}")
    for gpu in GPUS:
        ends = Counter(end for outcome in outcomes for end in outcome.runs.get(gpu, {}).values())
        print(f"{gpu}: " + ", ".join(f"{count} {end}" for end, count in ends.most_common()))
    reasons = Counter((unit.kind, unit.message) for unit in sources if unit.kind)
    reasons += Counter((o.kind, o.message) for o in outcomes if not o.built and not any(unit.kind for unit in o.units))
    for (kind, message), count in reasons.most_common():
        print(f"{count:5} {kind}: {message}")


def chosen(arguments: Sequence[str] | None) -> argparse.Namespace:
    options = argparse.ArgumentParser(prog="bench.changed_word", description=(__doc__ or "").splitlines()[0])
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--set", action="append", default=[], help="a word for make or cmake, e.g. NVCC={nvcc}")
    options.add_argument("--sample", type=int, default=0, help="how many of the folders, by lot")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--limit", type=float, default=600, help="seconds for a build")
    options.add_argument("--run-limit", type=float, default=60, help="seconds for a run")
    options.add_argument("--shrink", type=int, default=1, help="divide the numbers of `make run` by this, repeat once")
    options.add_argument("--arguments", default="", help="for the programs that configure or CMake have made")
    options.add_argument("--no-run", action="store_true")
    options.add_argument("--json", type=Path)
    return options.parse_args(arguments)


def known(file: Path | None) -> dict[str, Outcome]:
    """The outcomes of an earlier call."""
    if file is None or not file.exists():
        return {}
    rows = json.loads(file.read_bytes())
    return {row["name"]: Outcome(**{**row, "units": [Unit(**unit) for unit in row["units"]]}) for row in rows}


def finished(builder: Builder, folder: Path, before: Outcome | None, options: argparse.Namespace) -> Outcome:
    """The outcome for one project, with what is left to do done."""
    outcome = before or Outcome(folder.name)
    if not outcome.built:
        again = builder.build(folder)
        merged = {unit.source: unit for unit in (*outcome.units, *again.units)}
        again.units = list(merged.values())
        outcome = again
    if (outcome.built or not is_make(folder)) and not options.no_run:
        for gpu in GPUS:
            if gpu not in outcome.runs:
                outcome.runs[gpu] = builder.run(folder, gpu, options)
    return outcome


def main(arguments: Sequence[str] | None = None) -> None:
    options = chosen(arguments)
    folders = sorted(path.resolve() for path in options.folders if any((path / name).is_file() for name in BUILT_BY))
    if options.sample:
        folders = sorted(random.Random(options.seed).sample(folders, min(options.sample, len(folders))))  # noqa: S311
    before = known(options.json)
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as room:
        builder = Builder(Path(room), options.set, options.jobs, options.limit)
        for number, folder in enumerate(folders, 1):
            outcome = finished(builder, folder, before.get(folder.name), options)
            before[folder.name] = outcome
            outcomes.append(outcome)
            ends = (f"{gpu}: {program} {end}" for gpu, runs in outcome.runs.items() for program, end in runs.items())
            said = ", ".join(ends) or outcome.kind or "built"
            print(f"[{number}/{len(folders)}] {folder.name}: {said} {outcome.message}", flush=True)
            if options.json:
                options.json.write_text(json.dumps([asdict(each) for each in before.values()], indent=1))
    report(outcomes)


if __name__ == "__main__":
    main()
