"""How many kernels of a corpus can be tried by themselves with no configuration, and how those that were tried ended.

`python -m bench.drivers CORPUS [--sample 60] [--skip 0] [--minutes 14] [--only NAME ...]`: each folder of CORPUS
whose name ends in `-cuda` is a program with a Makefile, as in HeCBench's `src`. Its sources with kernels are
translated by the rules, and each kernel of the translation is compared with that of the original, on one GPU. Folders
are taken by lot, with a fixed seed. A template counts once, and so does a kernel of a header that several sources
include. Kernels that do not compile without a library that has no AMD twin on this machine are counted apart
(`LIBRARY`), and so are functions of the GPU that get a kernel of their own. Rows are kept in `bench/measured`, and a
program that has one is not tried again unless it is named; `bench.measured_page` makes a page of them.
"""

import argparse
import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.drivers_page import DRIVEN, KEY, summary
from bench.kept import MEASURED, Kept, plain
from cass_tools import proc
from cass_tools.compile_commands import Commands
from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.drivers.files import Files
from cass_tools.drivers.signatures import kernels
from cass_tools.errors import CassError
from cass_tools.model import KernelTrial, Outcome, Safety, Target
from cass_tools.port import Job, port
from cass_tools.runners import Limits
from cass_tools.scan import read
from cass_tools.trial import Settings
from cass_tools.verify import Require

FLAG = re.compile(r"(?:^|\s)(-[ID]\s*\S+|-std=\S+)")
KERNEL = re.compile(rb"\b__global__\b")
SEED = 7
LIBRARIES = re.compile(
    rb"^[ \t]*#[ \t]*include[ \t]*[<\"](?:cub|thrust|cublas|cusparse|cusolver|cudnn|curand|ATen|torch|c10|nccl|cufft)",
    re.MULTILINE,
)
SOURCES = (".cu", ".cuh", ".h", ".hpp")
UNBUILT = re.compile(r"\berror\b|was not built")


def flags(folder: Path) -> tuple[str, ...]:
    """The include paths, macros and standard that the folder's Makefile gives to nvcc."""
    said = proc.run(["make", "-n", "-C", folder], timeout=20).stdout.decode(errors="replace")
    found = (flag.replace(" ", "") for flag in FLAG.findall(said))
    made = [f"-I{folder / f[2:]}" if f.startswith("-I") and not f.startswith("-I/") else f for f in found]
    return tuple(dict.fromkeys((f"-I{folder}", *made)))


def sources(folder: Path) -> Iterator[Path]:
    """The sources of a program, those first that hold kernels themselves."""
    listed = sorted(p for p in folder.rglob("*.cu") if p.is_file())
    yield from (p for p in listed if KERNEL.search(p.read_bytes()))
    yield from (p for p in listed if not KERNEL.search(p.read_bytes()))


def trials(file: Path, given: tuple[str, ...], target: Target) -> Sequence[KernelTrial]:
    """Each kernel that the file sees, tried against translated headers; none where it has no kernel."""
    settings = Settings((target,), runner="exec", kernels=True, limits=Limits(timeout=60), flags=given)
    job = Job((file,), (), settings, Require.POSSIBLE, Commands({}), Safety.UNSAFE)
    [ported] = port(job)
    if ported.verdict.kernels:
        return ported.verdict.kernels
    why = next((s.detail for s in ported.verdict.steps if s.outcome is not Outcome.PASSED), "no reason given")
    found = kernels(Files(Context(read(file), Config())))
    return [KernelTrial(k.name, target, Outcome.NOT_TRIED, f"the translation was not built: {why}") for k in found]


def program(folder: Path, target: Target) -> dict[str, tuple[str, str]]:
    """For each kernel of a program the best that came of it, and the reason in words."""
    found: dict[str, tuple[str, str]] = {}
    given = flags(folder)
    for file in sources(folder):
        try:
            tried = trials(file, given, target)
        except CassError as error:
            tried = [KernelTrial(file.name, target, Outcome.NOT_TRIED, str(error))]
        for trial in tried:
            name = trial.kernel.partition("<")[0]
            if found.get(name, ("NOT_TRIED", ""))[0] not in DRIVEN:
                found[name] = (str(trial.outcome), trial.detail)
            elif trial.outcome in (Outcome.WRONG_OUTPUT, Outcome.CRASHED):
                found[name] = (str(trial.outcome), f"{trial.kernel}: {trial.detail}")
    library = any(LIBRARIES.search(p.read_bytes()) for p in folder.rglob("*") if p.suffix in SOURCES)
    return {
        name: ("LIBRARY" if library and outcome not in DRIVEN and UNBUILT.search(why) else outcome, why)
        for name, (outcome, why) in found.items()
    }


def row(folder: Path, target: Target) -> dict[str, object]:
    """What is kept of a program: how each kernel ended, and why."""
    began = time.monotonic()
    found = program(folder, target)
    took = round(time.monotonic() - began)
    said = {name: [outcome, plain(why)] for name, (outcome, why) in sorted(found.items())}
    return {"program": folder.name, "arch": target.arch, "end": "DONE", "clock": took, "kernels": said}


def main() -> None:
    """A row for each program of the sample that has none, then the shares of the whole file."""
    options = argparse.ArgumentParser(prog="bench.drivers", description=(__doc__ or "").splitlines()[0])
    options.add_argument("corpus", type=Path)
    options.add_argument("--sample", type=int, default=60)
    options.add_argument("--skip", type=int, default=0)
    options.add_argument("--only", nargs="*")
    options.add_argument("--target", default="gfx1100")
    options.add_argument("--out", type=Path, default=MEASURED / "drivers.jsonl")
    options.add_argument("--minutes", type=float, default=1e6, help="begin nothing after so long")
    chosen = options.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    folders = sorted(p for p in chosen.corpus.glob("*-cuda") if any(p.rglob("*.cu")))
    random.Random(SEED).shuffle(folders)  # noqa: S311
    folders = folders[chosen.skip : chosen.skip + chosen.sample]
    kept = Kept(chosen.out, KEY)
    kept.await_all((folder.name, chosen.target) for folder in folders)
    left = [folder for folder in folders if (folder.name, chosen.target) in kept.left()]
    if chosen.only:  # again, if they have been measured
        left = [chosen.corpus / f"{name}-cuda" for name in chosen.only]
        if lacking := [folder.name for folder in left if not folder.is_dir()]:
            options.error(f"{chosen.corpus} has no {', '.join(lacking)}")
    for folder in left:
        if time.monotonic() < until:
            kept.put(row(folder, Target(chosen.target)))
    print("\n".join(summary(kept.rows())))


if __name__ == "__main__":
    main()
