"""Carries that go from one statement to the next."""

from tests.ptx.translating import findings, translated

CHAIN = """__device__ void add(unsigned a, unsigned b, unsigned& lo, unsigned& hi) {
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(lo) : "r"(a), "r"(b));
    asm volatile("addc.u32 %0, %1, 0;" : "=r"(hi) : "r"(a));
}
"""


def test_a_variable_of_the_function_holds_it() -> None:
    assert translated(CHAIN) == (
        "__device__ void add(unsigned a, unsigned b, unsigned& lo, unsigned& hi) { unsigned carry = 0;\n"
        "    lo = __builtin_addc(a, b, 0, &carry);\n    hi = a + carry;\n}\n"
    )


def test_a_name_that_is_taken_is_not_used() -> None:
    assert "&carry_flag" in translated(CHAIN.replace("unsigned a,", "unsigned a, int carry,"))


def test_a_carry_between_functions_is_not_translated() -> None:
    text = (
        '__device__ unsigned f(unsigned a) { unsigned r; asm volatile("add.cc.u32 %0, %1, 1;" : "=r"(r) : "r"(a)); '
        'return r; }\n__device__ unsigned g(unsigned a) { unsigned r; asm volatile("addc.u32 %0, %1, 1;" : "=r"(r) : '
        '"r"(a)); return r; }\n'
    )
    assert all(finding.fix is None for finding in findings(text))
    assert len(findings(text)) == 2


def test_the_first_link_of_a_chain_must_be_there() -> None:
    assert all(finding.fix is None for finding in findings(CHAIN.replace("add.cc", "addc.cc")))


def test_chains_of_two_widths_are_not_mixed() -> None:
    text = CHAIN.replace(
        'asm volatile("addc.u32 %0, %1, 0;" : "=r"(hi) : "r"(a));',
        ('unsigned long long w; asm volatile("addc.u64 %0, %1, 0;" : "=l"(w) : "l"(w));'),
    )
    assert all(finding.fix is None for finding in findings(text))
