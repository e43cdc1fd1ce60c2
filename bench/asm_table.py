"""The columns of the CASS paper's Table 3 (assembly) on one set of programs: lifter, hybrid, and a model if given.

`python -m bench.asm_table CASES [--out FILE] [--model MODEL] [--sm 80] [--arch gfx1100] [--seconds 800] [--write]`:
CASES is as for bench.asm_cases. Test accuracy: the program, translated from machine code alone and executed, prints
what a GPU printed. Compile rate: all its kernels are assembled. chrF (sacrebleu): the assembly against that which
clang -Os makes of expected.hip. A model is asked once for each program, greedily, in the paper's words, and its answer
repaired as `cass asm check --fix` does. Rows are kept in `bench/measured` and not measured again; --write makes
docs/asm-table.md.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import asm_table_page
from bench.asm_cases import short
from bench.kept import MEASURED, Kept
from cass_tools import proc
from cass_tools.asm import programs, routes, sources, translating
from cass_tools.asm.programs import Recombined
from cass_tools.asm.recombining import Program
from cass_tools.asm.routes import Route
from cass_tools.asm.translating import Tools
from cass_tools.compilers import device_libs, toolchain
from cass_tools.errors import CassError
from cass_tools.judge import compare
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners import Limits
from cass_tools.translators.asking import Answer, Engine, Request, Watcher
from cass_tools.translators.choosing import assembly_asker, chosen
from cass_tools.translators.proposals import Asker
from cass_tools.trial import Settings

LIMITS = Limits(timeout=120.0)


@dataclass(frozen=True, slots=True)
class Row:
    """One program on one route. `chrf` is None where clang does not compile the reference, or there is no text."""

    case: str
    route: str
    right: bool
    compiled: bool
    chrf: float | None
    why: str
    asked: int
    sm: int
    arch: str
    model: str


@dataclass(slots=True)
class Recorded:
    """An engine that keeps what it answered."""

    engine: Engine
    texts: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The engine's."""
        return self.engine.name

    @property
    def identity(self) -> str:
        """The engine's."""
        return self.engine.identity

    def answer(self, request: Request, watcher: Watcher | None = None) -> Answer:
        """The engine's answer."""
        found = self.engine.answer(request, watcher)
        self.texts.append(found.text)
        return found


@dataclass(frozen=True, slots=True)
class Task:
    """A program to translate, and what it is judged by."""

    name: str
    folder: Path
    expected: Run
    sm: int
    arch: str
    using: Tools

    @property
    def gpus(self) -> tuple[int, str]:
        """What it is translated from and for."""
        return self.sm, self.arch

    def settings(self) -> Settings:
        """How it is run."""
        return Settings(targets=(Target(self.arch),), limits=LIMITS)

    def reference(self) -> str:
        """What clang makes of the HIP twin; empty where it cannot."""
        headers = toolchain.find_headers()
        with TemporaryDirectory(prefix="cass-asm-") as name:
            made = Path(name) / "reference.s"
            words: list[str | Path] = [self.using.clang.path, "-x", "hip", "--cuda-device-only", "-S", "-Os", "-w"]
            words += [f"--offload-arch={self.arch}", "-std=c++17"]
            words += [f"--rocm-path={headers.root}"] if headers else []
            libraries = device_libs.folder_for(self.using.clang, self.arch)
            words += [f"--rocm-device-lib-path={libraries}", self.folder / "expected.hip", "-o", made]
            done = proc.run(words, timeout=120, env={"HIP_PLATFORM": "amd"})
            return made.read_text() if done.status == 0 else ""

    def right(self, made: Recombined) -> tuple[bool, str]:
        """Whether the translated program prints what a GPU printed, and why not."""
        with TemporaryDirectory(prefix="cass-asm-") as name:
            found = programs.run_translation(made, self.arch, self.settings(), Path(name))
        if found.outcome is not Outcome.PASSED:
            return False, f"{found.outcome}: {found.detail}"
        difference = compare(self.expected, found, self.settings().terms)
        return difference is None, str(difference or "")


def chrf(text: str, reference: str) -> float | None:
    """Percent; None where there is nothing to compare."""
    import sacrebleu

    return float(sacrebleu.sentence_chrf(text, [reference]).score) if text and reference else None


