"""How many programs of a corpus a translator ports: built for both GPUs, and doing there what the CUDA original does.

`python -m bench.ports CORPUS [--tool "hipify-perl -quiet-warnings"] [--sample 40] [--skip 0] [--build] [--out FILE]`:
each folder of CORPUS whose name ends in `-cuda` is a program with a Makefile, as in HeCBench's `src`; those count that
are one file with headers beside it and need no library. All its files are translated by cass and by the tool (a command
that is given a file and prints the translation), and both results are judged by the same verdict. Sizes in the
arguments of `make run` are divided by 256, numbers of repetitions become 1. Where the original does not end in
20 s, there is nothing to compare with: the translations are only compiled. With `--build` that is all that is done.
"""

import argparse
import json
import random
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.drivers import LIBRARIES, SEED, SOURCES, flags
from cass_tools import compilers, proc
from cass_tools.compilers import BuildRequest
from cass_tools.config import Config
from cass_tools.model import Target
from cass_tools.trial import first_error

CASS = (sys.executable, "-c", "from cass_tools.cli.main import main; main()")
TARGETS = ("gfx1100", "gfx90a")
ORIGINAL, SECONDS = 20, 120  # that the original may take, and that each run of a translation may take
NOT_ENDED = (112, 113, 124)  # refused, a fault, stopped
SIGNAL = 128  # statuses from here on tell which signal ended a program
UNBUILT = ("NOT_BUILT", "NOT_TRANSLATED", "NO_VERDICT")


def arguments(folder: Path) -> str:
    """What `make run` would pass, made small."""
    said = (
        proc.run(["make", "-n", "run", "-C", folder], timeout=20).stdout.decode(errors="replace").replace("\\\n", " ")
    )
    line = next((text for text in said.splitlines() if text.strip().startswith("./")), "")
    words = shlex.split(line)[1:] if line else []
    return " ".join(smaller(word, last=i == len(words) - 1) for i, word in enumerate(words))


def smaller(word: str, *, last: bool) -> str:
    """A number as an argument: the last one is usually how often to repeat, large ones are sizes."""
    if not word.isdigit() or int(word) < 10:
        return word
    if last and int(word) <= 10_000:
        return "1"
    return str(max(int(word) // 256, 64)) if int(word) >= 1000 else word


def candidates(corpus: Path) -> list[Path]:
    """Programs of one unit with no library, in an order by lot."""
    found = []
    for folder in sorted(corpus.glob("*-cuda")):
        units = [path for path in folder.rglob("*.cu") if path.is_file()]
        texts = [path.read_bytes() for path in folder.rglob("*") if path.suffix in SOURCES and path.is_file()]
        if len(units) == 1 and units[0].parent == folder and not any(LIBRARIES.search(text) for text in texts):
            found.append(folder)
    random.Random(SEED).shuffle(found)  # noqa: S311
    return found


def translated(folder: Path, tool: str, place: Path) -> Path | None:
    """The program as the tool writes it, in a copy of its folder; None if it writes nothing."""
    shutil.copytree(folder, place)
    unit = next(place.glob("*.cu"))
    if tool == "cass":
        ended = proc.run([*CASS, "translate", place, "--in-place", "--no-verify"], timeout=120)
        return unit if ended.status in (0, 1) else None
    for path in [p for p in place.rglob("*") if p.suffix in SOURCES and p.is_file()]:
        made = proc.run([*shlex.split(tool), path], timeout=300).stdout
        if made:
            path.write_bytes(made)
    return unit


def ends_in_time(folder: Path) -> bool:
    """Whether NVIDIA's machine code of the original, run with the same arguments, ends by itself, by no signal."""
    words = [*CASS, "run", next(folder.glob("*.cu")), "--as", "cuda", "--timeout", ORIGINAL, "--flags"]
    words += [shlex.join(flags(folder)), "--", *shlex.split(arguments(folder))]
    with tempfile.TemporaryDirectory() as scratch:
        place = shutil.copytree(folder, Path(scratch, folder.name))
        status = proc.run([str(word) for word in words], timeout=300, cwd=place).status
        return status is not None and status not in NOT_ENDED and 0 <= status < SIGNAL


def compiled(unit: Path) -> dict[str, str]:
    """For each GPU whether the unit compiles, and `why` if not PASSED."""
    compiler = compilers.pick(Config())
    ends, why = {}, ""
    for target in TARGETS:
        output = unit.parent / f"{target}.o"
        request = BuildRequest(unit, output, Target(target), flags=(*flags(unit.parent), "-O1", "-w"), object_only=True)
        made = compiler.build(request)
        ends[target] = str(made.outcome)
        why = why or (first_error(made.log)[:300] if made.binary is None else "")
    return {**ends, "why": why}


def judged(folder: Path, tool: str, *, build_only: bool) -> dict[str, str]:
    """For each GPU how the program's last step ended (NOT_BUILT, CRASHED, PASSED ...), and `why` if not PASSED."""
    with tempfile.TemporaryDirectory() as scratch:
        unit = translated(folder, tool, Path(scratch, folder.name))
        if unit is None:
            return dict.fromkeys(TARGETS, "NOT_TRANSLATED")
        if build_only:
            return compiled(unit)
        original = next(folder.glob("*.cu"))
        words = [*CASS, "verify", unit, "--against", original, "--mask-times", "--timeout", SECONDS, "--format", "json"]
        words += ["--args", arguments(folder), "--data", folder, "--schedules", "0", "--", *flags(unit.parent)]
        said = proc.run([str(word) for word in words], timeout=900)
        try:
            steps = json.loads(said.stdout)["verdict"]["steps"]
        except (ValueError, KeyError):
            return dict.fromkeys(TARGETS, "NO_VERDICT")
        ends = {target: _end([step for step in steps if step["target"] in (target, None, "")]) for target in TARGETS}
        failed = [step["detail"] for step in steps if step["outcome"] != "PASSED"]
        return {**ends, "why": failed[0][:300] if failed else ""}


def _end(steps: list[dict[str, str]]) -> str:
    failed = [step["outcome"] for step in steps if step["outcome"] != "PASSED"]
    return failed[0] if failed else "PASSED"


def main() -> None:
    """One line for each program and tool, then the shares."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--tool", default="")
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    tools = ["cass", *([options.tool] if options.tool else [])]
    counts: dict[str, Counter[str]] = {tool: Counter() for tool in tools}
    for folder in candidates(options.corpus)[options.skip : options.skip + options.sample]:
        build_only = options.build or not ends_in_time(folder)
        for tool in tools:
            ends = judged(folder, tool, build_only=build_only)
            counts[tool]["programs"] += 1
            counts[tool]["originals that end"] += not build_only
            counts[tool]["built for both"] += all(ends[gpu] not in UNBUILT for gpu in TARGETS)
            counts[tool]["passed on both"] += not build_only and all(ends[gpu] == "PASSED" for gpu in TARGETS)
            row = {"program": folder.name, "tool": tool, "run": not build_only, **ends}
            print(json.dumps(row), flush=True)
            if options.out:
                with options.out.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    for tool, count in counts.items():
        print(tool, dict(count))


if __name__ == "__main__":
    main()
