"""Products of matrices that a warp holds together: HMMA, IMMA and DMMA.

The runtime (matrix.h) gathers the factors from other lanes and adds the products one by one.
"""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Operand, Register
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

# Rows of 8 in the first matrix, and registers of the second, by shape.
HALF = {"1688": (2, 1), "16816": (2, 2)}
BYTES = {"8816": (1, 1), "16816": (2, 1), "16832": (2, 2)}
KINDS = {"": 0, "BF16": 1, "TF32": 2}  # of the factors, by the runtime's numbers
SIGNED, NIBBLES, SATURATE = 1, 4, 8  # flags of nv_matrix_integer; the second factor's sign is SIGNED << 1


def _four(t: Thread, operand: Operand, count: int) -> Value:
    """A matrix's registers, as four words."""
    whole = t.f.const(0, "i32", 4)
    if not isinstance(operand, Register) or operand.number == ZERO:
        return whole
    for number in range(count):
        value = t.register(operand.file, operand.number + number)
        whole = t.f.emit(f"insertelement {whole.typed}, {value.typed}, i32 {number}", "i32", 4)
    return whole


def _product(t: Thread, i: Decoded, name: str, sizes: tuple[int, int, int], numbers: tuple[int, ...]) -> None:
    """Call the runtime; `sizes` are the registers of a, b and c."""
    factors = [_four(t, i.operands[operand], size) for operand, size in zip("abc", sizes, strict=True)]
    words = [t.f.const(number, "i32") for number in numbers]
    result = t.f.call(f"nv_{name}", "i32", 4, *factors, *words)
    to = i.operands["d"]
    if isinstance(to, Register) and to.number != ZERO:
        for number in range(sizes[2]):
            value = t.f.emit(f"extractelement {result.typed}, i32 {number}", "i32")
            t.set_register(to.file, to.number + number, value)


@op("HMMA", branches=True)
def half(t: Thread, i: Decoded) -> None:
    """Of halves, bfloat16 or TF32, added to float or halves."""
    kind = i.modifiers.get("from", "")
    shape = i.modifiers["shape"]
    if kind == "TF32" and shape != "1688":
        raise t.unsupported(i, "TF32 in this shape")
    rows, groups = (2, 2) if kind == "TF32" else HALF[shape]
    single = i.modifiers["to"] == "F32"
    if kind and not single:
        raise t.unsupported(i, "a sum in halves")
    sizes = (rows * groups, groups, 2 * rows if single else rows)
    _product(t, i, "matrix_half", sizes, (groups, KINDS[kind], int(single)))


@op("IMMA", branches=True)
def integer(t: Thread, i: Decoded) -> None:
    """Of integers of 8 or 4 bits."""
    kinds = (i.modifiers["a"], i.modifiers["b"])
    rows, groups = BYTES[i.modifiers["shape"]]
    nibbles = [kind.endswith("4") for kind in kinds]
    if any(nibbles):
        if not all(nibbles) or i.modifiers["shape"] != "16832":
            raise t.unsupported(i, "4 bits in this shape")
        groups = 1
    for name, wanted in (("a", "ROW"), ("b", "COL")):
        operand = i.operands[name]
        if isinstance(operand, Register) and operand.selectors not in ((), (wanted,)):
            raise t.unsupported(i, f"{name} by {operand.selectors[0]}")
    flags = sum(SIGNED << at for at, kind in enumerate(kinds) if kind.startswith("S"))
    flags += NIBBLES * any(nibbles) + SATURATE * ("sat" in i.modifiers)
    _product(t, i, "matrix_integer", (rows * groups, groups, 2 * rows), (rows, groups, flags))


@op("DMMA", branches=True)
def double(t: Thread, i: Decoded) -> None:
    """Of doubles, 8 by 4 and 4 by 8."""
    _product(t, i, "matrix_double", (2, 2, 4), ())
