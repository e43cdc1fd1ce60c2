"""The rule about inline PTX: PTX is known by its text, in macros and anywhere else; other assembly is not PTX."""

import pytest

from tests.rules.findings import fixed, found, lines


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


@pytest.mark.parametrize(
    ("macros", "statement", "after"),
    [
        ("#define ASM asm volatile\n", 'ASM("max.s32 %0, %1, 3;" : "=r"(r) : "r"(a))', "r = max(a, 3)"),
        (
            "#define A __asm__\n#define V_ASM A __volatile__\n",
            'V_ASM("max.s32 %0, %1, 3;" : "=r"(r) : "r"(a))',
            "r = max(a, 3)",
        ),
        ('#define OP "max.s32 %0, %1, 3;"\n', 'asm(OP : "=r"(r) : "r"(a))', "r = max(a, 3)"),
        ('#define OP(n) "max.s32 %0, %1, " #n ";"\n', 'asm(OP(3) : "=r"(r) : "r"(a))', "r = max(a, 3)"),
        (
            "#define S_(x) #x\n#define S(x) S_(x)\n#define TYPE u32\n",
            'asm("min." S(TYPE) " %0, %1, 3;" : "=r"(r) : "r"(a))',
            "r = min((unsigned)a, 3)",
        ),
        ('#define M(n) asm("min." #n " %0, %1, 3;" : "=r"(r) : "r"(a))\n', "M(s32)", "r = min(a, 3)"),
        ('#define M(n) asm("min." #n " %0, %1, 3;" : "=r"(r) : "r"(a));\n', "M(s32)", "r = min(a, 3)"),
        (
            '#define M(n) do { asm("min." #n " %0, %1, 3;" : "=r"(r) : "r"(a)); } while (0)\n',
            "M(s32)",
            "r = min(a, 3)",
        ),
        (
            "#define PTX(t, ...) asm volatile(t : __VA_ARGS__)\n",
            'PTX("mov.u32 %0, %1;", "=r"(r) : "r"(a))',
            "r = a",
        ),
        (
            '#define I(n) asm("min." #n " %0, %1, 3;" : "=r"(r) : "r"(a))\n#define J(n) I(n##32)\n',
            "J(s)",
            "r = min(a, 3)",
        ),
        (
            '#define M(t) asm("mov." #t " %0, 1;" : "=r"(a)); asm("mov." #t " %0, 2;" : "=r"(r))\n',
            "M(u32)",
            "a = 1; r = 2",
        ),
        (
            '#define M(n, x) ({ int t; asm("min." #n " %0, %1, 3;" : "=r"(t) : "r"(x)); t; })\n',
            "r = M(u32, a)",
            "r = ({ int t; t = min((unsigned)a, 3); t; })",
        ),
    ],
)
def test_text_that_macros_of_the_file_make_is_translated(macros: str, statement: str, after: str) -> None:
    text = f"{macros}__device__ int f(int a) {{\n  int r;\n  HERE;\n  return r;\n}}\n"
    assert fixed("CASS120", text.replace("HERE", statement)) == text.replace("HERE", after)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('__device__ int f(int a) { asm(OP : "=r"(a)); return a; }', "`OP`, whose value is not known"),
        ('#define M(t) asm(t "%0;" : "=r"(r))\n__device__ int r;\n', "`t`, arguments of the macro `M`"),
        ('__device__ void f(int a) { PTX_ASM("mov.u32 %0, %%laneid;" : "=r"(a)); }', "`PTX_ASM`, which this file"),
        (
            '#define M(t) asm("mov." #t " %0, 1;" : "=r"(a)); __syncwarp()\n__device__ void f(int a) { M(u32); }\n',
            "makes more than this statement: there is `__syncwarp`",
        ),
        (
            '#define M(n) asm("bar.sync " #n ";"); asm("bar.arrive " #n ", 64;")\n__global__ void k() { M(1); }\n',
            "more than one statement uses named barriers",
        ),
        (
            '#ifdef A\n#define OP "add.s32 %0, %0, 1;"\n#else\n#define OP "add.s32 %0, %0, 2;"\n#endif\n'
            '__device__ void f(int a) { asm(OP : "+r"(a)); }\n',
            "`OP`, whose value is not known",
        ),
    ],
)
def test_text_that_is_not_known_is_said_to_be_so(text: str, reason: str) -> None:
    (finding,) = found("CASS120", text)
    assert reason in finding.message
    assert finding.fix is None


def test_functions_that_a_macro_makes_around_an_instruction_are_written_out() -> None:
    head = (
        "#define DEFINE(name, op, T) __device__ __forceinline__ T name(T a, T b) { T r; "
        'asm(op " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }\n'
    )
    after = "__device__ __forceinline__ {0} {1}({0} a, {0} b) {{ {0} r; r = {2}; return r; }}"
    text = head + 'DEFINE(asm_min, "min.s32", int)\nDEFINE(later, "wgmma.new", int)\n'
    assert [f.fix is None for f in found("CASS120", text)] == [False, True]
    assert fixed("CASS120", text) == text.replace(
        'DEFINE(asm_min, "min.s32", int)', after.format("int", "asm_min", "min(a, b)")
    )


def test_text_from_macros_in_host_code_is_no_ptx() -> None:
    assert found("CASS120", '#define OP "cpuid"\nvoid f(int a) { asm volatile(OP : "=a"(a)); }\n') == []
    assert found("CASS120", '#define ASM asm volatile\nvoid f(int a) { ASM("cpuid" : "=a"(a)); }\n') == []
    assert found("CASS120", '#define ASM(x) asm volatile(x ::: "memory")\nvoid f() { ASM("nop"); }\n') == []