def measured(task: Task, asker: Asker | None) -> Iterator[Row]:
    """A row for each route."""
    reference, told = task.reference(), asker.name if asker else ""
    with TemporaryDirectory(prefix="cass-asm-") as name:
        try:
            data = sources.built(task.folder / "input.cu", task.sm, task.settings(), Path(name))
            program = Program(task.name, data)
            lifted = programs.recombine(program, (task.arch,), task.sm, task.using)
        except CassError as error:
            why = short(str(error), task.folder)
            yield from (Row(task.name, route, False, False, None, why, 0, *task.gpus, told) for route in _routes(asker))
            return
    right, why = task.right(lifted)
    scored = chrf(_text(lifted), reference)
    plain = Row(task.name, Route.LIFTER, right, not lifted.refused, scored, _why(lifted, why), 0, *task.gpus, told)
    yield plain
    if not lifted.refused or asker is None:  # there is nothing to ask, or nobody
        yield Row(**(asdict(plain) | {"route": str(Route.HYBRID)}))
    else:
        yield proposed(task, program, asker, Route.HYBRID, reference)
    if asker is not None:
        yield proposed(task, program, asker, Route.MODEL, reference)


def proposed(task: Task, program: Program, asker: Asker, route: Route, reference: str) -> Row:
    """A route on which a model is asked."""
    engine = Recorded(asker.engine)
    own = Asker(engine, asker.profile, asker.wish._replace(answers=1), asker.told)
    asked = routes.asking(program, (task.arch,), task.sm, task.using, own, route)
    every = list(routes.tried(asked, task.settings(), partial=False))
    last = every[-1]
    passed = last.proof is not None and last.proof.passed
    right, why = task.right(last.made) if passed else (False, "")
    text = _text(last.made) if passed or route is Route.HYBRID else "\n".join(engine.texts)
    compiled = any(not each.made.refused for each in every)
    why = "; ".join(filter(None, (why, *asked.remarks)))
    why, score = short(why, task.folder), chrf(text, reference)
    return Row(task.name, route, right, compiled, score, why, len(engine.texts), *task.gpus, asker.name)


def _text(made: Recombined) -> str:
    return "\n".join(each.assembly for each in made.translations if each.kernels)


def _why(made: Recombined, why: str) -> str:
    return next(iter(made.refused.values()), why)[:160]


def _routes(asker: Asker | None) -> tuple[str, ...]:
    return (Route.LIFTER, Route.HYBRID, *((Route.MODEL,) if asker else ()))


def tasks(folder: Path, sm: int, arch: str) -> Iterator[Task]:
    """Every case that was run on a GPU."""
    using = translating.tools()
    for each in json.loads((folder.parent / "programs_on_h100.json").read_text()):
        expected = Run(Outcome.PASSED, "nvidia", Target("sm_90"), int(each["rc"]), str(each["stdout"]).encode())
        yield Task(each["case"], folder / each["case"], expected, sm, arch, using)


def main() -> None:
    """Measure what is left, print and keep it."""
    options = argparse.ArgumentParser(prog="bench.asm_table", description=(__doc__ or "").splitlines()[0])
    options.add_argument("cases", type=Path)
    options.add_argument("--out", type=Path, default=MEASURED / "asm_table.jsonl")
    options.add_argument("--model", default="", help="as of cass asm translate; it is asked once")
    options.add_argument("--sm", type=int, default=80)
    options.add_argument("--arch", default="gfx1100")
    options.add_argument("--seconds", type=float, default=800)
    options.add_argument("--write", action="store_true", help=f"write {asm_table_page.PAGE.name}")
    wish = options.parse_args()
    asker = assembly_asker(chosen(wish.model), lambda _: None) if wish.model else None
    end = time.monotonic() + wish.seconds
    kept = Kept(wish.out, ("case", "route", "sm", "arch", "model"))
    asked = (wish.sm, wish.arch, asker.name if asker else "")

    def rows() -> list[Row]:
        return [row for row in kept.read(Row) if (row.sm, row.arch, row.model) == asked]

    done = {(row.case, row.route) for row in rows()}
    every = list(tasks(wish.cases, wish.sm, wish.arch))
    for task in every:
        if time.monotonic() > end:
            break
        if all((task.name, route) in done for route in _routes(asker)):
            continue
        for row in measured(task, asker):
            if (row.case, row.route) not in done:
                kept.put(asdict(row))
    if wish.write:
        asm_table_page.write([asdict(row) for row in kept.read(Row)], wish.sm, wish.arch, asker.name if asker else "")


if __name__ == "__main__":
    main()
