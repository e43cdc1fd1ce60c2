"""Products of matrices that a warp holds together: HMMA, QMMA, IMMA, BMMA and DMMA.

The runtime (matrix.h) gathers the factors from other lanes and adds the products one by one.
"""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Integer, Operand, Register
from cass_tools.executor.nvidia.lift.ops.registry import op
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.tables import Decoded

# Rows of 8 in the first matrix, and registers of the second, by shape.
HALF = {"1688": (2, 1), "16816": (2, 2)}
TENS = {"1684": (2, 1), "1688": (2, 2)}  # TF32
EIGHTS = {"16816": (2, 1), "16832": (2, 2)}  # floats of 8 bits
BYTES = {"8816": (1, 1), "16816": (2, 1), "16832": (2, 2)}
QUARTERS = {"8832": (1, 1), "16832": (2, 1), "16864": (2, 2)}  # integers of 4 bits
BITS = {"88128": (1, 1), "168128": (2, 1), "168256": (2, 2)}
DOUBLES = {"884": (1, 1), "8x8x4": (1, 1), "16x8x4": (2, 1), "16x8x8": (2, 2), "16x8x16": (2, 4)}
# With a first matrix of which half is left out: registers of what is left, and half of those of the second.
SPARSE_HALF = {"16816": (2, 1), "16832": (2, 2)}
SPARSE_TENS = {"1688": (2, 1), "16816": (2, 2)}
SPARSE_EIGHTS = SPARSE_BYTES = {"16832": (2, 1), "16864": (2, 2)}
SPARSE_QUARTERS = {"16864": (2, 1), "168128": (2, 2)}
KINDS = {"": 0, "BF16": 1, "TF32": 2}  # of the factors, by the runtime's numbers
EIGHT_BITS = 4  # the kind of E4M3 twice; E5M2 adds 1 for the first and 2 for the second factor
SIGNED, NIBBLES, SATURATE, XOR, AND = (
    1,
    4,
    8,
    16,
    32,
)  # flags of nv_matrix_integer; the second factor's sign is SIGNED << 1


def _four(t: Thread, operand: Operand, count: int) -> Value:
    """A matrix's registers, as four words."""
    whole = t.f.const(0, "i32", 4)
    if not isinstance(operand, Register) or operand.number == ZERO:
        return whole
    for number in range(count):
        value = t.register(operand.file, operand.number + number)
        whole = t.f.emit(f"insertelement {whole.typed}, {value.typed}, i32 {number}", "i32", 4)
    return whole


def _words(t: Thread, operand: Operand, first: int, count: int) -> Value:
    """Some of a matrix's registers, from number `first` on, as four words."""
    if isinstance(operand, Register) and operand.number != ZERO:
        return _four(t, Register(operand.file, operand.number + first), count)
    return _four(t, operand, count)


def _product(
    t: Thread, i: Decoded, name: str, sizes: tuple[int, int, int], numbers: tuple[int, ...], *more: Value
) -> None:
    """Call the runtime; `sizes` are the registers of a, b and c."""
    factors = [_four(t, i.operands[operand], size) for operand, size in zip("abc", sizes, strict=True)]
    words = [t.f.const(number, "i32") for number in numbers]
    result = t.f.call(f"nv_{name}", "i32", 4, *factors, *words, *more)
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
    sparse = "sparse" in i.modifiers
    shapes = (SPARSE_TENS if kind == "TF32" else SPARSE_HALF) if sparse else TENS if kind == "TF32" else HALF
    if shape not in shapes:
        raise t.unsupported(i, "factors of this type in this shape")
    rows, groups = shapes[shape]
    single = i.modifiers["to"] == "F32"
    if kind and not single:
        raise t.unsupported(i, "a sum in halves")
    sizes = (rows * groups, groups, 2 * rows if single else rows)
    _multiplied(t, i, "matrix_half", sizes, (groups, KINDS[kind], int(single)))


