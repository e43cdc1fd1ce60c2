"""Which kernels a compiler's messages are about."""

import pytest

from cass_tools.drivers.signatures import kernels
from cass_tools.drivers.source import flags, named_in, text
from tests.drivers.reading import files

FOUND = kernels(files("__global__ void a(int *p) {}\n__global__ void b(int *p) {}\n"))
CLANG = """x.hip:4:3: warning: unused [-Wunused]
x.hip:5:3: error: no member named 'y'
x.hip:9:1: note: in instantiation of function template specialization
cass driver:2:34: note: while substituting
x.hip:7:3: error: other
1 error generated.
"""
GCC = """In file included from x.cu:1:
x.cu: In instantiation of 'void f()':
cass driver:1:20:   required from here
drive.h:5:1: warning: deprecated
x.cu: In instantiation of 'void g()':
cass driver:2:20:   required from here
drive.h:5:1: error: assignment of read-only reference
"""


@pytest.mark.parametrize(
    ("log", "error"),
    [
        (CLANG, "x.hip:5:3: error: no member named 'y'"),
        (GCC, "drive.h:5:1: error: assignment of read-only reference"),
        ('cass driver(2): error: identifier "b" is undefined\n', 'cass driver(2): error: identifier "b" is undefined'),
    ],
    ids=["clang", "g++", "nvcc"],
)
def test_errors_belong_to_kernels(log: str, error: str) -> None:
    assert named_in(log, FOUND) == {"b": error}


def test_older_standards_give_way_and_newer_ones_stay() -> None:
    assert "-std=c++17" in flags(("-std=c++11",))
    assert "-std=c++11" not in flags(("-std=c++11",))
    assert [f for f in flags(("-std=c++20", "-std=c++11")) if f.startswith("-std")] == ["-std=c++20"]
    assert [f for f in flags(("-std=c++20",)) if f.startswith("-std")] == ["-std=c++20"]


def test_each_kernel_has_a_line_that_messages_can_name() -> None:
    lines = text(FOUND, (), ()).decode().splitlines()
    at = lines.index('#line 2 "cass driver"')
    assert lines[at + 1] == '  cass_session.kernel("b", b);'
