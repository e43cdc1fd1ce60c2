"""What becomes of `asm` statements: the text that people read and keep."""

import pytest

from tests.ptx.translating import body, translated

ONE = [
    ('asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));', "d = a + b;"),
    ('asm("add.s32 %0, %1, %2;" : "=r"(d) : "r"(s), "r"(4));', "d = (unsigned)s + 4;"),
    (
        'asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(a + 1), "r"(b));',
        "w = (unsigned long long)(unsigned)(a + 1) * b;",
    ),
    ('asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(d) : "r"(a), "r"(b), "r"(n));', "d = (a & b) | n;"),
    ('asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(n), "n"(0x96));', "d = a ^ b ^ n;"),
    ('asm("popc.b32 %0, %1;" : "=r"(d) : "r"(a));', "d = __popc(a);"),
    ('asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(d) : "r"(a), "r"(b));', "d = __byte_perm(a, b, 0x5410);"),
    ('asm("prmt.b32.ecr %0, %1, %2, 2;" : "=r"(d) : "r"(a), "r"(b));', "d = __byte_perm(a, b, 0x2210);"),
    (
        'asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(n));',
        "d = __byte_perm(a, b, (unsigned)(0x3333222211110000 >> 16 * ((n) & 3)));",
    ),
    ('asm("bfe.u32 %0, %1, 8, 4;" : "=r"(d) : "r"(a));', "d = (a >> 8) & 0xf;"),
    ('asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(n));', "d = cass::bfe<unsigned>(a, b, n);"),
    ('asm("shl.b32 %0, %1, 3;" : "=r"(d) : "r"(a));', "d = a << 3;"),
    ('asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(n));', "d = n < 32 ? a << n : 0;"),
    ('asm("shr.s32 %0, %1, %2;" : "=r"(d) : "r"(s), "r"(n));', "d = s >> min(n, 31u);"),
    ('asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(y) : "f"(x), "f"(x), "f"(2.0f));', "y = fmaf(x, x, 2.0f);"),
    ('asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 2));', "y = exp2f(x * 2);"),
    ('asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(s) : "f"(x));', "s = __float2int_rz(x);"),
    ('asm("mov.b32 %0, %1;" : "=r"(d) : "f"(x));', "d = __float_as_uint(x);"),
    ('asm("mov.u32 %0, %%laneid;" : "=r"(d));', "d = __lane_id() & 31;"),
    ('asm("mov.u32 %0, %lanemask_lt;" : "=r"(d));', "d = (1u << (__lane_id() & 31)) - 1;"),
    ('asm("add.u32 %0, %%tid.x, %1;" : "=r"(d) : "r"(a));', "d = threadIdx.x + a;"),
    ('asm("ld.global.nc.s32 %0, [%1];" : "=r"(s) : "l"(p));', "s = *p;"),
    ('asm("ld.global.f32 %0, [%1+8];" : "=f"(y) : "l"(q));', "y = *(const float*)((const char*)q + 8);"),
    (
        'asm("ld.global.cs.u32 %0, [%1];" : "=r"(d) : "l"(p + n));',
        "d = __builtin_nontemporal_load((const unsigned*)(p + n));",
    ),
    (
        'asm("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(s) : "l"(p) : "memory");',
        "s = __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);",
    ),
    ('asm("st.volatile.global.s32 [%0], %1;" :: "l"(p), "r"(s));', "*(volatile int*)p = s;"),
    ('asm("st.shared.u32 [%0+4], %1;" :: "r"(a), "r"(b));', "*cass::shared<unsigned>(a + 4) = b;"),
    ('asm("red.global.add.s32 [%0], %1;" :: "l"(p), "r"(s));', "atomicAdd(p, s);"),
    (
        'asm("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(d) : "l"(p), "r"(a), "r"(b));',
        "d = atomicCAS((unsigned*)p, a, b);",
    ),
    (
        'asm("atom.add.release.sys.global.u32 %0, [%1], 1;" : "=r"(d) : "l"(w));',
        "d = __hip_atomic_fetch_add((unsigned*)w, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);",
    ),
    ('asm("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, -1;" : "=f"(y) : "f"(x));', "y = __shfl_xor(x, 1, 32);"),
    ('asm("shfl.sync.up.b32 %0, %1, %2, 0, -1;" : "=r"(d) : "r"(a), "r"(n));', "d = __shfl_up(a, n & 31, 32);"),
    ('asm volatile("bar.sync 0;");', "__syncthreads();"),
    ('asm volatile("bar.sync 1;");', "__syncthreads();"),
    ('asm volatile("fence.acq_rel.gpu;" ::: "memory");', "__threadfence();"),
    ('asm volatile("nanosleep.u32 %0;" :: "r"(n));', "__builtin_amdgcn_s_sleep(1);"),
    ('asm volatile("cp.async.commit_group;\\n" ::);', "/* cp.async.commit_group: the copies are done already */;"),
    (
        'asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" :: "r"(a), "l"(p));',
        "*cass::shared<uint4>(a) = *(const uint4*)p;",
    ),
    ('asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(a), "r"(b));', "w = a | ((unsigned long long)b << 32);"),
    ('asm("mov.b32 %0, %1;" : "=r"(*(unsigned*)&y) : "r"(a));', "*(unsigned*)&y = a;"),
    ('asm("cvta.to.shared.u64 %0, %1;" : "=l"(w) : "l"(p));', "w = (unsigned)(size_t)p;"),
]


@pytest.mark.parametrize(("statement", "becomes"), ONE, ids=lambda text: text[:40])
def test_one_instruction_is_one_expression(statement: str, becomes: str) -> None:
    assert body(statement) == becomes


