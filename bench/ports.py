"""How many programs of a corpus a translator ports: built for both GPUs, and doing there what the CUDA original does.

`python -m bench.ports CORPUS [--tool "hipify-perl -quiet-warnings"] [--minutes 20] [--only NAME ...] [--again]`: each
folder of CORPUS whose name ends in `-cuda` is a program with a Makefile, as in HeCBench's `src`; of NVIDIA's samples
each folder below `Samples`, with the headers of `Common` beside it. Those count that are one file with headers beside
it and need no library. All its files are translated by cass and by the tool (a command that is given a file and prints
the translation), and both results are judged alike. Sizes are small, as `bench.arguments` has them; what names the GPU,
its version and its size is not compared. Where NVIDIA's machine code of the original does not end well in 60 s of
processor time, or starts no kernel, there is nothing to compare with: the translations are only compiled. With
`--build` that is all that is done. A translation has 120 s of processor time for each run, however busy the machine is.
Programs see two GPUs.

Programs come by lot, those first whose NVIDIA's code is known to pass quickly. Rows are kept in `bench/measured`, one
for each program and tool, with what is not measured yet: what has been measured is not run again, but with `--again`
what did not pass. `bench.measured_page` makes a page of the rows.
"""

import argparse
import json
import random
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.arguments import small
from bench.drivers import LIBRARIES, SEED, SOURCES, flags
from bench.kept import MEASURED, Kept
from cass_tools import compilers, proc
from cass_tools.compilers import BuildRequest
from cass_tools.config import Config
from cass_tools.model import Target
from cass_tools.runners.told import Listener
from cass_tools.trial import first_error

CASS = (sys.executable, "-c", "from cass_tools.cli.main import main; main()")
TARGETS = ("gfx1100", "gfx90a")
ORIGINAL = 60  # s of processor time that the original may take, however busy the machine is
WAITING = 300  # s by the clock, where it sleeps or waits for ever
SECONDS = 120  # of processor time that each run of a translation may take
PATIENCE = 3  # times as long by the clock, where others work on the machine too
TOO_LONG = re.compile(r"SIGXCPU|\bsignal 24\b")
QUICK = 10  # s of processor time
KEY = ("program", "tool")
HEADERS = ("*.h", "*.hpp", "*.cuh", "*.inl")
UNITS = ("*.cu", "*.c", "*.cc", "*.cpp")
BUILT = "BUILT"
CARD = (  # what a program says about its GPU: its version, how many multiprocessors and cores it has, its name
    r"(?i)\b(?:compute )?(?:capability|capabilities|compute|SM)[ :=]+\d+\.\d+\b(?! ?(?:[mun]?s|seconds|[KMG]\w*)\b)",
    r'"(?:Kepler|Maxwell|Pascal|Volta|Xavier|Turing|Ampere|Ada|Hopper|Blackwell)"',
    r"< *(?:Kepler|Maxwell|Pascal|Volta|Xavier|Turing|Ampere|Ada|Hopper|Blackwell) *>",
    r"(?i)\b\d+ (?:MP\(s\)|multi-?processors?\b(?:\(s\))?|SMs\b)",
    r"\b\d+ \(Cores(?:/\w+)?\)",
    r"(?i)\b(?:number of (?:multi-?processors?|compute units)|threads per multi-?processor)\s*[=:]\s*(\d+)",
    r"\bNVIDIA (?:GeForce RTX |RTX |Tesla )?[A-Z]*\d[\w-]*|\bAMD (?:GPU|Radeon RX 7900 XTX|Instinct MI\d\w*)\b",
)
MACHINE = {"CASS_EXEC_DEVICES": "2"}  # with one GPU, programs for several of them do nothing
NO_CPU = re.compile(
    rb"#[ \t]*include[^\n]*(?:GL|vulkan|D3D|d3d|nvrtc|nvJitLink|mpi|interop|nvsci|cudla|omp\.h|<cuda\.h>)"
)


def candidates(corpus: Path) -> list[Path]:
    """Programs of one unit with no library, in an order by lot."""
    folders = sorted(corpus.glob("*-cuda")) or sorted(
        {path.parent for path in corpus.glob("Samples/*/*/CMakeLists.txt")}
    )
    found = [folder for folder in folders if _is_plain(folder)]
    random.Random(SEED).shuffle(found)  # noqa: S311
    return found


