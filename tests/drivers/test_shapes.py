"""How kernels are started, and which of their integers are sizes."""

import pytest

from cass_tools.drivers.shapes import Role, role, shapes
from tests.drivers.reading import only

BODY = "int i = blockIdx.x * blockDim.x + threadIdx.x;"


@pytest.mark.parametrize(
    ("text", "block", "shared"),
    [
        ("__global__ void k(int *p) {}\nvoid f(int *p) { k<<<4, 192>>>(p); }\n", (192, 1, 1), 0),
        ("#define B 96\n__global__ void k(int *p) {}\nvoid f(int *p) { k<<<4, B, B * 4>>>(p); }\n", (96, 1, 1), 384),
        ("__global__ void k() {}\nvoid f() { dim3 b(8, 4); k<<<1, b>>>(); }\n", (8, 4, 1), 0),
        ("__global__ void k() {}\nvoid f() { const int t = 48; k<<<1, t>>>(); }\n", (48, 1, 1), 0),
        ("__global__ void k() {}\nvoid f() { k<<<dim3(2), dim3(4, 4, 2)>>>(); }\n", (4, 4, 2), 0),
        ("__global__ void k() { __shared__ float s[512]; s[threadIdx.x] = 0; }\n", (512, 1, 1), 0),
        ("__global__ void k() { __shared__ float s[8][9]; s[threadIdx.y][threadIdx.x] = 0; }\n", (8, 8, 1), 0),
        ("__global__ void k(int *p) { p[threadIdx.x] = 0; }\n", (128, 1, 1), 0),
        ("__global__ void k(int *p) { p[threadIdx.y] = 0; }\n", (16, 16, 1), 0),
        ("__global__ void k(int *p) { p[threadIdx.z] = 0; }\n", (8, 8, 4), 0),
        ("__global__ __launch_bounds__(64) void k(int *p) { p[threadIdx.x] = 0; }\n", (64, 1, 1), 0),
        ("__global__ void k() { extern __shared__ int s[]; s[threadIdx.x] = 0; }\n", (128, 1, 1), 8192),
    ],
)
def test_the_likeliest_block(text: str, block: tuple[int, int, int], shared: int) -> None:
    read, kernel = only(text)
    first = shapes(read, kernel)[0]
    assert (first.block, first.shared) == (block, shared)


def test_no_block_is_larger_than_a_gpu_takes() -> None:
    read, kernel = only("__global__ void k() { }\nvoid f() { k<<<1, 4096>>>(); }\n")
    assert all(x * y * z <= 1024 for (x, y, z), _, _ in shapes(read, kernel))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if (i < n) p[i] = 0;", Role.SIZE),
        ("if (i >= (int)n) return;", Role.SIZE),
        ("for (int j = 0; n - 1 > j; ++j) p[j] = 0;", Role.SIZE),
        ("p[i / n] = i % n;", Role.SIZE),
        ("p[threadIdx.y * n + i] = 0;", Role.SIZE),
        ("p[i] = n;", Role.SMALL),
        ("p[i] += i << n;", Role.SMALL),
        ("p[i] = i + n;", Role.SMALL),
    ],
)
def test_what_an_integer_stands_for(body: str, expected: Role) -> None:
    _, kernel = only(f"__global__ void k(int *p, int n) {{ {BODY} {body} }}\n")
    assert role(kernel, kernel.parameters[1]) is expected
