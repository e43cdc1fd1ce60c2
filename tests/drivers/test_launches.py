"""Launches as files make them, in numbers that belong together."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.drivers.divisors import divisors
from cass_tools.drivers.launches import Started, sites
from cass_tools.drivers.options import Options
from cass_tools.drivers.plan import Plan, profiles
from cass_tools.drivers.wrappers import wrapped
from cass_tools.trial import Unit
from tests.drivers.reading import only

KERNEL = "__global__ void k(float *p, int n, float f) {}\n"


def started(host: str, *chosen: int, kernel: str = KERNEL) -> Started | None:
    read, found = only(kernel + host)
    [site] = sites(read, found)
    return site.started(chosen or (32,))


@pytest.mark.parametrize(
    ("host", "grid", "block"),
    [
        ("void f(float *p) { k<<<7, 64>>>(p, 1, 2); }", (7, 1, 1), (64, 1, 1)),
        ("void f(float *p) { int n = 100, b = 16; k<<<(n + b - 1) / b, b>>>(p, n, 2); }", (7, 1, 1), (16, 1, 1)),
        ("void f(float *p) { dim3 g(2, 3), b(4, 5); k<<<g, b>>>(p, 1, 2); }", (2, 3, 1), (4, 5, 1)),
        (
            "void f(float *p) { dim3 b, g = {2}; b.x = 8; b.y = 4; g.y = b.x; k<<<g, b>>>(p, 1, 2); }",
            (2, 1, 1),
            (8, 4, 1),
        ),
        ("void f(float *p, int n) { dim3 b(n, 2); k<<<n / 2, b>>>(p, n, 2); }", (16, 1, 1), (32, 2, 1)),
        ("void f(float *p, int n) { k<<<(int)ceil((float)n / 24.0f), 24>>>(p, n, 2); }", (2, 1, 1), (24, 1, 1)),
        ("void f(float *p) { const size_t n = 1 << 20; k<<<n / 32, 32>>>(p, n, 2); }", (1, 1, 1), (32, 1, 1)),
        ("void f(float *p) { k<<<std::min(blocks(), 9), 1>>>(p, 1, 2); }", (9, 1, 1), (1, 1, 1)),
    ],
)
def test_grids_and_blocks(host: str, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
    found = started(host)
    assert found is not None
    assert (found.grid, found.block) == (grid, block)


def test_arguments_share_the_numbers_of_the_configuration() -> None:
    host = "int main(int c, char **v) { int n = atoi(v[1]); float *d; cudaMalloc((void **)&d, 3 * n * sizeof(float));\n"
    found = started(host + "k<<<n / 8, 8, n * sizeof(double)>>>(d, n * 2, 0.5f); }", 24)
    assert found == Started((3, 1, 1), (8, 1, 1), 192, {"n": 48, "f": 0.5}, 72, 1)


def test_what_hangs_on_nothing_known_is_left_to_the_usual_guess() -> None:
    found = started("void f(float *p, int n, float f) { k<<<4, 8>>>(p, n, f); }")
    assert found is not None
    assert found.values == {}


@pytest.mark.parametrize("text", ["k<<<1, 2048>>>(p, 1, 2);", "k<<<1 / 0, 1>>>(p, 1, 2);", "k<<<1, 0>>>(p, 1, 2);"])
def test_no_launch_of_a_gpu(text: str) -> None:
    assert started(f"void f(float *p) {{ {text} }}") is None


def test_a_grid_that_is_large_is_started_in_part() -> None:
    found = started("void f(float *p) { k<<<dim3(4096, 4096), 128>>>(p, 1, 2); }")
    assert found is not None
    assert found.grid[0] * found.grid[1] * 128 <= 1 << 14
    found = started("void f(float *p) { k<<<dim3(43, 9, 450), dim3(16, 16)>>>(p, 1, 2); }")
    assert found is not None
    assert found.grid == (1, 2, 29)


def test_a_launch_is_the_first_guess_and_its_parts_stay_in_proportion() -> None:
    read, kernel = only(KERNEL + "void f(float *p, int n) { k<<<n / 16, 16>>>(p, n, 2); }")
    guesses = list(profiles(read, kernel, Options()))
    assert guesses[0].chosen == (1000,)
    power = next(g for g in guesses if g.chosen == (64, 32, 16, 8))
    lines = Plan(kernel, power, Options()).text(guarded=False, only="ramp").splitlines()
    assert lines[1].startswith("launch 1 1 1 16 1 1 ")
    assert lines[3].endswith(" 1 16")


def test_integers_of_buffers_rise_in_some_of_the_first_guesses() -> None:
    ways = [g.way for g in profiles(*only("__global__ void k(const int *rows, int n) {}\n"), Options())]
    assert ways[:2] == ["", "rising"]
    read, kernel = only("__global__ void k(const float *values, int n) {}\n")
    assert {g.way for g in profiles(read, kernel, Options())} == {""}


def test_some_guesses_keep_loops_that_halve_a_number_from_going_on_for_ever() -> None:
    read, kernel = only("__global__ void k(const unsigned *numbers, int n) {}\n")
    low = next(g for g in profiles(read, kernel, Options()) if g.low)
    line = Plan(kernel, low, Options()).text(guarded=False, only="random").splitlines()[2]
    assert line.split()[:4] == ["argument", "random", "2", "18"]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("out[0] = n / sizes.of[1];", {"sizes"}),
        ("auto size = rows[i]; out[0] = n % size;", {"rows"}),
        ("out[0] = i % *rows;", {"rows"}),
        ("int a = 3, size = rows[i] + a; int b; b = size; out[0] = n % (1 + b);", {"rows"}),
        ("out[0] = n / 4 + rows[i]; out[0] /= (int)sizes.of[n];", {"sizes", "n"}),
        ("int i = threadIdx.x / blockDim.x; out[i] = n / 3 - rows[i];", set()),
        ("if (rows[i] == 0) out[0] = n / 2; // n / rows[i]", set()),
    ],
)
def test_what_is_divided_by_is_never_zero(body: str, names: set[str]) -> None:
    text = "struct S { int of[2]; };\n__global__ void k(int *out, const int *rows, S sizes, int n) { int i = 0; %s }\n"
    read, kernel = only(text % body)
    assert divisors(kernel) == names
    lines = (
        Plan(kernel, next(profiles(read, kernel, Options())), Options()).text(guarded=False, only="random").splitlines()
    )
    least = dict(zip(("out", "rows", "sizes", "n"), (line.split()[2] for line in lines[2:6]), strict=True))
    assert {name for name, low in least.items() if low == "1"} == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("int f(long i, const int width) { return i % width; }", {"width"}),
        ("float f(float a, float b) { return a * b; }", set()),
    ],
)
def test_a_function_that_divides_by_its_argument_gets_no_zero(text: str, names: set[str]) -> None:
    made = wrapped(Unit(Path("x.cu"), f"__device__ {text}\n".encode()), Config())
    assert divisors(only(made.data.decode())[1]) == names
