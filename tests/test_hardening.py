"""A little of `python -m bench.hardening`: hostile texts, odd folders, sudden ends; what long lines must not cost."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.hardening import odd
from bench.hardening.killing import COMMANDS, Trial
from bench.hardening.texts import Maker
from cass_tools.config import Config
from cass_tools.cuda.asm_macros import statements
from cass_tools.cuda.context import Context
from cass_tools.cuda.depth import DEEPEST, too_deep
from cass_tools.cuda.lines import line_number, line_start, logical_start
from cass_tools.engine import check
from cass_tools.fingerprints import fingerprint
from cass_tools.model import Source
from cass_tools.positions import Lines, Position
from cass_tools.report import WIDEST, finding_lines
from cass_tools.rules._outline import outlines

TEXTS = """
import sys
from itertools import islice
from bench.hardening.fuzz import fuzz
from bench.hardening.texts import Maker
small = (text for text in iter(Maker(int(sys.argv[1])).one, None) if len(text.data) < 20_000)
wrong = [(r.text, r.problem) for r in fuzz(islice(small, 25)) if r.problem and not r.problem.startswith("slow")]
sys.exit(f"{wrong}" if wrong else 0)
"""
PIECES = st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\\\n", b" ", b"\xff", "\u00e9\U0001f600".encode()])).map(
    b"".join
)


def test_hostile_texts_neither_crash_nor_hang() -> None:
    done = subprocess.run([sys.executable, "-c", TEXTS, "5"], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


SLOW = [  # what took the square of its size, in rules or in the grammar
    b"__device__ bool f(const void* p) { return __isConstant(p); }\n",
    b"void f(float* h) { float* d; cudaHostGetDevicePointer(&d, h, 0); }\n",
    b"__global__ void k(__half2* p) { atomicAdd(p, __floats2half2_rn(0.5f, 1.0f)); }\n",
    b"__device__ int f(int4 v) { auto [a, b, c, d] = v; return a; }\n",
    b"\xffcase 1: ",
    b'\\"s" ',
    b"#if 1\n",
    b"#include <cuda_runtime.h>\n#ifdef A\n#include <cublas_v2.h>\n#endif\n",
]


@pytest.mark.parametrize("piece", SLOW, ids=lambda piece: ascii(piece[:12]))
def test_no_text_takes_the_square_of_its_size(piece: bytes) -> None:
    data = b"__global__ void k(float* p) { cudaFree(p); }\n" + piece * (100_000 // len(piece))
    start = time.process_time()
    assert check(Source(Path("a.cu"), data), Config())
    assert time.process_time() - start < 3  # they took 5 to 30


@pytest.mark.parametrize("piece", ["(", "f(", "[]{", "a<", "a?b:", "(int)", "#if 1\n"])
def test_what_no_compiler_reads_is_no_part_of_the_tree(piece: str) -> None:
    text = f"void f() {{ {piece * 50_000}\n}}\nvoid g() {{ cudaFree(0); }}\n"
    deep = context(text)
    assert deep.broken
    assert deep.root.descendant_count < 60_000
    assert text.index("cudaFree") in {finding.span.start for finding in check(deep.source, Config())}


def test_names_that_rules_ask_for_may_stand_where_nothing_is_read() -> None:
    names = [name for rule in outlines() if "identifier" in rule.on for name in rule.names]
    assert len(names) > 100
    text = b"void f() { x = " + b"(" * 300 + b" + ".join(names) + b"\n}\n"
    found = check(Source(Path("a.cu"), text), Config())
    unknown = [text[finding.span.start : finding.span.end] for finding in found if finding.code == "CASS119"]
    assert b"__CUDACC_DEBUG__" in unknown
    assert set(unknown) <= set(names)


def test_names_that_rules_ask_for_may_stand_on_a_line_that_takes_too_long_to_read() -> None:
    text = b"void f(float* p) { cudaFree(p); " + b"\xffcase 1: " * 12_000 + b" __nv_fp8_e4m3 x; }\n"
    assert "CASS100" in {finding.code for finding in check(Source(Path("a.cu"), text), Config())}


@pytest.mark.parametrize("depth", [250, 300])
def test_brackets_are_read_as_deep_as_by_clang(depth: int) -> None:
    text = f"void f() {{ int x = {'(' * depth}1{')' * depth}; }}\nvoid g() {{ h(1); }}\n"
    read = context(text)
    assert read.broken == (depth > DEEPEST)
    left_out = [text[start:end] for start, end in too_deep(text.encode())]
    beyond = depth - DEEPEST + 1  # the function's own bracket counts too
    assert left_out == (["(" * beyond + "1" + ")" * beyond] if read.broken else [])


def test_brackets_that_never_close_hide_nothing_of_the_next_declaration() -> None:
    halves = "#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n" * 400
    text = f"void f(bool a, bool b) {{\n{halves}}}\nvoid g() {{ h(1); }}\n"
    assert max(end for _, end in too_deep(text.encode())) == text.index("}\nvoid g")


def test_long_tables_and_many_macros_are_not_deep() -> None:
    table = "float t[] = { " + "(float)1 + a, " * 20_000 + "};\n"
    macros = "#define A 1 + 2\n" * 20_000
    assert list(too_deep((table + macros).encode())) == []


def test_texts_are_the_same_for_the_same_seed() -> None:
    first, second = (list(islice(iter(Maker(3).one, None), 20)) for _ in range(2))
    assert first == second
    assert len({text.kind for text in first}) > 2


@pytest.mark.parametrize("case", [odd.loops, odd.pipes, odd.leads_out, odd.names], ids=lambda case: case.__name__)
def test_odd_folders(case: Callable[[Path], str], tmp_path: Path) -> None:
    assert odd.tried(case, str(tmp_path)) == ""


def test_a_killed_command_leaves_whole_files(tmp_path: Path) -> None:
    trial = Trial(COMMANDS["translate --in-place"], tmp_path)
    assert trial.wanted != trial.before
    chance = random.Random(1)  # noqa: S311 - no secret
    assert [trial.once(chance)[1] for _ in range(2)] == ["", ""]


def context(text: str) -> Context:
    return Context(Source(Path("x.cu"), text.encode()), Config())


def test_deep_conditionals_do_not_take_the_square_of_their_number() -> None:
    layout = context("#if 1\n" * 2000 + "#include <a.h>\n" + "#endif\n" * 2000 + "#include <b.h>\n").layout
    deep, last = layout.includes
    assert 100 < len(deep.branch) < 1000
    assert last.branch == ()


def test_of_nested_asm_statements_the_outer_one_counts() -> None:
    found = list(statements(context('void f() { asm(asm(asm("a"))); asm("b"); }')))
    assert [asm.text for asm in found] == [b'asm(asm(asm("a")))', b'asm("b")']


@given(PIECES)
def test_lines_are_where_they_always_were(code: bytes) -> None:
    for offset in range(len(code) + 1):
        start = code.rfind(b"\n", 0, offset) + 1
        assert line_start(code, offset) == start
        assert line_number(code, offset) == code.count(b"\n", 0, offset) + 1
        while start > 1 and code[max(0, start - 3) : start].rstrip(b"\r\n").endswith(b"\\"):
            start = code.rfind(b"\n", 0, start - 1) + 1
        assert logical_start(code, offset) == start


@given(PIECES, st.randoms(use_true_random=False))
def test_columns_are_counted_on_from_any_place(data: bytes, lot: random.Random) -> None:
    lines = Lines(data)
    offsets = list(range(len(data) + 1))
    lot.shuffle(offsets)
    for offset in offsets:
        before = data[data.rfind(b"\n", 0, offset) + 1 : offset]
        try:
            column = len(before.decode()) + 1
        except UnicodeDecodeError:
            column = len(before) + 1
        assert lines.at(offset) == Position(data.count(b"\n", 0, offset) + 1, column)


def test_of_a_line_without_end_only_what_is_near_is_shown_and_named() -> None:
    piece = "v = __shfl_sync(0xffffffff, v, 0); "
    for filler in ("x = 1; " * 3000, "y = 2; " * 3000):
        text = f"__device__ void f(int v) {{ {filler}{'n = 0; ' * 100}{piece}{'m = 0; ' * 100}{filler}}}\n"
        data = text.encode()
        found = next(finding for finding in check(Source(Path("x.cu"), data), Config()) if finding.code == "CASS121")
        _, line, marks, _ = finding_lines(found, Path("x.cu"), Lines(data), excerpt=True)
        assert len(line) < WIDEST + 20
        assert line[marks.index("^") : marks.rindex("^") + 1] == data[found.span.start : found.span.end].decode()
        assert fingerprint(found, Lines(data)) == fingerprint(found, Lines(data.replace(b"x = 1;", b"z = 3;")))
