"""The driver of a file's kernels: a program that is written at the end of the file and built with it.

Everything in it carries the prefix cass_, because the macros of the user's file hold there.
"""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cass_tools.compilers.command import DEFAULT_OPTIMISATION
from cass_tools.compilers.request import FOR_HOST
from cass_tools.drivers.signatures import Kernel
from cass_tools.drivers.structures import Structure, Variable

FOLDER = Path(__file__).parent.parent / "include" / "drive"
NAME, FIELDS = "cass driver", "cass structure"
LINE = re.compile(re.escape(NAME) + r"[:(](\d+)")
_FIELDS_LINE = re.compile(re.escape(FIELDS) + r"[:(](\d+)")
_ERROR = re.compile(r"(?<!\d )\berror\b(?: #\d+)?:")
_CONTEXT = re.compile(r"required from|[Ii]n instantiation of|instantiated from|^\s+from |In file included")
STANDARD = "-std=c++17"
FLAGS = (
    f"-I{FOLDER}",
    "-include",
    str(FOLDER / "cass_drive.h"),
    "-Dmain=cass_main_of_the_file",
    # Host functions of other files, which no kernel calls; in a position-independent program they would be looked for.
    "-Wl,--unresolved-symbols=ignore-all,-no-pie",
    STANDARD,
)
OPEN = ("-include", str(FOLDER / "cass_open.h"))


def flags(of_user: Sequence[str]) -> tuple[str, ...]:
    """The user's flags with those of the driver; C++17 and what is newer may stay, whatever else is asked for."""
    newer = [f for f in of_user if re.fullmatch(r"-std=(?:c|gnu)\+\+(?:17|1z|2\w|3\w)", f)]
    kept = tuple(f for f in of_user if not f.startswith("-std="))
    return (*(f for f in FLAGS if f != STANDARD), *(newer[-1:] or [STANDARD]), *kept)


def quick_host(of_user: Sequence[str]) -> tuple[str, ...]:
    """Options that compile the host's code, the driver's above all, without spending time on its speed."""
    level = () if any(flag.startswith("-O") for flag in of_user) else (DEFAULT_OPTIMISATION,)
    return (*level, FOR_HOST, "-O0")


def text(kernels: Sequence[Kernel], structures: Sequence[Structure], variables: Sequence[Variable]) -> bytes:
    """What comes after the user's file. Kernel n stands in line n + 1 of "cass driver", where messages name it."""
    lines = ["", "#undef main"]
    for number, structure in enumerate(structures):
        lines += [f'#line {number + 1} "{FIELDS}"', _fields(structure)]
    lines += ["int main(int cass_count, char **cass_words) {"]
    lines += ["  cass_drive::Session cass_session(cass_count, cass_words);"]
    lines += [f"  CASS_DRIVE_SYMBOL(cass_session, {v.name}, {str(v.fills).lower()});" for v in variables]
    for number, kernel in enumerate(kernels):
        lines += [
            f'#line {number + 1} "{NAME}"',
            f"  cass_session.kernel({json.dumps(kernel.expression)}, {_address(kernel)});",
        ]
    return ("\n".join((*lines, "  return cass_session.end();", "}")) + "\n").encode()


def _address(kernel: Kernel) -> str:
    if not kernel.twin or kernel.templates:
        return kernel.expression
    return f"static_cast<void (*)({', '.join(p.type for p in kernel.parameters)})>({kernel.expression})"


def _fields(structure: Structure) -> str:
    members = "".join(f' cass_visit("{base}", static_cast<{base} &>(cass_value));' for base in structure.bases)
    members += "".join(f' cass_visit("{name}", cass_value.{name});' for name in structure.members)
    return (
        f"{structure.head or 'template <>'} struct cass_fields::Fields<{structure.type}> {{"
        f" template <class cass_V> static void each({structure.type} &cass_value, cass_V &&cass_visit) {{"
        f" (void)cass_value, (void)cass_visit;{members} }} }};"
    )


def named_in(log: str, kernels: Sequence[Kernel]) -> dict[str, str]:
    """The kernels whose line of the driver an error names, each with that error.

    g++ says where an instantiation comes from before its error, clang in notes after it.
    """
    found: dict[str, str] = {}
    lines = log.splitlines()
    for at, line in enumerate(lines):
        if not _ERROR.search(line):
            continue
        for number in LINE.findall("\n".join((*_before(lines[:at]), line, *_after(lines[at + 1 :])))):
            if 0 < int(number) <= len(kernels):
                found.setdefault(kernels[int(number) - 1].expression, line.strip())
    return found


def structures_in(log: str, structures: Sequence[Structure]) -> list[Structure]:
    """The structures whose members an error is about: private ones, or what was misread."""
    errors = "\n".join(line for line in log.splitlines() if _ERROR.search(line))
    numbers = {int(number) for number in _FIELDS_LINE.findall(errors)}
    return [each for number, each in enumerate(structures, 1) if number in numbers]


def _before(lines: Sequence[str]) -> Iterator[str]:
    """The lines right before an error that tell its context."""
    return itertools.takewhile(_CONTEXT.search, reversed(lines))


def _after(lines: Sequence[str]) -> Iterator[str]:
    """What follows an error until the next message."""
    return itertools.takewhile(lambda line: not _ERROR.search(line) and " warning: " not in line, lines)
