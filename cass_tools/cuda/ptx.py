"""Reading an `asm` statement far enough to say which PTX instructions and special registers it uses.

Host code has `asm` too (x86, Arm, compiler barriers): what is not PTX by its own text is left alone.
"""

import functools
import re
from pathlib import Path
from typing import NamedTuple

_TABLE = Path(__file__).parent.parent / "data" / "ptx.tsv"
_PIECE = re.compile(rb'(?:u8|[uUL])?R"([^()\\\s]{0,16})\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"|([():])', re.S)
_ESCAPE = re.compile(r"\\(?:\r?\n|[ntrvf])")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_BREAK = re.compile(r"[;\n{}]")
_PREDICATE = re.compile(r"^@!?%?[\w$%]+\s+")
_LABEL = re.compile(r"^[\w$%]+:(?!:)\s*")
_INSTRUCTION = re.compile(r"^([a-z][a-z0-9_]*)((?:\.[A-Za-z0-9_:]+)*)")
_REGISTER = re.compile(
    r"%%?((?:n?tid|n?ctaid|cluster_n?ctaid|cluster_ctarank|nclusterid|clusterid)(?:\.[xyz])?\b|n?warpid\b|laneid\b|n?smid\b|gridid\b"
    r"|lanemask_(?:eq|lt|le|gt|ge)\b|clock64\b|clock_hi\b|clock\b|globaltimer(?:_lo|_hi)?\b|pm[0-7]\b|envreg\d+\b"
    r"|(?:total|dynamic|aggr|reserved)_smem_\w+)"
)
_BARE = frozenset({"trap", "exit", "brkpt"})
_MODIFIERS = re.compile(
    r"\.(?:[usbf](?:8|16|32|64|128)|f16x2|bf16(?:x2)?|tf32|e[45]m[1-3](?:x2)?|pred|sync|gl|cta|sys|gpu|cluster|global|shared"
    r"|local|param|const|async|aligned|proxy|L1|L2|uni|to|acq_rel|sc|mbarrier|red|arrive|init|wait|ballot|any|all)\b"
)


_VIDEO = re.compile(r"v(?:add|sub|absdiff|min|max|shl|shr|mad|set)[24]?\Z")
_VIDEO_TYPES = re.compile(r"(?:\.[us]32){2}")


class Assembly(NamedTuple):
    """The template of an `asm` statement, its instructions (`ld.global.nc.u32`) and PTX special registers "
    "(`laneid`)."""

    template: str
    instructions: tuple[str, ...]
    registers: tuple[str, ...]
    operands: bool

    @property
    def is_ptx(self) -> bool:
        """Whether the text can only be PTX: a PTX opcode with a PTX type or modifier, a special register, `.reg`."""
        if self.registers or ".reg" in self.template:
            return True
        for name in self.instructions:
            opcode = name.partition(".")[0]
            if _VIDEO.match(opcode) and not _VIDEO_TYPES.search(name):
                continue  # ARM has instructions of these names
            if opcode in _advice() and (_MODIFIERS.search(name) or name in _BARE):
                return True
        return False


@functools.lru_cache(maxsize=256)
def read(statement: bytes) -> Assembly:
    """The parts of `asm volatile("..." : outputs : inputs)`, macro arguments in the template left out."""
    template, operands = _template(statement)
    text = _COMMENT.sub(" ", _ESCAPE.sub("\n", template))
    found: dict[str, None] = {}
    for line in _BREAK.split(text):
        code = _LABEL.sub("", _PREDICATE.sub("", line.strip()))
        match = _INSTRUCTION.match(_PREDICATE.sub("", code.strip()))
        if match is not None:
            found[match.group()] = None
    registers = dict.fromkeys(m[1] for m in _REGISTER.finditer(text))
    return Assembly(text.strip(), tuple(found), tuple(registers), operands)


def _template(statement: bytes) -> tuple[str, bool]:
    """The joined literals before the first colon, and whether operands follow."""
    parts: list[bytes] = []
    depth = 0
    for match in _PIECE.finditer(statement):
        if match[4] == b"(":
            depth += 1
        elif match[4] == b")":
            depth -= 1
        elif match[4] == b":" and depth == 1:
            rest = statement[match.end() :]
            return _text(parts), b'"' in rest.partition(b'"memory"')[0]
        elif match[4] is None and depth == 1:
            parts.append(match[2] if match[2] is not None else match[3])
    return _text(parts), False


def _text(parts: list[bytes]) -> str:
    return b"".join(parts).decode("ascii", "replace")


@functools.cache
def _advice() -> dict[str, tuple[tuple[frozenset[str], str], ...]]:
    """Rows of data/ptx.tsv by opcode (or `%register`), those with most modifiers first."""
    table: dict[str, list[tuple[frozenset[str], str]]] = {}
    text = _TABLE.read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        name, _, advice = line.partition("\t")
        opcode, *modifiers = name.split(".")
        table.setdefault(opcode, []).append((frozenset(modifiers), advice))
    return {k: tuple(sorted(rows, key=lambda row: -len(row[0]))) for k, rows in table.items()}


def advice(name: str) -> str:
    """What to write instead of an instruction (`ld.global.nc.u32`) or a special register (`%laneid`); "" if unknown."""
    opcode, *modifiers = name.replace("::", ".").split(".")
    for wanted, text in _advice().get(opcode, ()):
        if wanted <= set(modifiers):
            return text
    return ""
