"""CUDA programs translated at the level of machine code alone, executed, and compared with what a GPU printed.

`python -m bench.asm_cases CASES [--sm 80,89,90] [--arch gfx1100]`: CASES has a folder for each program (input.cu) and,
beside it, programs_on_h100.json with what each printed on a GPU. Writes docs/asm-cases.md with --write.
"""

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from cass_tools.asm import programs, sources, translating
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools
from cass_tools.errors import CassError
from cass_tools.judge import compare
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners import Limits
from cass_tools.trial import Settings

PAGE = Path(__file__).parent.parent / "docs" / "asm-cases.md"
FOOT = "Written by `python -m bench.asm_cases CASES --write`."


def outcome(case: Path, printed: dict[str, object], sm: int, arch: str, using: Tools) -> str:
    """`right`, or why it is not: not built, refused, what it printed."""
    settings = Settings(targets=(Target(arch),), limits=Limits(timeout=120.0))
    try:
        with TemporaryDirectory(prefix="cass-asm-") as name:
            folder = Path(name)
            program = Program(case.name, sources.built(case / "input.cu", sm, settings, folder))
            made = programs.recombine(program, (arch,), sm, using)
            found = programs.run_translation(made, arch, settings, folder)
    except CassError as error:
        return f"not translated: {short(str(error), case)}"
    if found.outcome is not Outcome.PASSED:
        return f"{found.outcome}: {short(found.detail or found.stderr.decode(errors='replace'), case)}"
    status, stdout = int(str(printed["rc"])), str(printed["stdout"]).encode()
    expected = Run(Outcome.PASSED, "nvidia", Target("sm_90"), status, stdout)
    difference = compare(expected, found, settings.terms)
    return "right" if difference is None else f"other output: {short(str(difference), case)}"


def short(text: str, case: Path) -> str:
    """The first line of a message, without the machine's paths, as it fits into a cell."""
    line = next((line for line in text.splitlines() if line.strip()), "").replace(str(case), case.name)
    return line.replace("|", "/")[:160]


def measure(folder: Path, sms: list[int], arch: str) -> list[tuple[str, list[str]]]:
    """Each case with its outcome for each version of the machine code."""
    using = translating.tools()
    rows = []
    for each in json.loads((folder.parent / "programs_on_h100.json").read_text()):
        outcomes = [outcome(folder / each["case"], each, sm, arch, using) for sm in sms]
        rows.append((each["case"], outcomes))
        print(each["case"], *outcomes, sep="\t", flush=True)
    return rows


def page(rows: list[tuple[str, list[str]]], sms: list[int], arch: str) -> str:
    """The table."""
    counts = [sum(outcomes[at] == "right" for _, outcomes in rows) for at in range(len(sms))]
    lines = [
        "# Programs translated at assembly level",
        "",
        f"<!-- {FOOT} -->",
        "",
        f"Each program is built by nvcc for one architecture; its machine code alone is translated for {arch} and put",
        "back with its host code, and what it prints, executed on this CPU, compared with what it printed on an H100.",
        "",
        f"| program | {' | '.join(f'sm_{sm}' for sm in sms)} |",
        f"|---|{'---|' * len(sms)}",
        *(f"| {name} | {' | '.join(outcomes)} |" for name, outcomes in rows),
        f"| **right of {len(rows)}** | {' | '.join(f'**{count}**' for count in counts)} |",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and write the page where asked for."""
    options = argparse.ArgumentParser(prog="bench.asm_cases", description=(__doc__ or "").splitlines()[0])
    options.add_argument("cases", type=Path)
    options.add_argument("--sm", default="80,89,90")
    options.add_argument("--arch", default="gfx1100")
    options.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    chosen = options.parse_args()
    sms = [int(sm) for sm in chosen.sm.split(",")]
    rows = measure(chosen.cases, sms, chosen.arch)
    if chosen.write:
        PAGE.write_text(page(rows, sms, chosen.arch))


if __name__ == "__main__":
    main()
