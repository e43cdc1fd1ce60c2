"""Mutants executed here: lifted for this CPU, or to gfx1100.

What a thread does by itself is lifted alone and executed on the rows of registers, hundreds of mutants in one library.
What concerns other threads is executed with the whole kernel around it, thread by thread, and so is what is executed as
gfx1100: those are compiled for longer.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.mutations import carrier
from bench.mutations.carrier import Words
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.lift import build, native
from cass_tools.executor.nvidia.lift.module import Lifted, lift
from cass_tools.executor.nvidia.lift.platform import AMD, NATIVE, Platform
from cass_tools.executor.nvidia.parse import SIZE
from tests.executor.amd.kernels import launch, load
from tests.executor.nvidia.lift.single import Program, Rows

OF_WARPS = frozenset(("SHFL", "VOTE", "VOTEU", "REDUX", "MATCH", "R2UR", "S2R"))
BATCH, BATCH_OF_KERNELS = 400, 60  # how many are compiled together


@dataclass(frozen=True, slots=True)
class Frame:
    """The kernel around a mutant: its tables, and its instructions with a NOP in the mutant's place."""

    template: carrier.Template
    instructions: tuple[Instruction, ...]

    def lifted(self, mutants: Mapping[str, Instruction], platform: Platform = NATIVE) -> tuple[Cubin, Lifted]:
        """A kernel for each mutant by name; those whose form has no meaning are in `refused`."""
        cubin = copy.copy(Cubin(self.template.data, "mutants"))
        kernel = self.template.kernel
        cubin.kernels = {name: replace(kernel, name=name, section=f".text.{name}") for name in mutants}
        return cubin, lift(cubin, {f".text.{name}": self._code(each) for name, each in mutants.items()}, platform)

    def _code(self, mutant: Instruction) -> tuple[Instruction, ...]:
        placed = list(self.instructions)
        placed[carrier.slot_index()] = mutant
        return tuple(replace(each, address=SIZE * at) for at, each in enumerate(placed))


def alone(mutants: Mapping[str, Instruction], rows: Words, uniform: Words) -> dict[str, Words]:
    """What the kernel stores for each mutant that concerns one thread only."""
    done: dict[str, Words] = {}
    names = list(mutants)
    start = Rows(len(rows))
    start.words[:, : carrier.REGISTERS] = rows[:, : carrier.REGISTERS]
    start.words[:, carrier.REGISTERS : carrier.REGISTERS + carrier.UNIFORM] = uniform
    for number in range(7):
        start[f"P{number}"] = (rows[:, carrier.REGISTERS] >> np.uint32(number)) & np.uint32(1)
        start[f"UP{number}"] = int(uniform[number]) >> 31
    start.parameters = carrier.parameters(0, 0, uniform).ljust(256, b"\0")
    for first in range(0, len(names), BATCH):
        program = Program(tuple(names[first : first + BATCH]), read=mutants.__getitem__)
        done |= {name: _stored(program.run(name, start)) for name in program.texts}
    return done


def _stored(rows: Rows) -> Words:
    """Registers as the kernel stores them."""
    stored = np.zeros((len(rows.words), carrier.ROW_OUT), np.uint32)
    stored[:, : carrier.REGISTERS] = rows.words[:, : carrier.REGISTERS]
    end = carrier.REGISTERS + carrier.UNIFORM
    stored[:, carrier.AT_UNIFORM : carrier.AT_UNIFORM_PREDICATES] = rows.words[:, carrier.REGISTERS : end]
    for number in range(7):
        stored[:, carrier.AT_PREDICATES] |= rows[f"P{number}"] << number
        stored[:, carrier.AT_UNIFORM_PREDICATES + number] = rows[f"UP{number}"]
    return stored


def whole(
    frame: Frame, mutants: Mapping[str, Instruction], rows: Words, uniform: Words, clang: Path
) -> dict[str, Words]:
    """What the kernel stores for each mutant, executed with all that is around it, thread by thread."""
    done: dict[str, Words] = {}
    names = list(mutants)
    for first in range(0, len(names), BATCH_OF_KERNELS):
        cubin, lifted = frame.lifted({name: mutants[name] for name in names[first : first + BATCH_OF_KERNELS]})
        loaded = native.load(cubin, lifted, clang)
        for name in lifted.kernels:
            target = _target()
            words = carrier.parameters(rows.ctypes.data, target.ctypes.data, uniform)
            loaded.launch(name, (1,), (carrier.THREADS,), words)
            done[name] = target
    return done


def on_amd(
    frame: Frame, mutants: Mapping[str, Instruction], rows: Words, uniform: Words, clang: Path
) -> dict[str, Words]:
    """The same as gfx1100, on the executor."""
    _, lifted = frame.lifted(mutants, AMD)
    code = load(CodeObject(build.code_object(lifted, clang, timeout=600)))
    done: dict[str, Words] = {}
    for name in lifted.kernels:
        target = _target()
        launch(code, name, (1,), (carrier.THREADS,), rows, target, uniform.view(f"V{uniform.nbytes}")[0])
        done[name] = target
    return done


def _target() -> Words:
    return np.zeros((carrier.THREADS, carrier.ROW_OUT), np.uint32)


def chosen(names: Sequence[str], count: int, seed: int) -> list[str]:
    """Some of them, in order."""
    random = np.random.default_rng(seed)
    picked: NDArray[np.int64] = random.choice(len(names), min(count, len(names)), replace=False)
    return [names[number] for number in sorted(picked.tolist())]
