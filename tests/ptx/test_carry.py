"""Carries that go from one statement to the next."""

from tests.ptx.translating import findings, translated

CHAIN = """__device__ void add(unsigned a, unsigned b, unsigned& lo, unsigned& hi) {
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(lo) : "r"(a), "r"(b));
    asm volatile("addc.u32 %0, %1, 0;" : "=r"(hi) : "r"(a));
}
"""


def test_a_variable_of_the_function_holds_it() -> None:
    assert translated(CHAIN) == (
        "__device__ void add(unsigned a, unsigned b, unsigned& lo, unsigned& hi) {\n    unsigned carry = 0;\n"
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


MACROS = """#define ADD_CC(r, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b))
#define ADDC(r, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b))
"""
USE = """__device__ void add(unsigned long long* r, const unsigned long long* a) {
    ADD_CC(r[0], a[0], a[2]);
    ADDC(r[1], a[1], a[3]);
}
"""


def test_macros_share_a_variable_of_the_functions_that_use_them() -> None:
    text = translated(MACROS + USE + USE.replace("add(", "again("))
    assert text.count("{\n    unsigned long long carry = 0;\n") == 2
    assert "#define ADDC(r, a, b) (r) = (unsigned long long)(a) + (unsigned long long)(b) + carry\n" in text
    assert "asm" not in text


def test_a_macro_that_the_file_does_not_use_in_a_whole_chain_is_left() -> None:
    for text in (MACROS, MACROS + USE.replace("    ADD_CC(r[0], a[0], a[2]);\n", "")):
        assert all(finding.fix is None for finding in findings(text))
        assert "hand the carry on as an argument" in findings(text)[0].message


def test_a_last_carry_that_nothing_reads_is_dropped() -> None:
    text = (
        '__device__ unsigned f(unsigned a) { unsigned r; asm("add.cc.u32 %0, %1, 1;" : "=r"(r) : "r"(a)); return r; }\n'
    )
    assert "r = __builtin_addc(a, 1, 0, &carry);" in translated(text)
