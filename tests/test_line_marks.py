"""The line numbers that a real preprocessor sees in a translation are those of the original."""

import shutil
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cass_tools import proc
from cass_tools.line_marks import keep_lines

BEFORE = b"// head\nint a = __LINE__;\n#define M(x) \\\n  f(x)\nint b = __LINE__;\nint c = __LINE__;\n"


def values(text: bytes) -> dict[str, str]:
    """`int NAME = NUMBER;` lines after preprocessing."""
    done = proc.run([shutil.which("g++") or "g++", "-E", "-P", "-x", "c++", "-"], stdin=text)
    assert done.status == 0, done.stderr
    lines = [line for line in done.stdout.decode().splitlines() if " = " in line]
    return dict(line.removeprefix("int ").rstrip(";").split(" = ") for line in lines)


@pytest.mark.parametrize(
    "after",
    [
        BEFORE.replace(b"// head\n", b"// head\nint more;\nint more2;\n"),
        BEFORE.replace(b"int a", b"\n\nint a"),
        BEFORE.replace(b"int b", b"int x;\nint b").replace(b"int c", b"\nint c"),
        BEFORE.replace(b"// head\n", b""),
        BEFORE.replace(b"  f(x)\n", b"  g(); \\\n  f(x)\n"),
    ],
)
def test_lines_are_those_of_the_original(after: bytes) -> None:
    assert values(keep_lines(BEFORE, after)) == values(BEFORE) == {"a": "2", "b": "5", "c": "6"}


def test_a_long_file_of_like_lines_is_no_matter_of_minutes() -> None:
    old = b"".join(b"}\n\nvoid f%d() {\n" % number for number in range(20_000))
    new = old.replace(b"void f10000() {", b"void g();\nvoid f10000() {")
    began = time.process_time()
    marked = keep_lines(old, new)
    assert time.process_time() - began < 20
    assert b"void g();\n#line 30003\nvoid f10000() {" in marked


def test_the_same_number_of_lines_stays_as_it_is() -> None:
    assert keep_lines(b"a\nb\n", b"c\nd\n") == b"c\nd\n"


@settings(max_examples=60)
@given(st.lists(st.sampled_from([b"a", b"b", b"c\\", b"d\r"])), st.lists(st.sampled_from([b"a", b"b", b"x\\", b"d\r"])))
def test_nothing_but_marks_is_added(old: list[bytes], new: list[bytes]) -> None:
    marked = keep_lines(b"\n".join(old), b"\n".join(new))
    assert b"\n".join(line for line in marked.split(b"\n") if not line.startswith(b"#line")) == b"\n".join(new)
