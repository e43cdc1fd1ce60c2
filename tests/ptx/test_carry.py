"""Carries that go from one statement to the next."""

from tests.ptx.translating import translated

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


BETWEEN = (
    '__device__ unsigned f(unsigned a) { unsigned r; asm volatile("add.cc.u32 %0, %1, 1;" : "=r"(r) : "r"(a)); '
    'return r; }\n__device__ unsigned g(unsigned a) { unsigned r; asm volatile("addc.u32 %0, %1, 1;" : "=r"(r) : '
    '"r"(a)); return r; }\n'
)
MACROS = """#define ADD_CC(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADDC(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b));
"""


def test_between_functions_the_flag_of_the_thread_holds_it() -> None:
    made = translated(BETWEEN)
    assert "{ unsigned carry; r = __builtin_addc(a, 1, 0, &carry); cass::carry() = carry; }" in made
    assert "{ unsigned carry = cass::carry(); r = a + 1 + carry; }" in made
    assert made.count("inline bool& carry()") == 1


def test_between_uses_of_macros_the_flag_of_the_thread_holds_it() -> None:
    made = translated(MACROS)
    assert "&carry_); cass::carry() = carry_; }" in made
    assert "{ unsigned long long carry_ = cass::carry(); (c) = " in made


def test_a_function_that_uses_such_macros_shares_their_flag() -> None:
    made = translated(MACROS + CHAIN.replace("    asm", "    unsigned long long w; ADDC(w, a, b)\n    asm", 1))
    assert "unsigned carry = 0" not in made
    assert made.count("cass::carry() = carry") == 2


def test_a_link_that_may_not_run_keeps_the_flag() -> None:
    text = BETWEEN.replace('"add.cc', '"@!PT add.cc').replace("@!PT", "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p")
    made = translated(text.replace('%1, 1;" : "=r"(r) : "r"(a));', '%1, 1; }" : "=r"(r) : "r"(a));', 1))
    assert "unsigned carry = cass::carry();" in made.partition("return r;")[0]


def test_a_chain_may_begin_elsewhere() -> None:
    made = translated(CHAIN.replace("add.cc", "addc.cc"))
    assert made.count("unsigned carry = cass::carry();") == 2


def test_chains_of_two_widths_share_the_flag() -> None:
    text = CHAIN.replace(
        'asm volatile("addc.u32 %0, %1, 0;" : "=r"(hi) : "r"(a));',
        ('unsigned long long w; asm volatile("addc.u64 %0, %1, 0;" : "=l"(w) : "l"(w));'),
    )
    made = translated(text)
    assert "unsigned carry; lo" in made
    assert "unsigned long long carry = cass::carry(); w = " in made


USE = """__device__ void add(unsigned long long* r, const unsigned long long* a) {
    ADD_CC(r[0], a[0], a[2]);
    ADDC(r[1], a[1], a[3]);
}
"""


def test_macros_share_a_variable_of_the_functions_that_use_them() -> None:
    text = translated(MACROS + USE + USE.replace("add(", "again("))
    assert text.count("{\n    unsigned long long carry = 0;\n") == 2
    assert "#define ADDC(c, a, b) (c) = (unsigned long long)(a) + (unsigned long long)(b) + carry;\n" in text
    assert "asm" not in text


def test_a_macro_whose_uses_are_no_whole_chain_keeps_the_flag_of_the_thread() -> None:
    text = translated(MACROS + USE.replace("    ADD_CC(r[0], a[0], a[2]);\n", ""))
    assert "unsigned long long carry = 0;" not in text
    assert "unsigned long long carry_ = cass::carry();" in text


def test_a_last_carry_that_nothing_reads_is_dropped() -> None:
    text = (
        '__device__ unsigned f(unsigned a) { unsigned r; asm("add.cc.u32 %0, %1, 1;" : "=r"(r) : "r"(a)); return r; }\n'
    )
    assert "r = __builtin_addc(a, 1, 0, &carry);" in translated(text)


def test_the_compiler_does_not_know_how_what_a_carry_is_added_to_was_made() -> None:
    made = translated(CHAIN.replace("addc.u32", "addc.cc.u32"))
    assert "hi = __builtin_addc(cass::opaque<unsigned>(a), 0, carry, &carry);" in made
    assert made.count('asm("" : "+v"(a));') == 1
    wide = translated(MACROS.replace("addc.u64", "subc.cc.u64"))
    assert "__builtin_subcll(cass::opaque<unsigned long long>((unsigned long long)(a)), " in wide


def test_between_functions_a_borrow_is_no_carry() -> None:
    made = translated(BETWEEN.replace("add.cc", "sub.cc").replace("addc", "subc"))
    assert "{ unsigned carry; r = __builtin_subc(a, 1, 0, &carry); cass::carry() = !carry; }" in made
    assert "{ unsigned carry = !cass::carry(); r = a - 1 - carry; }" in made


def test_a_subtraction_after_an_addition_adds_what_it_takes_away() -> None:
    crossed = translated(CHAIN.replace("addc.u32 %0, %1, 0", "subc.u32 %0, %1, 5"))
    assert "lo = __builtin_addc(a, b, 0, &carry); cass::carry() = carry; }" in crossed
    assert "{ unsigned carry = !cass::carry(); hi = a - 5 - carry; }" in crossed
    one = '__device__ void f(unsigned& a) { asm("sub.cc.u32 %0, %0, 3; addc.u32 %0, %0, 0;" : "+r"(a)); }\n'
    assert "{ unsigned carry; a = __builtin_addc(a, ~(unsigned)3, 1, &carry); a = a + carry; }" in translated(one)


def test_chains_that_do_not_read_each_other_keep_their_subtractions() -> None:
    text = CHAIN.replace("}\n", CHAIN.partition("{\n")[2].replace("add", "sub"))
    made = translated(text)
    assert "    unsigned carry = 0;\n" in made
    assert "    lo = __builtin_subc(a, b, 0, &carry);\n    hi = a - carry;\n" in made
