"""The rule about inline PTX: PTX is known by its text, in macros and anywhere else; other assembly is not PTX."""

import pytest

from tests.rules.findings import found, lines


@pytest.mark.parametrize(
    ("statement", "named", "advice"),
    [
        ('asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));', "%laneid", "__lane_id()"),
        ('asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(x) : "r"(x), "r"(x), "r"(x), "r"(x));', "bfi.b32", "shift and mask"),
        ('asm volatile ("{\\n\\t" "  .reg .pred p;\\n\\t" "  @p trap;\\n\\t" "}\\n");', "trap", "__builtin_trap()"),
        ('__asm__ __volatile__("membar.sys;" ::: "memory");', "membar.sys", "__threadfence_system()"),
        ('asm("ld.global.nc.f32 %0, [%1];" : "=f"(f) : "l"(p));', "ld.global.nc.f32", "__ldg(p)"),
        (
            'asm("ld.global.acquire.gpu.f32 %0, [%1];" : "=f"(f) : "l"(p));',
            "ld.global.acquire.gpu.f32",
            "__ATOMIC_ACQUIRE",
        ),
        ('asm("red.global.add.f32 [%0], %1;" :: "l"(p), "f"(f));', "red.global.add.f32", "atomicAdd"),
        ('asm("cp.async.wait_group 0;");', "cp.async.wait_group", "__syncthreads()"),
        ('asm("wgmma.fence.sync.aligned;");', "wgmma.fence.sync.aligned", "rocWMMA"),
        ('asm(R"(bar.sync 1, 64;)");', "bar.sync", "named barriers"),
        ('asm("some.new.instruction %0;" : "=r"(x));', "some.new.instruction", "HIP builtin"),
    ],
)
def test_instructions_are_named_with_a_way_out(statement: str, named: str, advice: str) -> None:
    text = f"__device__ void f(int x, float f, float* p) {{\n  {statement}\n}}\n"
    (finding,) = found("CASS120", text)
    assert f"`{named}`" in finding.message
    assert advice in finding.suggestion


@pytest.mark.parametrize(
    "statement",
    [
        'asm volatile("cpuid" : "=a"(x) : "a"(0));',
        'asm volatile("rdtsc" : "=a"(x), "=d"(y));',
        'asm volatile("lock; cmpxchgl %2, %1" : "=a"(x), "+m"(*p) : "r"(1));',
        'asm volatile("mov %%rsp, %0" : "=r"(x));',
        'asm volatile("fence rw, rw" ::: "memory");',
        'asm volatile("" ::: "memory");',
        'asm volatile("mrs %0, cntvct_el0" : "=r"(x));',
        'asm("add w0, w1, w2\\n\\tb.eq 1f\\n1:");',
    ],
)
def test_host_assembly_is_not_called_ptx(statement: str) -> None:
    assert found("CASS120", f"void f(int x, int y, int* p) {{ {statement} }}\n") == []


def test_macros_are_read_and_reported_where_they_are_defined() -> None:
    text = '#define LANE(x) \\\\\n  asm volatile("mov.u32 %0, %%laneid;" : "=r"(x))\n'
    text += "__device__ void f(int& x) { LANE(x); }\n"
    assert lines("CASS120", text) == [2]


def test_amd_assembly_in_device_code_is_left_alone() -> None:
    text = '__device__ void f(int x) { asm volatile("v_mov_b32 %0, 1" : "=v"(x)); asm("s_nop 0"); }\n'
    assert found("CASS120", text) == []


def test_many_instructions_are_counted_not_listed() -> None:
    body = " ".join(f'"{name}.u32 %0, %1, %2;\\n"' for name in ("add", "sub", "mul", "and", "xor", "or"))
    (finding,) = found("CASS120", f'__device__ void f(int x) {{ asm({body} : "=r"(x)); }}\n')
    assert "and 2 more" in finding.message
