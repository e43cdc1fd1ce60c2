"""One or a few NVIDIA instructions, lifted for this CPU and executed on many rows of registers.

    rows = Rows(2000, seed=1)
    done = execute("IADD3.X R0,P1,R2,-R3,R4,P0,!PT", rows)
    assert done.written == {"R0", "P1"}
    assert np.array_equal(done["R0"], rows["R2"] - rows["R3"] + ...)

A row holds R0 to R31, UR0 to UR15, P0 to P6 and UP0 to UP6; all start with edge values and random ones. Several
instructions are separated by ";", a guard stands in front as nvdisasm prints it. Functions of the runtime come from
lift/runtime/native.cpp; those that it has not, since they concern a warp, are given as C++ (`runtime`).
"""

import atexit
import ctypes
import re
import shutil
import struct
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cass_tools.executor.ir import backend
from cass_tools.executor.nvidia.instruction import (
    TRUE,
    ZERO,
    Constant,
    Float,
    Instruction,
    Integer,
    Predicate,
    Register,
)
from cass_tools.executor.nvidia.lift.build import RUNTIME
from cass_tools.executor.nvidia.lift.flow import Flow
from cass_tools.executor.nvidia.lift.platform import NATIVE
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.operands import FLOAT, INTEGER, operands, split
from cass_tools.executor.nvidia.tables import Decoded, classify
from tests.executor.host.rig import succeed
from tests.executor.nvidia.committed import cubin

COMPILER = ("clang++-19",)
Words = NDArray[np.uint32]
NAMES = (
    *(f"R{n}" for n in range(32)),
    *(f"UR{n}" for n in range(16)),
    *(f"P{n}" for n in range(7)),
    *(f"UP{n}" for n in range(7)),
)
PLACES = {name: number for number, name in enumerate(NAMES)}
WIDTH = 64  # words of a row
PARAMETERS = 256  # bytes of parameters, which are what c[0x0][...] reads from the kernel's base on
EDGES = (0, 1, 2, 3, 31, 32, 33, 63, 64, 127, 128, 255, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000)
FLOATS = (0x3F800000, 0x3F000000, 0x3FC00000, 0x4B000000, 0x4F000000, 0x5F000000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000)
SMALL = (0x00000001, 0x007FFFFF, 0x00800000, 0x3DFBFFFF, 0x33000000, 0x477FF000, 0x7F800001)


class Rows:
    """`count` rows of registers; what an instruction does not write stays as it is."""

    def __init__(self, count: int = 1000, seed: int = 1, edges: Sequence[int] = EDGES) -> None:
        random = np.random.default_rng(seed)
        every = np.array([*edges, *(~e & 0xFFFFFFFF for e in edges)], np.uint32)
        self.words: Words = random.integers(0, 1 << 32, (count, WIDTH), np.uint32)
        chosen = random.choice(every, (count, WIDTH))
        self.words = np.where(random.random((count, WIDTH)) < 0.5, chosen, self.words)
        first = PLACES["P0"]
        self.words[:, first:] &= 1
        self.parameters = bytes(random.integers(0, 256, PARAMETERS, np.uint8))
        self.before = self.words

    def __getitem__(self, name: str) -> Words:
        """A register's or predicate's (0 or 1) words, a row each."""
        return self.words[:, PLACES[name]]

    def __setitem__(self, name: str, values: Words | Sequence[int] | int) -> None:
        self.words[:, PLACES[name]] = np.asarray(values).astype(np.uint32)

    def long(self, name: str) -> NDArray[np.uint64]:
        """A register and the next one."""
        place = PLACES[name]
        return self.words[:, place].astype(np.uint64) | self.words[:, place + 1].astype(np.uint64) << np.uint64(32)

    def set_long(self, name: str, values: NDArray[np.uint64]) -> None:
        """Write a pair."""
        self.words[:, PLACES[name]] = values.astype(np.uint32)
        self.words[:, PLACES[name] + 1] = (values >> np.uint64(32)).astype(np.uint32)

    @property
    def written(self) -> set[str]:
        """What differs from the rows that were executed."""
        return {name for name, place in PLACES.items() if (self.words[:, place] != self.before[:, place]).any()}

    def raw(self, operand: object, base: int = 0) -> Words:
        """An operand's words without its signs; `base` is where the parameters start in bank 0."""
        count = len(self.words)
        if isinstance(operand, Register):
            return np.zeros(count, np.uint32) if operand.number == ZERO else self[f"{operand.file}{operand.number}"]
        if isinstance(operand, Integer | Float):
            bits = operand.bits if isinstance(operand, Float) else operand.value & 0xFFFFFFFF
            return np.full(count, bits, np.uint32)
        assert isinstance(operand, Constant), operand
        return np.full(count, struct.unpack_from("<I", self.parameters, operand.offset - base)[0], np.uint32)

    def truth(self, operand: object) -> NDArray[np.bool_]:
        """A predicate operand."""
        assert isinstance(operand, Predicate), operand
        plain = np.full(len(self.words), 1) if operand.number == TRUE else self[f"{operand.file}{operand.number}"]
        return np.asarray((plain != 0) ^ operand.inverted, np.bool_)


def instruction(text: str) -> Instruction:
    """What nvdisasm prints, without the semicolon; bits of floating-point immediates are those of a float."""
    guard, _, rest = text.strip().partition(" ") if text.strip().startswith("@") else ("", "", text.strip())
    name, _, words = rest.strip().partition(" ")
    opcode, *modifiers = name.split(".")
    numbers = [word for word in split(words) if FLOAT.fullmatch(word) and not INTEGER.fullmatch(word)]
    bits = 0
    if numbers:
        printed = {"+INF": "inf", "-INF": "-inf", "+QNAN": "nan", "-QNAN": "-nan"}.get(numbers[0], numbers[0])
        bits = int.from_bytes(struct.pack("<f", float(printed)), "little")
    found = tuple(operands(words, bits << 32))
    match = re.fullmatch(r"@(!?)(UP|P)(\d|T)", guard)
    held = Predicate(match[2], TRUE if match[3] == "T" else int(match[3]), bool(match[1])) if match else None  # type: ignore[arg-type]
    return Instruction(0, held, opcode, tuple(modifiers), found, bits << 32, text)