def _multiplied(t: Thread, i: Decoded, name: str, sizes: tuple[int, int, int], numbers: tuple[int, ...]) -> None:
    """The product of dense matrices, or of a sparse first one: the second then has twice as many registers."""
    if "sparse" not in i.modifiers:
        _product(t, i, name, sizes, numbers)
        return
    chosen, which = i.operands["select"], t.raw(i.operands["e"])
    narrow = name == "matrix_integer" or numbers[1] >= EIGHT_BITS
    lanes = (2 if narrow else 1) << (sizes[1] > 1)  # of a quad, which hold the metadata
    if not isinstance(chosen, Integer) or not 0 <= chosen.value < 4 // lanes:
        raise t.unsupported(i, "lanes that hold no metadata")
    a, b, c = sizes
    _product(t, i, f"{name}_sparse", (a, 2 * b, c), (*numbers, chosen.value), which)


@op("IMMA", branches=True)
def integer(t: Thread, i: Decoded) -> None:
    """Of integers of 8 or 4 bits."""
    kinds = (i.modifiers["a"], i.modifiers["b"])
    nibbles = [kind.endswith("4") for kind in kinds]
    shapes = QUARTERS if all(nibbles) else BYTES
    if "sparse" in i.modifiers:
        shapes = SPARSE_QUARTERS if all(nibbles) else SPARSE_BYTES
    if i.modifiers["shape"] not in shapes or any(nibbles) != all(nibbles):
        raise t.unsupported(i, "factors of this type in this shape")
    rows, groups = shapes[i.modifiers["shape"]]
    _check_order(t, i)
    flags = sum(SIGNED << at for at, kind in enumerate(kinds) if kind.startswith("S"))
    flags += NIBBLES * any(nibbles) + SATURATE * ("sat" in i.modifiers)
    _multiplied(t, i, "matrix_integer", (rows * groups, groups, 2 * rows), (rows, groups, flags))


def _check_order(t: Thread, i: Decoded) -> None:
    """The first factor is by rows, the second by columns."""
    for name, wanted in (("a", "ROW"), ("b", "COL")):
        operand = i.operands[name]
        if isinstance(operand, Register) and operand.selectors not in ((), (wanted,)):
            raise t.unsupported(i, f"{name} by {operand.selectors[0]}")


@op("BMMA", branches=True)
def bits(t: Thread, i: Decoded) -> None:
    """Of bits: how many are set in a AND b, or in a XOR b."""
    rows, groups = BITS[i.modifiers["shape"]]
    _check_order(t, i)
    flag = XOR if i.modifiers["op"] == "XOR" else AND
    _product(t, i, "matrix_integer", (rows * groups, groups, 2 * rows), (rows, groups, flag))


@op("QMMA", branches=True)
def eight_bits(t: Thread, i: Decoded) -> None:
    """Of floats of 8 bits, added to float or halves."""
    shapes = SPARSE_EIGHTS if "sparse" in i.modifiers else EIGHTS
    if i.modifiers["shape"] not in shapes:
        raise t.unsupported(i, "factors of this type in this shape")
    rows, groups = shapes[i.modifiers["shape"]]
    _check_order(t, i)
    single = i.modifiers["to"] == "F32"
    kind = EIGHT_BITS + sum((i.modifiers[name] == "E5M2") << at for at, name in enumerate("ab"))
    sizes = (rows * groups, groups, 2 * rows if single else rows)
    _multiplied(t, i, "matrix_half", sizes, (groups, kind, int(single)))


@op("DMMA", branches=True)
def double(t: Thread, i: Decoded) -> None:
    """Of doubles: products of 8 by 4 and 4 by 8, added up."""
    rows, groups = DOUBLES[i.modifiers["shape"]]
    sums = [_words(t, i.operands["c"], 4 * row, 4) for row in range(rows)]
    for group in range(groups):
        other = _words(t, i.operands["b"], 2 * group, 2)
        for row in range(rows):
            factor = _words(t, i.operands["a"], 2 * (rows * group + row), 2)
            sums[row] = t.f.call("nv_matrix_double", "i32", 4, factor, other, sums[row])
    to = i.operands["d"]
    for number in range(4 * rows):
        value = t.f.emit(f"extractelement {sums[number // 4].typed}, i32 {number % 4}", "i32")
        if isinstance(to, Register) and to.number != ZERO:
            t.set_register(to.file, to.number + number, value)
