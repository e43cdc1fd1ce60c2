"""A CUDA program translated at the level of its machine code, and proven by running both."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cass_tools.asm import recombining, shim_library
from cass_tools.asm.recombining import Program
from cass_tools.asm.translating import Tools, Translation, translate
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.lift.service import chosen
from cass_tools.judge import compare
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners import lifting
from cass_tools.runners.exec import SCALAR, ExecRunner
from cass_tools.trial import Settings, run

IN_STEP = "its result is another one, or none, where threads of a warp do not go in step"
PREFERRED = (80, 90, 89, 86, 100, 120, 75)


class Part(NamedTuple):
    """The translation of the NVIDIA code at one address of a program, for one GPU."""

    address: int
    cubin: Cubin
    translation: Translation


@dataclass(frozen=True, slots=True)
class Recombined:
    """The translated program, the library that it needs beside it (if any), and the assembly of its kernels.

    `refused`: why kernels are not in it, by name; launching one of these fails.
    """

    program: bytes
    library: bytes
    library_name: str
    sm: int
    archs: tuple[str, ...]
    translations: tuple[Translation, ...]
    refused: dict[str, str]

    def proposed(self, arch: str) -> frozenset[str]:
        """The kernels for a GPU that a model wrote."""
        return frozenset(name for each in self.translations if each.arch == arch for name in each.proposed)


@dataclass(frozen=True, slots=True)
class Proof:
    """How runs of the translation compare with the original's; `reason` says why it is not proven.

    `differs`: both ran to their end, and something else came out.
    """

    passed: bool
    words: str
    reason: str = ""
    differs: bool = False
    notes: tuple[str, ...] = field(default=())


def architecture(program: Program, wanted: int | None) -> int:
    """The compute capability whose code is translated: the wanted one, else one that the program holds code for."""
    entries = [entry for each in program.fat_binaries.values() for entry in each]
    if wanted is not None:
        return wanted
    held = {entry.sm for entry in entries if entry.kind == "cubin" and entry.is_linked}
    if not held:
        chosen(entries, PREFERRED[0])  # says why not
    return next((sm for sm in PREFERRED if sm in held), max(held))


def recombine(program: Program, archs: Sequence[str], wanted: int | None, using: Tools) -> Recombined:
    """Translate all its kernels and put them in; CassError where that is not possible for the program as a whole."""
    sm = architecture(program, wanted)
    held = cubins(program, sm)
    parts = [Part(address, cubin, translate(cubin, arch, using)) for address, cubin in held for arch in archs]
    return assembled(program, sm, archs, parts)


def cubins(program: Program, sm: int) -> list[tuple[int, Cubin]]:
    """The NVIDIA code that is translated, by the address of its fat binary; CassError where the program cannot be."""
    if program.not_served:
        names = ", ".join(program.not_served)
        raise CassError(f"{program.name} calls functions of CUDA's runtime that have no counterpart here: {names}")
    return [(at, Cubin(chosen(entries, sm).data, program.name)) for at, entries in program.fat_binaries.items()]


def assembled(program: Program, sm: int, archs: Sequence[str], parts: Sequence[Part]) -> Recombined:
    """The program with its translated parts in it."""
    codes: dict[int, dict[str, bytes]] = {}
    refused: dict[str, str] = {}
    for part in parts:
        made = part.translation
        codes.setdefault(part.address, {})[made.arch] = made.code
        refused |= {f"{name} ({made.arch})": why for name, why in made.refused.items()}
    library = shim_library.library(program.generation)
    data = recombining.recombined(program, sm, codes)
    name = shim_library.name(program.generation)
    return Recombined(data, library, name, sm, tuple(archs), tuple(part.translation for part in parts), refused)


def prove(program: Program, made: Recombined, settings: Settings) -> Proof:
    """Run the original's own machine code on this CPU, thread by thread, and the translation for each GPU; compare.

    Where that differs or does not end, the original is run once more with the threads of each warp in step; what comes
    out counts only if it is not what came out before.
    """
    with TemporaryDirectory(prefix="cass-asm-") as name:
        folder = Path(name)
        original = _placed(folder / "original", recombining.reference(program))
        (original.parent / shim_library.REFERENCE).write_bytes(shim_library.reference(program.generation))
        target = Target(f"sm_{made.sm}")
        plain = _run(original, target, SCALAR, settings)
        proof = _compared(made, plain, "thread by thread", settings, folder / "threads")
        if plain.outcome is not Outcome.PASSED or proof.differs:
            stepping = _run(original, target, replace(SCALAR, asked=lifting.in_step(target)), settings)
            own = plain.outcome is not Outcome.PASSED or compare(plain, stepping, settings.terms) is not None
            if own and stepping.outcome is Outcome.PASSED:  # it relies on the lanes of a warp going in step
                again = _compared(made, stepping, "its warps in step", settings, folder / "steps")
                proof = replace(again, notes=(*again.notes, IN_STEP)) if again.passed else proof
    return proof


def _compared(made: Recombined, expected: Run, how: str, settings: Settings, folder: Path) -> Proof:
    """A proof by one run of the original."""
    words = f"NVIDIA's machine code of the original (sm_{made.sm}), {how}"
    if expected.outcome is not Outcome.PASSED:
        return Proof(passed=False, words=words, reason=f"the original was not run: {_why(expected)}")
    folder.mkdir()
    for arch in made.archs:
        found = run_translation(made, arch, settings, folder)
        if found.outcome is not Outcome.PASSED:
            return Proof(passed=False, words=words, reason=f"the translation for {arch} did not run: {_why(found)}")
        if difference := compare(expected, found, settings.terms):
            return Proof(passed=False, words=words, reason=f"for {arch}: {difference}", differs=True)
        if expected.launches and not found.launches:
            return Proof(passed=False, words=words, reason=f"for {arch} no kernel was started")
        if idle := made.proposed(arch) - found.started:
            reason = f"for {arch} the run does not start {', '.join(sorted(idle))}, which a model wrote"
            return Proof(passed=False, words=words, reason=reason)
    return Proof(passed=True, words=words, notes=tuple(_notes(expected, settings)))


def run_translation(made: Recombined, arch: str, settings: Settings, folder: Path) -> Run:
    """Run the translated program as one of its GPUs, in the sandbox."""
    candidate = _placed(folder / arch, made.program)
    if made.library:
        (candidate.parent / made.library_name).write_bytes(made.library)
    return _run(candidate, Target(arch), ExecRunner(), settings)


def _notes(expected: Run, settings: Settings) -> list[str]:
    notes = [f"with the arguments {shlex.join(settings.args)}"] if settings.args else []
    return notes if expected.launches else [*notes, "the program starts no kernel in this run"]


def _placed(folder: Path, data: bytes) -> Path:
    folder.mkdir()
    path = folder / "program"
    path.write_bytes(data)
    path.chmod(0o755)
    return path


def _run(binary: Path, target: Target, runner: ExecRunner, settings: Settings) -> Run:
    runner = replace(runner, readable=(binary.parent,))
    return run(binary, target, runner, folder=binary.parent, settings=settings, data=settings.data or binary.parent)


def _why(ran: Run) -> str:
    last = next((line for line in reversed(ran.stderr.decode(errors="replace").splitlines()) if line.strip()), "")
    return ran.detail or last or f"{ran.outcome}, exit status {ran.status}"


def is_kernels_only(data: bytes) -> bool:
    """Whether a file holds GPU code alone: a cubin or a bare fat binary."""
    if data.startswith(b"\x7fELF"):
        return int.from_bytes(data[18:20], "little") == 190
    return data.startswith(fatbin.MAGIC.to_bytes(4, "little"))
