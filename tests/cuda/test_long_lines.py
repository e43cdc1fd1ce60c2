"""Lines that are too long to be read: named once, kept as they are, and no burden."""

import resource
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cass_tools.config import Config
from cass_tools.cuda import long_lines
from cass_tools.cuda.leftover import looks_cuda
from cass_tools.cuda.long_lines import LONGEST, first_word, without
from cass_tools.engine import check
from cass_tools.fingerprints import fingerprint
from cass_tools.model import Finding, Source, Span
from cass_tools.positions import Lines
from cass_tools.translators.rules import translate

AROUND = b"void f(float* p) { cudaFree(p); }\n%s\nvoid g(float* p) { cudaFree(p); }\n"
PATH = Path("a.cu")


def found(data: bytes) -> list[Finding]:
    every = check(Source(PATH, data), Config())
    return [each for each in every if each.code in ("CASS100", "CASS119")]


def test_a_long_line_is_named_once_and_what_is_around_it_is_read() -> None:
    line = b"int a = 1; " * 30_000 + b"cudaMalloc(&p, 8); " * 1000
    data = AROUND % line
    before, unread, after = found(data)
    assert [data[each.span.start : each.span.end] for each in (before, after)] == [b"cudaFree"] * 2
    assert data[unread.span.start : unread.span.end] == line[line.index(b"cudaMalloc") :]
    assert (unread.code, unread.fix) == ("CASS119", None)
    assert "cudaMalloc and what follows it stay as they are" in unread.message
    assert translate(Source(PATH, data), Config()).data.endswith(AROUND.replace(b"cudaFree", b"hipFree") % line)


def test_a_long_line_has_a_name_that_takes_little_memory() -> None:
    data = AROUND % (b"case 1: cudaFree(p); " * 400_000)
    unread = next(each for each in found(data) if each.code == "CASS119")
    lines, before = Lines(data), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert fingerprint(unread, lines) == fingerprint(unread, Lines(data[:-40_000]))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000


def test_a_line_of_the_longest_size_is_read() -> None:
    fits = b"cudaFree(p); ".ljust(LONGEST, b" ")
    assert [each.code for each in found(AROUND % fits)] == ["CASS100"] * 3
    assert [each.code for each in found(AROUND % (fits + b" "))] == ["CASS100", "CASS119", "CASS100"]


def test_a_long_line_without_cuda_is_nothing_to_report() -> None:
    assert [each.code for each in found(AROUND % (b"0x12, " * 60_000))] == ["CASS100"] * 2


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_lines_that_backslashes_join_are_one(end: bytes) -> None:
    macro = b"#define A \\" + end + (b"cudaFree(p); \\" + end) * 30_000
    assert [each.code for each in found(AROUND % macro)] == ["CASS100", "CASS119", "CASS100"]


@pytest.mark.parametrize("piece", [b"'", b'asm("mov.u32 %0, %laneid;" : "=r"(x)); ', b"k<<<1, 64>>>(p); "])
def test_a_line_of_megabytes_takes_little_time_and_memory(piece: bytes) -> None:
    data = AROUND % (piece * (8_000_000 // len(piece)))
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    assert found(data)
    assert time.process_time() - start < 16
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 160_000


@given(st.binary(max_size=40).map(lambda data: data.replace(b"a", b"\n").replace(b"b", b"\\\n")))
def test_all_but_line_ends_of_long_lines_is_blank(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_lines, "LONGEST", 6)
        lines = long_lines.long_lines(data)
    whole, start = list[Span](), 0
    for end in [*(at for at in range(len(data)) if data[at] == 0x0A and not long_lines.goes_on(data, at)), len(data)]:
        whole += [Span(start, end)] if end - start > 6 else []
        start = end + 1
    assert list(lines) == whole
    blank = without(data, lines)
    assert len(blank) == len(data)
    assert blank.count(b"\n") == data.count(b"\n")
    assert all(blank[start:end].isspace() for start, end in lines)


def test_words_are_found_where_blocks_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lines, "_BLOCK", 4)
    data = b"abc_def ghi cuda_float_t jkl"
    for start in range(8):
        assert first_word(data, Span(start, len(data)), looks_cuda) == (12, 24)
    assert first_word(data, Span(0, 12), looks_cuda) is None
