"""Mistakes to make in assembly: each takes lines of real compiler output and damages one of them as models do.

The first six of `MISTAKES` are the failures that the CASS paper shows (appendix A.9), the others are the rest of its
classes, mistakes that the assembler does not see, and plain damage to the text.
"""

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

Made = tuple[int, list[str]] | None
"""The number (from 0) of the line that is replaced, and by which lines; None where the mistake finds no place."""


class Text(NamedTuple):
    """A file as lines; `code` are the numbers of instructions, `other` is the same program for another GPU."""

    lines: Sequence[str]
    code: Sequence[int]
    other: Sequence[str]
    gpu: str


def text_of(data: str, other: str, gpu: str) -> Text:
    """The lines of a file; only those of instructions are damaged as such."""
    lines = data.split("\n")
    code = [n for n, line in enumerate(lines) if re.match(r"\t[a-z]\w+", line)]
    return Text(lines, code, [line for line in other.split("\n") if re.match(r"\t[a-z]\w+", line)], gpu)


def _where(text: Text, pattern: str, rng: random.Random, among: Sequence[int] | None = None) -> int | None:
    found = [n for n in (text.code if among is None else among) if re.search(pattern, text.lines[n])]
    return rng.choice(found) if found else None


def _changed(
    text: Text, pattern: str, change: Callable[[re.Match[str]], str], rng: random.Random, last: bool = False
) -> Made:
    """Change one match of a pattern in some line of code."""
    number = _where(text, pattern, rng)
    if number is None:
        return None
    matches = list(re.finditer(pattern, text.lines[number]))
    match = matches[-1] if last else rng.choice(matches)
    line = text.lines[number]
    return number, [line[: match.start()] + change(match) + line[match.end() :]]


def misaligned(text: Text, rng: random.Random) -> Made:
    """s[2:3] -> s[3:4]"""
    return _changed(text, r"\bs\[(\d+):(\d+)\]", lambda m: f"s[{int(m[1]) + 1}:{int(m[2]) + 1}]", rng)


def misaligned_vector(text: Text, rng: random.Random) -> Made:
    """v[2:3] -> v[3:4]"""
    return _changed(text, r"\bv\[(\d*[02468]):(\d+)\]", lambda m: f"v[{int(m[1]) + 1}:{int(m[2]) + 1}]", rng)


def one_bank(text: Text, rng: random.Random) -> Made:
    """Both halves of a pair write even, or both odd registers."""
    number = _where(text, r"v_dual_\w+ v\d+", rng)
    if number is None:
        return None
    first, second = re.findall(r"v_dual_\w+ v(\d+)", text.lines[number])
    line = text.lines[number]
    at = line.index("::")
    return number, [line[:at] + line[at:].replace(f" v{second},", f" v{int(first) + 2},", 1)]


def invented(text: Text, rng: random.Random) -> Made:
    """A mnemonic that sounds right."""
    names = [
        "sumba_send_msg_b32",
        "v_fused_mul_add_f32",
        "global_fetch_b32",
        "s_wait_cnt",
        "v_shfl_down_b32",
        "ds_sync",
    ]
    return _changed(text, r"(?<=\t)[a-z]\w+", lambda _: rng.choice(names), rng)


def two_literals(text: Text, rng: random.Random) -> Made:
    """Two constants in one instruction."""
    pattern = r"(?<=\t)(s_(?:add|and|or|mul|lshl)\w*_[iub]\d+ s\d+), \S+, \S+$"
    return _changed(text, pattern, lambda m: f"{m[1]}, 0x12345678, 0x{rng.randrange(100, 9999):x}", rng)


def wide_literal(text: Text, rng: random.Random) -> Made:
    """A constant of 64 bits."""
    pattern = r"(?<=\t)(s_mov_b(?:32|64) (?:s\d+|s\[\d+:\d+\]|vcc|exec)), .*$"
    return _changed(text, pattern, lambda m: f"{m[1]}, 0x{rng.randrange(1 << 36, 1 << 62):x}", rng)


def goes_nowhere(text: Text, rng: random.Random) -> Made:
    """A branch to a label that does not exist."""
    return _changed(text, r"\.LBB(\d+)_(\d+)", lambda m: f".LBB{m[1]}_{int(m[2]) + 900}", rng)