def decoded(text: str) -> Decoded:
    """An instruction in its form."""
    return classify(instruction(text))


@dataclass
class Program:
    """Several texts, each a function of its own, compiled together; `read` says what a text is."""

    texts: tuple[str, ...]
    sm: int = 90
    runtime: str = ""
    read: Callable[[str], Instruction] = field(default_factory=lambda: instruction)
    library: ctypes.CDLL = field(init=False)

    def __post_init__(self) -> None:
        bodies, declared = [], dict[str, str]()
        for number, text in enumerate(self.texts):
            thread = _thread(self.sm)
            flow = Flow(thread, {})
            for part in text.split(";"):
                flow._straight(classify(self.read(part)))
            bodies.extend(_function(thread, number))
            declared |= thread.f.declarations
        module = "\n".join((*declared.values(), *bodies, "!0 = !{}"))
        self.library = _linked(backend.compile_object(module, level=1), _runtime(self.runtime))

    def run(self, text: str, rows: Rows) -> Rows:
        """The rows after a text of this program."""
        done = Rows(0)
        done.words, done.before, done.parameters = rows.words.copy(), rows.words, rows.parameters
        call = self.library[f"rows{self.texts.index(text)}"]
        call(ctypes.c_void_p(done.words.ctypes.data), ctypes.c_int64(len(done.words)), done.parameters)
        return done


def execute(text: str, rows: Rows, *, sm: int = 90, runtime: str = "") -> Rows:
    """The rows after the instructions."""
    return program((text,), sm, runtime).run(text, rows)


@cache
def program(texts: tuple[str, ...], sm: int = 90, runtime: str = "") -> Program:
    """Texts, compiled once."""
    return Program(texts, sm, runtime)


def base(sm: int = 90) -> int:
    """Where parameters start in bank 0."""
    return _thread(sm).kernel.parameter_base


def _thread(sm: int) -> Thread:
    code = cubin("kernels", sm)
    return Thread(code, code.kernels["k01_vadd"], NATIVE)


def _function(thread: Thread, number: int) -> list[str]:
    """A function for one row, and one that calls it for all."""
    lines = [f"define internal void @row{number}(ptr %row, ptr %parameters) {{"]
    stores = []
    for name, type_ in sorted(thread.slots.items()):
        lines.append(f"  %{name} = alloca {type_}")
        lines.append(f"  %{name}.at = getelementptr i32, ptr %row, i32 {PLACES[name]}")
        lines.append(f"  %{name}.word = load i32, ptr %{name}.at")
        kept = f"%{name}.word"
        if type_ == "i1":
            lines.append(f"  %{name}.bit = trunc i32 {kept} to i1")
            kept = f"%{name}.bit"
        lines.append(f"  store {type_} {kept}, ptr %{name}")
        stores.append(f"  %{name}.end = load {type_}, ptr %{name}")
        end = f"%{name}.end"
        if type_ == "i1":
            stores.append(f"  %{name}.wide = zext i1 {end} to i32")
            end = f"%{name}.wide"
        stores.append(f"  store i32 {end}, ptr %{name}.at")
    lines += [*thread.f.lines, *stores, "  ret void", "}"]
    loop = (
        f"define void @rows{number}(ptr %rows, i64 %count, ptr %parameters) {{",
        "entry:\n  %some = icmp ne i64 %count, 0\n  br i1 %some, label %loop, label %end",
        "loop:\n  %at = phi i64 [ 0, %entry ], [ %next, %loop ]\n  %next = add i64 %at, 1",
        f"  %row = getelementptr [{WIDTH} x i32], ptr %rows, i64 %at",
        f"  call void @row{number}(ptr %row, ptr %parameters)",
        "  %more = icmp ne i64 %next, %count\n  br i1 %more, label %loop, label %end",
        "end:\n  ret void\n}",
    )
    return [*lines, *loop]


@cache
def _folder() -> Path:
    """A folder that lives as long as the process."""
    made = tempfile.mkdtemp(prefix="cass-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


@cache
def _runtime(more: str) -> Path:
    """The runtime as an object file."""
    source = _folder() / f"runtime{_runtime.cache_info().currsize}.cpp"
    # One thread waits for no other, and its block is in no cluster.
    functions = (
        *("void nv_yield() {}", "void nv_cluster_leave() {}"),
        *("u32 nv_is_clustered() { return 0; }", "u32 nv_cluster_size(u32) { return 1; }"),
    )
    alone = "\n".join(f'extern "C" __attribute__((weak)) {function}' for function in functions)
    source.write_text(f'#include "native.cpp"\n{alone}\n{more}\n')
    made = source.with_suffix(".o")
    succeed(*COMPILER, "-std=c++17", "-O2", "-ffp-contract=off", "-fPIC", f"-I{RUNTIME}", "-c", source, "-o", made)
    return made


def _linked(code: bytes, runtime: Path) -> ctypes.CDLL:
    """A library of lifted code; the linker names the functions that the runtime has not."""
    file = Path(tempfile.mkdtemp(dir=_folder())) / "lifted.o"
    made = file.with_suffix(".so")
    file.write_bytes(code)
    succeed(*COMPILER, "-shared", "-Wl,-z,defs", file, runtime, "-lm", "-o", made)
    return ctypes.CDLL(str(made))
