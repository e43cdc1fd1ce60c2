"""What is not translated stays, with the reason."""

import pytest

from tests.ptx.translating import findings, refusal


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ('asm("wgmma.fence.sync.aligned;");', "`wgmma.fence.sync.aligned` has no translation yet"),
        ('asm("add.u32 %0, %1, %5;" : "=r"(d) : "r"(a));', "no operand 5"),
        ('asm("add.u32 %1, %1, 1;" : "=r"(d) : "r"(a));', "write operand 1, which is an input"),
        ('asm("add.u32 %0, t, 1;" : "=r"(d));', "uses `t`, which it does not declare"),
        ('asm("mov.u32 %0, %%nsmid;" : "=r"(d));', "%nsmid has no counterpart"),
        ('asm("ld.param.u32 %0, [%1];" : "=r"(d) : "l"(p));', "`.param` of `ld.param.u32` has no translation yet"),
        ('asm("bar.sync %0;" :: "r"(a));', "without a number of threads"),
        (
            'asm("atom.global.add.s64 %0, [%1], %1;" : "=l"(w) : "l"(p));',
            "`atom.global.add.s64` has no translation yet",
        ),
        ('asm("add.u32 %0, %1, 1;" : "=m"(d) : "r"(a));', 'The constraint "m" has no counterpart'),
        ('asm(TEXT " %0, %%laneid;" : "=r"(d));', "comes from TEXT"),
        ('asm("{ .shared .u32 s; mov.u32 %0, %%laneid; }" : "=r"(d));', "declares `.shared`"),
        ('asm("mov.u32 %0, %%laneid; ` " : "=r"(d));', "could not be read at ```"),
        (
            'asm("tex.1d.v4.u32.s32 {%0, %0, %0, %0}, [%1, {%2}];" : "=r"(d) : "l"(p), "r"(a));',
            "`tex.1d.v4.u32.s32` has no translation yet",
        ),
        (
            'asm("vsub2.u32.u32.u32 %0.h10, %1.h23, %1, %1;" : "=r"(d) : "r"(a));',
            "`vsub2.u32.u32.u32` has no translation yet",
        ),
        ('asm("add.u32 %0;" : "=r"(d));', "`add.u32` has no translation yet"),
        (
            'asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%1}, {%0};" : "+f"(y) : "r"(a));',
            "matrix",
        ),
        ('asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(x) : "f"(x), "r"(b), "r"(n));', ""),
    ],
    ids=lambda text: text[:40],
)
def test_the_reason_is_named(statement: str, reason: str) -> None:
    if not reason:
        assert findings(f"__device__ void f(float x, unsigned b, unsigned n) {{ {statement} }}\n")
        return
    assert reason in refusal(statement)


def test_what_the_preprocessor_changes_is_left() -> None:
    text = (
        "__device__ void f(unsigned& d) {\n  asm(\n#ifdef A\n"
        '    "mov.u32 %0, %%laneid;"\n#else\n    "mov.u32 %0, %%clock;"\n#endif\n    : "=r"(d));\n}\n'
    )
    (finding,) = findings(text)
    assert finding.fix is None
    assert "preprocessor" in finding.message