def misspelled(text: Text, rng: random.Random) -> Made:
    """One letter of a mnemonic lost or doubled."""

    def damage(match: re.Match[str]) -> str:
        word, at = match[0], rng.randrange(2, len(match[0]) - 1)
        return word[:at] + word[at + 1 :] if rng.random() < 0.5 else word[:at] + word[at] + word[at:]

    return _changed(text, r"(?<=\t)[a-z]\w{4,}", damage, rng)


def foreign(text: Text, rng: random.Random) -> Made:
    """An instruction of the other GPU's code."""
    number, names = rng.choice(text.code), {line.split()[0] for line in (text.lines[n] for n in text.code)}
    lines = [line for line in text.other if line.split()[0] not in names and "s_delay" not in line]
    return (number, [rng.choice(lines)]) if lines else None


def lost_operand(text: Text, rng: random.Random) -> Made:
    """The last operand is missing."""
    return _changed(text, r", [^,\t]+$", lambda _: "", rng, last=True)


def extra_operand(text: Text, rng: random.Random) -> Made:
    """One operand too many."""
    return _changed(
        text, r"(?<=\t)(v_(?:add|mul|sub|mov|lshl)\w+ .*[\dx\]])$", lambda m: f"{m[1]}, v{rng.randrange(8)}", rng
    )


def wrong_file(text: Text, rng: random.Random) -> Made:
    """A vector register in a scalar instruction."""
    return _changed(text, r"(?<=\t)(s_(?:add|and|or|mul|lshl|mov)\w+ )s(\d+)", lambda m: f"{m[1]}v{m[2]}", rng)


def wrong_width(text: Text, rng: random.Random) -> Made:
    """One register where two are wanted."""
    return _changed(text, r"\b([sv])\[(\d+):\d+\]", lambda m: f"{m[1]}{m[2]}", rng)


def no_such_register(text: Text, rng: random.Random) -> Made:
    """v300, s200"""
    return _changed(text, r"\b([sv])\d+(?=,|$)", lambda m: f"{m[1]}{rng.randrange(257, 400)}", rng)


def crowded_bus(text: Text, rng: random.Random) -> Made:
    """Three scalar registers in a vector instruction."""
    return _changed(
        text, r"(?<=\t)(v_(?:fma|add3|lshl_add|mad|and_or|or3)_\w+ v\d+), .*$", lambda m: f"{m[1]}, s2, s3, s4", rng
    )


def far_offset(text: Text, rng: random.Random) -> Made:
    """An offset that does not fit."""
    return _changed(
        text,
        r"(?<=\t)((?:global|ds)_\w+ .*?)(?: offset:\d+)?$",
        lambda m: f"{m[1]} offset:{rng.choice((70000, 99999, 1 << 20))}",
        rng,
    )


def large_count(text: Text, rng: random.Random) -> Made:
    """A wait for more than the counter holds."""
    return _changed(text, r"(vm|lgkm)cnt\((\d+)\)", lambda m: f"{m[1]}cnt({rng.randrange(64, 300)})", rng)


def no_such_counter(text: Text, rng: random.Random) -> Made:
    """A counter that there is not."""
    return _changed(text, r"(vm|lgkm)cnt", lambda _: rng.choice(("memcnt", "ldscnt", "smemcnt")), rng)


def odd_modifier(text: Text, rng: random.Random) -> Made:
    """A modifier where none can be."""
    word = rng.choice(("op_sel:[1,1]", "row_shl:1", "clamp", "glc", "mul:2"))
    return _changed(text, r"(?<=\t)(s_(?:add|and|or|mov)\w+ .*)$", lambda m: f"{m[1]} {word}", rng)


def lost_wait(text: Text, rng: random.Random) -> Made:
    """An s_waitcnt is missing."""
    number = _where(text, r"\ts_waitcnt (?:vm|lgkm)", rng)
    return None if number is None else (number, [])


def lost_end(text: Text, rng: random.Random) -> Made:
    """The end of a kernel is missing."""
    number = _where(text, r"\ts_endpgm", rng)
    return None if number is None else (number, [])


def _line(text: Text, pattern: str, new: Callable[[str], list[str]], rng: random.Random) -> Made:
    number = _where(text, pattern, rng, range(len(text.lines)))
    return None if number is None else (number, new(text.lines[number]))


