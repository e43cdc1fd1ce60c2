"""The source of single.fatbin: a kernel for each row of single.tsv, and those of single.cuh.

A row's `results` and `operands` have a letter for each operand of the PTX: U, I, L and H are integers of 32, 32, 64 and
16 bits, F and D floats, M and T metadata of sparse products (of halves, of tf32). Lane i has its operand n in words
16 i + 2 n of `in`, and puts its result n to the same words of `out`. Rows of `memory` have %0 and %1 (32 bits),
%2 (64), %3 (float), %4 (double) and %5 (16) to read and write, and in %6 the address of word 16 i of `out`; all six
are put to words 16 i + 8 to 15.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_suffix(".tsv")
TYPES = {"U": "unsigned", "I": "int", "L": "unsigned long long", "H": "unsigned short", "F": "float", "D": "double"}
CONSTRAINTS = {"U": "r", "I": "r", "L": "l", "H": "h", "F": "f", "D": "d"}
METADATA = {"M": "false", "T": "true"}
MEMORY = """  unsigned v = in[threadIdx.x], w = in[threadIdx.x + 1];
  unsigned long long q = in[2] * 5ull;
  float f = __uint_as_float(v);
  double d = f;
  unsigned short h = v;
  asm volatile("%s" : "+r"(v), "+r"(w), "+l"(q), "+f"(f), "+d"(d), "+h"(h) : "l"(GLOBAL(o)) : "memory");
  o[8] = v, o[9] = w, o[10] = q, o[11] = q >> 32, o[12] = __float_as_uint(f), o[13] = h;
  o[14] = __double2hiint(d), o[15] = __double2loint(d);
"""


class Row(NamedTuple):
    """One instruction: the first architecture that has it, the letters of its operands, and its text."""

    name: str
    sm: int
    results: str
    operands: str
    text: str


def rows() -> list[Row]:
    """All that are in the table."""
    lines = TABLE.read_text().splitlines()[2:]
    split = (line.split("\t") for line in lines)
    return [Row(name, int(sm), results, operands, text) for name, sm, results, operands, text in split]


def _registers(row: Row) -> Iterator[str]:
    for n, letter in enumerate(row.results):
        yield f"  {TYPES[letter]} d{n} = 0;"
    for n, letter in enumerate(row.operands):
        yield f"  {TYPES.get(letter, 'unsigned')} a{n};"
        yield f"  memcpy(&a{n}, in + threadIdx.x * 16 + {2 * n}, sizeof a{n});"
        if letter in METADATA:
            yield f"  a{n} = metadata(a{n}, {METADATA[letter]});"
    results = ", ".join(f'"+{CONSTRAINTS[letter]}"(d{n})' for n, letter in enumerate(row.results))
    operands = ", ".join(f'"{CONSTRAINTS.get(letter, "r")}"(a{n})' for n, letter in enumerate(row.operands))
    yield f'  asm volatile("{row.text}" : {results} : {operands} : "memory");'
    for n in range(len(row.results)):
        yield f"  memcpy(o + {2 * n}, &d{n}, sizeof d{n});"


def source() -> str:
    """All kernels, as CUDA."""
    parts = ['#include "single.cuh"']
    for row in rows():
        body = MEMORY % row.text if row.results == "memory" else "\n".join(_registers(row)) + "\n"
        head = f"SINGLE({row.name}) {{\n  unsigned *o = out + threadIdx.x * 16;"
        parts.append(f"#if __CUDA_ARCH__ >= {row.sm}0\n{head}\n{body}}}\n#endif")
    return "\n".join(parts) + "\n"
