"""One NVIDIA instruction as a value: opcode, modifiers, typed operands, its 128 bits and what they say of timing."""

from dataclasses import dataclass
from typing import Literal

ZERO = 255  # the number of RZ and URZ, which read as 0
TRUE = 7  # the number of PT and UPT


@dataclass(frozen=True, slots=True)
class Register:
    """R0 to R254 or UR0 to UR254 (`file` "R", "UR"); number 255 reads as 0 and swallows what is written.

    `negated` is -x, `inverted` ~x, `absolute` |x|, in the order absolute first. `selectors` are what follows the name:
    H0_H0, B1, 64, X4, ROW, ...; `reuse` keeps the value for the next instruction and means nothing for the result.
    """

    file: Literal["R", "UR"]
    number: int
    negated: bool = False
    absolute: bool = False
    inverted: bool = False
    selectors: tuple[str, ...] = ()
    reuse: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """P0 to P6 or UP0 to UP6, number 7 is true; `inverted` is !P."""

    file: Literal["P", "UP"]
    number: int
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class PredicateSet:
    """All predicates at once, as P2R and R2P see them."""

    file: Literal["P", "UP"]


@dataclass(frozen=True, slots=True)
class Integer:
    """An immediate as it is printed: signed, or wider than 32 bits for 64-bit moves."""

    value: int
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class Float:
    """A floating-point immediate: its 32 bits in the encoding, which are what counts, and how they are printed.

    For a double they are its upper half; two halves (or bfloat16 values) are one operand, the first printed one on top.
    """

    bits: int
    text: str


@dataclass(frozen=True, slots=True)
class Constant:
    """c[bank][registers + offset] or, with the bank in a register, cx[UR][registers + offset]; offset in bytes."""

    bank: int | Register
    registers: tuple[Register, ...]
    offset: int
    negated: bool = False
    absolute: bool = False
    inverted: bool = False
    selectors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Address:
    """[registers + offset] in bytes; `space` desc, gdesc or tmem names what `descriptor` is, "" for none.

    A register with the selector 64 is a pair, one with X4, X8 or X16 is scaled.
    """

    registers: tuple[Register, ...]
    offset: int
    space: str = ""
    descriptor: Register | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A place in the same section of code, as an offset in bytes."""

    offset: int


@dataclass(frozen=True, slots=True)
class SymbolReference:
    """A symbol plus an addend; `part` is lo or hi for half of its address, "" for the whole."""

    name: str
    addend: int = 0
    part: str = ""


@dataclass(frozen=True, slots=True)
class SpecialRegister:
    """SR_TID.X and its like; SRZ reads as 0."""

    name: str


@dataclass(frozen=True, slots=True)
class Barrier:
    """A convergence barrier B0 to B15 (`kind` "B") or a scoreboard SB0 to SB5 ("SB")."""

    kind: Literal["B", "SB"]
    number: int


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word that stands as an operand, such as the shape of a texture."""

    name: str


Operand = (
    Register
    | Predicate
    | PredicateSet
    | Integer
    | Float
    | Constant
    | Address
    | Target
    | SymbolReference
    | SpecialRegister
    | Barrier
    | Keyword
)


@dataclass(frozen=True, slots=True)
class Control:
    """Bits 105 to 125: `stall` cycles, the hint to switch warps, scoreboards that are set (7: none) and waited for.

    `reuse` has a bit for each source operand. Nothing of it changes what a program computes.
    """

    stall: int
    yield_bit: bool
    write_barrier: int
    read_barrier: int
    wait_mask: int
    reuse: int


@dataclass(frozen=True, slots=True)
class Instruction:
    """`address` is the offset in the section; `guard` is None where the instruction is always executed."""

    address: int
    guard: Predicate | None
    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    encoding: int
    text: str

    @property
    def name(self) -> str:
        """Opcode and modifiers, as printed."""
        return ".".join((self.opcode, *self.modifiers))

    @property
    def control(self) -> Control:
        """What the encoding says of timing."""
        bits = self.encoding >> 105
        return Control(bits & 15, bool(bits >> 4 & 1), bits >> 5 & 7, bits >> 8 & 7, bits >> 11 & 63, bits >> 17 & 15)
