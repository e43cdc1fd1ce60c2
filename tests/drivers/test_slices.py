"""What a driver can do without, taken out of a file."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.drivers import slices

TEXT = b"""#include <lib.h>
struct Handle { int v; int get() { return v; } };
template <class T>
static inline T host_only(T x)
{ return x; }
constexpr int four() { return 4; }
__host__ __device__ int both(int a) { return a; }
#ifdef HAS
lib_handle plan, other;
#endif
namespace n {
__global__ void k(int *p) { *p = four(); }
int helper() { return 1; }
}
__global__ void __launch_bounds__(64) broken(int *p) { unknown(p); }
int main() { return n::helper(); }
"""
PATH = Path("x.cu")


def lines(data: bytes) -> list[bytes]:
    return [line.strip() for line in data.split(b"\n")]


def test_functions_of_the_host_go_and_lines_stay() -> None:
    left = lines(slices.without_host_code(PATH, TEXT, Config()))
    assert len(left) == len(lines(TEXT))
    gone = [n for n, (a, b) in enumerate(zip(lines(TEXT), left, strict=True), 1) if a != b]
    assert gone == [3, 4, 5, 13, 16]
    assert not any(left[n - 1] for n in gone)


@pytest.mark.parametrize(
    ("line", "kernels", "gone"),
    [(9, (), [9]), (15, (b"broken",), [15]), (12, (b"k",), [12]), (2, (), [2]), (1, (), []), (99, (), [])],
)
def test_what_holds_an_error_goes(line: int, kernels: tuple[bytes, ...], gone: list[int]) -> None:
    cut = slices.without_lines(PATH, TEXT, Config(), [line])
    assert cut.kernels == tuple((name, line) for name in kernels)
    assert [n for n, (a, b) in enumerate(zip(lines(TEXT), lines(cut.data), strict=True), 1) if a != b] == gone


@pytest.mark.parametrize(
    ("log", "header"),
    [
        ("/a/x.hip:5:10: fatal error: 'thrust/pair.h' file not found\n", "thrust/pair.h"),
        ("/a/x.cu:5:10: fatal error: cufft.h: No such file or directory\n", "cufft.h"),
        ("/a/x.cu:5:10: error: cufft is undefined\n", ""),
        ('/h/cublas_v2.h:6:2: error: "cublas_v2.h needs hipblas/h.h of ROCm, which is not installed"\n', "hipblas/h.h"),
    ],
)
def test_missing_headers(log: str, header: str) -> None:
    assert slices.missing_header(log) == header


def test_stubs_stay_inside_their_folder(tmp_path: Path) -> None:
    assert slices.stub(tmp_path, "a/b.h")
    assert (tmp_path / "a/b.h").read_bytes() == b""
    assert not slices.stub(tmp_path, "a/b.h")
    assert not slices.stub(tmp_path, "../c.h")
    assert not slices.stub(tmp_path, "/etc/d.h")
    assert slices.stub(tmp_path, "hipfft/hipfft.h")
    assert b"hipfftComplex;" in (tmp_path / "hipfft/hipfft.h").read_bytes()


def test_errors_of_each_compiler_name_their_lines() -> None:
    ours = "/a/x.cu(3): error: a\n/a/x.cu:7:2: error: b\n/a/x.cu:9:1: warning: d\n/a/x.cu:7:9: error: e\n"
    log = "/a/y.h:1:1: error: c\n" + ours
    assert slices.error_lines(log, Path("/a/x.cu")) == [3, 7]
    assert slices.error_at(log, Path("/a/x.cu"), 7) == "/a/x.cu:7:2: error: b"


def test_line_markers_count() -> None:
    text = b"int a;\n#line 1\nint b;\nint c;\n"
    assert slices.without_lines(PATH, text, Config(), [2]).data == b"int a;\n#line 1\nint b;\n      \n"
