"""Runs the meaning of single instructions over arrays: every operation of the registries in one native module.

Each operation becomes `void name(i64 count, sources..., results...)`, a loop over `lanes` elements a step. Arrays have
one element a lane, of the type code's numpy type; booleans (codes m, c and SCC results) are bytes.
"""

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cass_tools.executor.amd.ops import COMPARE, SALU, TYPES, VALU, Meaning
from cass_tools.executor.ir.backend import Native, jit
from cass_tools.executor.ir.value import Function, Value

Array = npt.NDArray[Any]
DTYPES = {
    "u": np.uint32, "p": np.uint32, "w": np.uint16, "q": np.uint64, "f": np.float32, "h": np.float16, "d": np.float64,
    "m": np.bool_, "c": np.bool_,
}  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """A function over values with the type codes of its sources and results; scalar ones have no lanes."""

    name: str
    src: str
    dst: str
    fn: Meaning
    scalar: bool = False


def registered() -> Iterator[Operation]:
    """All operations; `.clamp` after the name of a clamped form, `.neg<n>` of one that neg bits select."""
    for name, op in VALU.items():
        src = op.src + (op.dst if op.accumulates else "")
        yield Operation(name, src, op.dst, op.fn)
        for suffix, variant in [("", op), *((f".neg{neg}", other) for neg, other in enumerate(op.by_neg))]:
            if suffix:
                yield Operation(f"{name}{suffix}", src, op.dst, variant.fn)
            if variant.clamped is not None:
                yield Operation(f"{name}{suffix}.clamp", src, op.dst, variant.clamped)
    for name, compared in COMPARE.items():
        yield Operation(name, compared.src, "m", compared.fn)
    for name, scalar in SALU.items():
        src = scalar.src + (scalar.dst if scalar.accumulates or scalar.exec else "")
        yield Operation(name, src, scalar.dst + ("c" if scalar.scc == "result" else ""), scalar.fn, scalar=True)


def _load(f: Function, code: str, number: int, lanes: int) -> Value:
    type_ = "i8" if code in "mc" else TYPES[code][0]
    pointer = f.emit(f"getelementptr {type_}, ptr %s{number}, i64 %i", "ptr")
    model = Value(f, "", type_, lanes)
    value = f.emit(f"load {model.ir_type}, {pointer.typed}, align 1", type_, lanes)
    return value.trunc("i1") if code in "mc" else value


def _store(f: Function, value: Value, number: int, lanes: int) -> None:
    value = f.splat(value.zext("i8") if value.type == "i1" else value, lanes)
    pointer = f.emit(f"getelementptr {value.type}, ptr %d{number}, i64 %i", "ptr")
    f.do(f"store {value.typed}, {pointer.typed}, align 1")


def _function(operation: Operation, lanes: int) -> tuple[str, dict[str, str]]:
    lanes = 0 if operation.scalar else lanes
    f = Function()
    values = [_load(f, code, number, lanes) for number, code in enumerate(operation.src)]
    result = operation.fn(f, *values)
    results = result if isinstance(result, tuple) else (result,)
    assert [r.type for r in results] == [TYPES[code][0] for code in operation.dst], operation.name
    for number, value in enumerate(results):
        _store(f, value, number, lanes)
    names = [f"%s{n}" for n in range(len(operation.src))] + [f"%d{n}" for n in range(len(operation.dst))]
    parameters = ", ".join(f"ptr noalias {name}" for name in names)
    head = [
        f'define void @"{operation.name}"(i64 %count, {parameters}) {{',
        "entry:",
        "  br label %loop",
        "loop:",
        "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
    ]
    tail = [
        f"  %next = add i64 %i, {lanes or 1}",
        "  %more = icmp ult i64 %next, %count",
        "  br i1 %more, label %loop, label %end",
        "end:",
        "  ret void",
        "}",
    ]
    return "\n".join(head + f.lines + tail), f.declarations


def module_text(operations: Sequence[Operation], lanes: int) -> str:
    """LLVM IR of all of them."""
    bodies: list[str] = []
    declarations: dict[str, str] = {}
    for operation in operations:
        body, needed = _function(operation, lanes)
        bodies.append(body)
        declarations |= needed
    return "\n".join([*bodies, *declarations.values()])


class Rig:
    """Native code of `operations` at `lanes` lanes and a code generation level."""

    def __init__(self, operations: Sequence[Operation], *, lanes: int, level: int) -> None:
        self.operations = {operation.name: operation for operation in operations}
        self.lanes = lanes
        ir = module_text(operations, lanes)
        self.native: Native = jit(ir, operations[0].name, level=level)

    def run(self, name: str, *sources: Array) -> tuple[Array, ...]:
        """Results of the operation over sources of equal length."""
        operation = self.operations[name]
        count = len(sources[0])
        padded = -(-count // self.lanes) * self.lanes
        arrays: list[Array] = []
        for code, source in zip(operation.src, sources, strict=True):
            array: Array = np.zeros(padded, DTYPES[code])
            array[:count] = source
            arrays.append(array)
        arrays += [np.zeros(padded, DTYPES[code]) for code in operation.dst]
        address = self.native.address_of(name)
        function = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * len(arrays))(address)
        function(padded, *(array.ctypes.data for array in arrays))
        return tuple(array[:count] for array in arrays[len(sources) :])