def lost_label(text: Text, rng: random.Random) -> Made:
    """A label that is branched to is missing."""
    return _line(text, r"^\.LBB\d+_\d+:", lambda _: [], rng)


def same_label(text: Text, rng: random.Random) -> Made:
    """A label stands twice."""
    return _line(text, r"^\.LBB\d+_\d+:", lambda line: [line, "\ts_nop 0", line], rng)


def lost_colon(text: Text, rng: random.Random) -> Made:
    """A label without its colon."""
    return _line(text, r"^\.LBB\d+_\d+:", lambda line: [line.replace(":", "", 1)], rng)


def misspelled_directive(text: Text, rng: random.Random) -> Made:
    """A directive with one letter less."""
    return _line(
        text,
        r"^\s+\.(?:amdhsa_|p2align|type|globl|section)",
        lambda line: [re.sub(r"(\.\w{4})\w", r"\1", line, count=1)],
        rng,
    )


def lost_directive(text: Text, rng: random.Random) -> Made:
    """A descriptor without the number of its registers."""
    return _line(text, r"\.amdhsa_next_free_[vs]gpr", lambda _: [], rng)


def few_registers(text: Text, rng: random.Random) -> Made:
    """A descriptor that asks for one register."""
    return _line(text, r"\.amdhsa_next_free_vgpr \d", lambda line: [re.sub(r"\d+$", "1", line)], rng)


def wrong_value(text: Text, rng: random.Random) -> Made:
    """A directive whose value is not allowed."""
    return _line(
        text,
        r"\.amdhsa_(?:float|ieee|dx10|memory|workgroup|reserve|uses)\w* \d",
        lambda line: [re.sub(r"\d+$", "9", line)],
        rng,
    )


def other_target(text: Text, rng: random.Random) -> Made:
    """Another GPU in the middle of the file."""
    number = rng.choice(text.code)
    gpu = "gfx90a" if text.gpu == "gfx1100" else "gfx1100"
    return number, [f'\t.amdgcn_target "amdgcn-amd-amdhsa--{gpu}"', text.lines[number]]


def own_value(text: Text, rng: random.Random) -> Made:
    """A symbol that is its own value."""
    number = rng.choice(text.code)
    return number, ["\t.set size_a, size_b+4", "\t.set size_b, size_a+4", "\t.long size_a", text.lines[number]]


def lost_file(text: Text, rng: random.Random) -> Made:
    """A file that is not there."""
    return _line(
        text, r"^\t\.text", lambda line: [line, f'\t.include "{rng.choice(("kernels.inc", "macros.h"))}"'], rng
    )


def open_bracket(text: Text, rng: random.Random) -> Made:
    """A bracket is missing."""
    return _changed(text, r"[\])](?=[ ,]|$)", lambda _: "", rng)


def cut_line(text: Text, rng: random.Random) -> Made:
    """The line ends in the middle of a number or a name."""
    number = rng.choice(text.code)
    line = text.lines[number]
    return number, [line[: rng.randrange(3, max(4, len(line)))]]


def wild_byte(text: Text, rng: random.Random) -> Made:
    """Some character of a line becomes another one."""
    number = rng.choice(text.code)
    line = text.lines[number]
    at = rng.randrange(1, len(line))
    return number, [line[:at] + rng.choice("abcxyz0123456789[](),.:;@$%&\"' #\\") + line[at + 1 :]]


def swapped(text: Text, rng: random.Random) -> Made:
    """Two operands change places."""
    return _changed(text, r"(?<=\t)(\w+) ([^,]+), ([^,]+)", lambda m: f"{m[1]} {m[3]}, {m[2]}", rng)


MISTAKES: dict[str, Callable[[Text, random.Random], Made]] = {
    each.__name__: each
    for each in (
        *(misaligned, one_bank, invented, two_literals, goes_nowhere, wide_literal, misaligned_vector, misspelled),
        *(foreign, lost_operand, extra_operand, wrong_file, wrong_width, no_such_register, crowded_bus, far_offset),
        *(large_count, no_such_counter, odd_modifier, lost_wait, lost_end, lost_label, same_label, lost_colon),
        *(misspelled_directive, lost_directive, few_registers, wrong_value, other_target, own_value, lost_file),
        *(open_bracket, cut_line, wild_byte, swapped),
    )
}
