"""`mma.sync`, `ldmatrix`, `stmatrix`: by functions that fetch the fragments of the other lanes of the group of 32."""

import re

from cass_tools.ptx.operands import Registers
from cass_tools.ptx.refusal import Refusal
from cass_tools.ptx.scalar import Value
from cass_tools.ptx.text import Address, Instruction, Item

_MMA = re.compile(
    r"mma\.sync\.aligned\.m(?P<m>\d+)n8k(?P<k>\d+)\.row\.col(?P<sat>\.satfinite)?\.(?P<d>\w+)\.(?P<a>\w+)\.(?P<b>\w+)\.(?P<c>\w+)"
)
_FLOATS = {"f16": (8, 16), "bf16": (8, 16), "tf32": (4, 8)}  # the depths of each type
_BYTES = {"s8": "signed char", "u8": "unsigned char"}
_LDMATRIX = re.compile(r"ldmatrix\.sync\.aligned\.m8n8\.x([124])(\.trans)?\.(shared|shared::cta)\.b16")
_STMATRIX = re.compile(r"stmatrix\.sync\.aligned\.m8n8\.x([124])(\.trans)?\.(shared|shared::cta)\.b16")


def multiply(instruction: Instruction, registers: Registers) -> list[str]:
    """`mma.sync` of the common shapes: D = A * B + C."""
    match = _MMA.fullmatch(instruction.name)
    if match is None or len(instruction.operands) != 4:
        raise Refusal(
            f"`{instruction.name}` has no counterpart but the matrix instructions of the target.", instruction.name
        )
    d, a, b, c = instruction.operands
    depth, kind = int(match["k"]), match["a"]
    if match["m"] == "8" and kind == "f64" and depth == 4:
        return _call("cass::mma_f64", ("f64", "f64", "f64"), (d, a, b, c), registers)
    if match["m"] != "16":
        raise Refusal(
            f"`{instruction.name}` has no counterpart but the matrix instructions of the target.", instruction.name
        )
    if kind in _FLOATS and match["b"] == kind and depth in _FLOATS[kind] and match["d"] == match["c"] == "f32":
        return _call(f"cass::mma_{kind}<{depth}>", ("f32", "u32", "f32"), (d, a, b, c), registers)
    if kind == match["b"] == "f16" and depth in _FLOATS[kind] and match["d"] == match["c"] == "f16":
        return _call(f"cass::mma_half<{depth}>", ("u32", "u32", "u32"), (d, a, b, c), registers)
    if kind in _BYTES and match["b"] in _BYTES and depth in (16, 32):
        saturated = "true" if match["sat"] else "false"
        types = f"{depth}, {_BYTES[kind]}, {_BYTES[match['b']]}, {saturated}"
        return _call(f"cass::mma_bytes<{types}>", ("s32", "u32", "s32"), (d, a, b, c), registers)
    raise Refusal(
        f"`{instruction.name}` has no counterpart but the matrix instructions of the target.", instruction.name
    )


def _call(function: str, kinds: tuple[str, str, str], operands: tuple[Item, ...], registers: Registers) -> list[str]:
    """`function(d, a, b, c)` with arrays, then the results into their registers."""
    d, a, b, c = (registers.items(item) for item in operands)
    result, factor, addend = kinds
    fragments = [
        registers.bind(_C[kind], "{" + ", ".join(registers.read(i, kind) for i in items) + "}", f"{name}[{len(items)}]")
        for name, kind, items in (("a", factor, a), ("b", factor, b), ("d", addend, c))
    ]
    first, second, third = (name.partition("[")[0] for name in fragments)
    lines = [f"{function}({third}, {first}, {second});"]
    for index, item in enumerate(d):
        lines += registers.write(item, Value(f"{third}[{index}]", result))
    return lines


_C = {"f32": "float", "f64": "double", "u32": "unsigned", "s32": "int"}


def load_matrix(instruction: Instruction, registers: Registers) -> list[str]:
    """`ldmatrix`: each lane names a row; the function gives it its part of each matrix."""
    match = _LDMATRIX.fullmatch(instruction.name)
    if match is None:
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    target, address = instruction.operands
    row = registers.bind("const unsigned", _row(address, registers), "row")
    function = f"cass::load_matrix<{'true' if match[2] else 'false'}>"
    lines = []
    for index, item in enumerate(registers.items(target)):
        part = registers.bind("const unsigned", f"{function}({row}, {index})", "m")
        lines += registers.write(item, Value(part, "u32"))
    return lines


def store_matrix(instruction: Instruction, registers: Registers) -> list[str]:
    """`stmatrix`, the reverse."""
    match = _STMATRIX.fullmatch(instruction.name)
    if match is None:
        raise Refusal(f"`{instruction.name}` has no translation yet.", instruction.name)
    address, source = instruction.operands
    row = registers.bind("const unsigned", _row(address, registers), "row")
    function = f"cass::store_matrix<{'true' if match[2] else 'false'}>"
    return [f"{function}({row}, {i}, {registers.read(item, 'u32')});" for i, item in enumerate(registers.items(source))]


def _row(address: Item, registers: Registers) -> str:
    if not isinstance(address, Address):
        raise Refusal("An address of the PTX text is of a form that is not known here.")
    return registers.address32(address)


def move_matrix(instruction: Instruction, registers: Registers) -> list[str] | None:
    """`movmatrix`: an 8 x 8 matrix of halves, transposed."""
    if instruction.name != "movmatrix.sync.aligned.m8n8.trans.b16":
        return None
    target, source = instruction.operands
    return registers.write(target, Value(f"cass::transpose_matrix({registers.read(source, 'u32')})", "u32"))