def test_operands_are_evaluated_once() -> None:
    done = body('asm("sad.u32 %0, %1, %2, 0;" : "=r"(d) : "r"(p[n]++), "r"(b));')
    assert done == "{ const unsigned a = (unsigned)(p[n]++); d = max(a, b) - min(a, b) + 0; }"


def test_inputs_are_read_before_outputs_are_written() -> None:
    done = body('asm("add.u32 %0, %1, 1; add.u32 %0, %0, %1;" : "=r"(d) : "r"(d));')
    assert done == "{ const unsigned in1 = d; d = in1 + 1; d = d + in1; }"


def test_references_may_be_outputs_under_another_name() -> None:
    text = (
        "__device__ void g(unsigned& d, unsigned& e) "
        '{ asm("add.u32 %0, %1, 1; add.u32 %0, %0, %1;" : "=r"(d) : "r"(e)); }\n'
    )
    assert "const unsigned in1 = e;" in translated(text)


def test_registers_of_the_text_are_variables_of_a_block() -> None:
    done = body('asm("{ .reg .u32 t; add.u32 t, %1, 1; mul.lo.u32 %0, t, t; }" : "=r"(d) : "r"(a));')
    assert done == "{ unsigned t = a + 1; d = t * t; }"


def test_a_register_gives_way_to_a_variable_of_its_name() -> None:
    done = body('asm("{ .reg .u32 a; add.u32 a, %1, 1; mov.u32 %0, a; }" : "=r"(d) : "r"(a));')
    assert done == "{ unsigned a_ = a + 1; d = a_; }"


def test_scopes_may_declare_a_name_twice() -> None:
    done = body(
        'asm("{ .reg .u32 t; mov.u32 t, %1; mov.u32 %0, t; } { .reg .s32 t; mov.s32 t, 7; }" : "=r"(d) : "r"(a));'
    )
    assert "unsigned t = a;" in done
    assert "int t2 = 7;" in done


def test_predicates_are_conditions() -> None:
    done = body('asm("{ .reg .pred %%q; setp.lt.s32 %%q, %1, 0; @!%%q mov.u32 %0, 1; }" : "+r"(d) : "r"(s));')
    assert done == "{ bool q = s < 0; if (!q) d = 1; }"


def test_labels_are_local_to_the_block() -> None:
    done = body(
        'asm("{ .reg .pred p1; W: ld.volatile.global.u32 %0, [%1]; setp.eq.u32 p1, %0, 0; @p1 bra W; }"'
        ' : "=r"(d) : "l"(p));'
    )
    assert "__label__ W;" in done
    assert "W:;" in done
    assert "if (p1) goto W;" in done


def test_named_operands_and_pieces_of_text() -> None:
    done = body('asm(/* a */ "add.u32 %[to], " // b\n        "%[from], 1;" : [to] "=r"(d) : [from] "r"(a /* c */));')
    assert done == "d = a + 1;"


def test_text_from_a_macro_of_the_file() -> None:
    text = '#define OP "add.u32"\n'
    text += '__device__ void g(unsigned& d, unsigned e) { asm(OP " %0, %1, 1;" : "=r"(d) : "r"(e)); }\n'
    assert "{ d = e + 1; }" in translated(text)


def test_an_input_that_is_tied_to_an_output() -> None:
    done = body('asm("add.u32 %0, %0, %2;" : "=r"(d) : "0"(a), "r"(b));')
    assert done == "{ d = a; d = d + b; }"


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        (
            '#define M(d, x) asm("add.u32 %0, %1, 1;" : "=r"(d) : "r"(x))\n',
            "#define M(d, x) (d) = (unsigned)(x) + 1\n",
        ),
        (
            '#define M(d, x, n) asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(n))\n',
            "#define M(d, x, n) do { const unsigned n_ = (unsigned)(n); "
            "(d) = n_ < 32 ? (unsigned)(x) << n_ : 0; } while (0)\n",
        ),
        (
            '#define M(d, x, n) asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(n));\n',
            "#define M(d, x, n) { const unsigned n_ = (unsigned)(n); (d) = n_ < 32 ? (unsigned)(x) << n_ : 0; }\n",
        ),
    ],
)
def test_macros_stay_statements(text: str, becomes: str) -> None:
    assert translated(text) == becomes


def test_a_block_takes_the_semicolon_so_that_else_stays_right() -> None:
    done = body('if (a) asm("add.u32 %0, %1, 1; add.u32 %0, %0, 1;" : "=r"(d) : "r"(a)); else d = 0;')
    assert done == "if (a) { d = a + 1; d = d + 1; } else d = 0;"


def test_vectors_are_loaded_at_once() -> None:
    done = body('asm("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "l"(q));')
    assert done == "{ const float2 v = *(const float2*)q; x = v.x; y = v.y; }"


def test_carries_go_from_instruction_to_instruction() -> None:
    done = body('asm("add.cc.u32 %0, %1, %2; addc.u32 %0, %0, 0;" : "=r"(d) : "r"(a), "r"(b));')
    assert done == "{ unsigned carry; d = __builtin_addc(a, b, 0, &carry); d = d + carry; }"


def test_an_exit_is_a_return_in_kernels_only() -> None:
    assert "{ return; }" in translated('__global__ void k() { asm("exit;"); }\n')
    assert translated('__device__ void k() { asm("exit;"); }\n').count("asm") == 1


def test_only_kernels_that_come_to_a_named_barrier_clear_its_counters() -> None:
    text = translated(
        '#define SYNC(n) asm volatile("bar.sync 1, %0;" :: "r"(n))\n__device__ void wait() { SYNC(64); }\n'
        "__global__ void a() {\n    wait();\n}\n__global__ void b(int* p) {\n    p[0] = 1;\n}\n"
    )
    assert "void a() {\n    cass::named_barrier();\n    wait();" in text
    assert "void b(int* p) {\n    p[0] = 1;" in text