def quick_first(folders: list[Path]) -> list[Path]:
    """The same, first those whose NVIDIA's code passed quickly (`bench.sass_programs`): each runs some ten times."""
    rows = Kept(MEASURED / "sass_programs.jsonl", ("program", "arch")).rows()
    quick = {row["program"] for row in rows if row["end"] == "PASSED" and float(str(row["cpu"])) < QUICK}
    return sorted(folders, key=lambda folder: folder.name not in quick)


def _is_plain(folder: Path) -> bool:
    units = [path for kind in UNITS for path in folder.rglob(kind) if path.is_file()]
    texts = [path.read_bytes() for path in folder.rglob("*") if path.suffix in SOURCES and path.is_file()]
    cuda = [unit for unit in units if unit.suffix == ".cu"]
    alone = len(cuda) == 1 and (len(units) == 1 or shared(folder) is None) and cuda[0].parent == folder
    return alone and not any(LIBRARIES.search(text) or (shared(folder) and NO_CPU.search(text)) for text in texts)


def shared(folder: Path) -> Path | None:
    """The headers that NVIDIA's samples have in common."""
    root = next((parent for parent in folder.parents if (parent / "Samples").is_dir()), None)
    return root / "Common" if root is not None else None


def neighbours(folder: Path) -> list[Path]:
    """Folders beside the program's that its flags name: it shares headers with another program."""
    named = [Path(flag[2:]).resolve() for flag in flags(folder) if flag.startswith("-I")]
    found = (path for path in named if path.parent == folder.resolve().parent and path != folder.resolve())
    return list(dict.fromkeys(path for path in found if path.is_dir()))


def _headers(folder: Path, place: Path) -> Path:
    """A copy of a folder's headers, and of nothing else in it."""
    place.mkdir(exist_ok=True)
    for path in (path for kind in HEADERS for path in folder.glob(kind)):
        shutil.copy(path, place)
    return place


def options(folder: Path, original: Path | None = None) -> tuple[str, ...]:
    """The flags that a program is built with; those of a translation's folder are its original's, whose Makefile finds
    its sources."""
    common = folder / "Common" if (folder / "Common").is_dir() else shared(folder)
    made = flags(original or folder)
    moved = (flag.replace(f"-I{original}", f"-I{folder}", 1) for flag in made) if original else made
    return (*moved, *([f"-I{common}"] if common is not None else []))


def translated(folder: Path, tool: str, place: Path) -> Path | None:
    """The program as the tool writes it, in a copy of its folder, named HIP; None if it writes nothing."""
    shutil.copytree(folder, place, ignore_dangling_symlinks=True)
    common = shared(folder)
    more = [_headers(each, place.parent / each.name) for each in neighbours(folder)]
    if common is not None:
        _headers(common, place / "Common")
    unit = next(place.glob("*.cu"))
    if tool == "cass":
        ended = proc.run([*CASS, "translate", place, *more, "--in-place", "--no-verify"], timeout=300)
        return unit.rename(unit.with_suffix(".hip")) if ended.status in (0, 1) else None
    for path in [p for top in (place, *more) for p in top.rglob("*") if p.suffix in SOURCES and p.is_file()]:
        made = proc.run([*shlex.split(tool), path], timeout=300).stdout
        if made:
            path.write_bytes(made)
    return unit.rename(unit.with_suffix(".hip"))


def printed(folder: Path) -> bytes | None:
    """What NVIDIA's machine code of the original prints with these arguments; None if it does not end well in time, or
    starts no kernel."""
    words = [
        "prlimit",
        f"--cpu={ORIGINAL}:{ORIGINAL + 5}",
        *CASS,
        "run",
        next(folder.glob("*.cu")).name,
        "--as",
        "cuda",
    ]
    words += ["--timeout", str(WAITING), "--flags", shlex.join(options(folder)), "--", *shlex.split(small(folder))]
    with tempfile.TemporaryDirectory() as scratch, Listener(Path(scratch)) as told:
        place = shutil.copytree(folder, Path(scratch, folder.name), ignore_dangling_symlinks=True)
        environment = MACHINE | {"CASS_EXEC_REPORT": str(told.path)}
        ended = proc.run(words, timeout=WAITING + 300, cwd=place, env=environment)
        started = any(entry.get("kernel") for entry in told.entries)
        return ended.stdout if ended.status == 0 and ended.stdout.strip() and started else None


def compiled(unit: Path, folder: Path) -> dict[str, str]:
    """For each GPU whether the unit of a folder compiles, and `why` if not PASSED."""
    compiler = compilers.pick(Config())
    ends, why = {}, ""
    for target in TARGETS:
        output = unit.parent / f"{target}.o"
        request = BuildRequest(
            unit, output, Target(target), flags=(*options(unit.parent, folder), "-O1", "-w"), object_only=True
        )
        made = compiler.build(request)
        ends[target] = BUILT if made.binary is not None else str(made.outcome)
        why = why or (first_error(made.log)[:300] if made.binary is None else "")
    return {**ends, "why": why}


def judged(folder: Path, tool: str, expected: bytes | None) -> dict[str, str]:
    """For each GPU how the program's last step ended (NOT_BUILT, CRASHED, PASSED ...), and `why` if not PASSED."""
    with tempfile.TemporaryDirectory() as scratch:
        unit = translated(folder, tool, Path(scratch, folder.name))
        if unit is None:
            return dict.fromkeys(TARGETS, "NOT_TRANSLATED")
        if expected is None:
            return compiled(unit, folder)
        output = Path(scratch, "expected")
        output.write_bytes(expected)
        steps, said = verified(folder, unit, output)
        if not steps:
            return {**dict.fromkeys(TARGETS, "NO_VERDICT"), "why": said}
        ends = {target: end([step for step in steps if step["target"] in (target, None, "")]) for target in TARGETS}
        failed = [step["detail"] for step in steps if step["outcome"] != "PASSED"]
        return {**ends, "why": failed[0][:300] if failed else ""}


def own_name(unit: Path) -> str:
    """What a program that prints __FILE__ says there: another path and suffix in a translation."""
    return rf"[^\s()\"]*\b{re.escape(unit.stem)}\.(?:cu|hip)\b"


def verified(folder: Path, unit: Path, expected: Path) -> tuple[list[dict[str, str]], str]:
    """The steps of the verdict on a translation; none, and what was said instead, where there is no verdict."""
    words = ["prlimit", f"--cpu={SECONDS}:{SECONDS + 5}", *CASS, "verify", unit, "--against", next(folder.glob("*.cu"))]
    masks = (*CARD, own_name(unit))
    words += ["--expected", expected, "--mask-times", *(word for mask in masks for word in ("--mask", mask))]
    words += ["--timeout", str(PATIENCE * SECONDS), "--format", "json", "--args", small(folder), "--data", folder]
    words += ["--schedules", "0", "--", *options(unit.parent, folder)]
    said = proc.run([str(word) for word in words], timeout=PATIENCE * 900, env=MACHINE)
    try:
        return list(json.loads(said.stdout)["verdict"]["steps"]), ""
    except (ValueError, KeyError):
        return [], said.stderr.decode(errors="replace").strip()[-300:]


def end(steps: list[dict[str, str]]) -> str:
    """How the last of a GPU's steps ended: PASSED, or the first outcome that is another."""
    failed = [step for step in steps if step["outcome"] != "PASSED"]
    if failed and TOO_LONG.search(failed[0]["detail"]):
        return "TIMED_OUT"
    return failed[0]["outcome"] if failed else "PASSED"


def row(folder: Path, tool: str, expected: bytes | None) -> dict[str, object]:
    """What is kept: `end` is PASSED or BUILT if both GPUs are, else that of the first that is not."""
    ends = judged(folder, tool, expected)
    last = next((ends[gpu] for gpu in TARGETS if ends[gpu] not in ("PASSED", BUILT)), ends[TARGETS[0]])
    return {"end": last, "run": expected is not None, **ends}


def tool_name(command: str) -> str:
    """The program that a command starts, without what interprets it and its options."""
    words = [word for word in shlex.split(command) if not word.startswith("-")]
    return Path(words[-1]).name if words else command


def main() -> None:
    """Rows for each program that the file does not have, then the counts of the whole file for each tool."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--tool", default="")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--out", type=Path, default=MEASURED / "ports.jsonl")
    chosen = parser.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    tools = {"cass": "cass", **({tool_name(chosen.tool): chosen.tool} if chosen.tool else {})}
    kept = Kept(chosen.out, KEY)
    found = candidates(chosen.corpus)
    kept.await_all((folder.name, tool) for folder in found for tool in tools)
    for folder in quick_first(found):
        if time.monotonic() > until or (chosen.only and folder.name.removesuffix("-cuda") not in chosen.only):
            continue
        left = [name for name in tools if (folder.name, name) in kept.left(again=chosen.again)]
        expected = printed(folder) if left and not chosen.build else None
        for name in left:
            kept.put({"program": folder.name, "tool": name, **row(folder, tools[name], expected)})
    for tool in tools:
        print(f"{tool}: {dict(Counter(end for (_, name), end in kept.ends().items() if name == tool))}")


if __name__ == "__main__":
    main()
