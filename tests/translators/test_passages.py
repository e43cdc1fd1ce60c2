"""What a model is shown: the smallest whole part around what the rules refuse, with what it needs."""

from pathlib import Path

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.engine import check_context
from cass_tools.model import Source
from cass_tools.translators.passages import Place, chunks, places

REFUSED = 'asm volatile("multimem.ld_reduce.relaxed.sys.global.add.u32 %0, [%1];" : "=r"(r) : "l"(p));'
FILE = f"""\
#include <cstdio>
#define WIDE 4
#define UNUSED 5
struct Pair {{ float x, y; }};
using Number = unsigned;
constexpr int SIZE = WIDE * 2;
__device__ int help(int a) {{ return a + 1; }}

// what it is for
template <int N>
__device__ Number summed(const Number* p, Pair pair) {{
    Number r;
    {REFUSED}
    return help(r) + SIZE;
}}
#define READ(r, p) {REFUSED}
int main() {{ return 0; }}
"""


def context_of(text: str) -> Context:
    return Context(Source(Path("a.cu"), text.encode()), Config())


def found(text: str, *, statement_first: bool = False, declarations: bool = True) -> tuple[Place, ...]:
    context = context_of(text)
    findings = check_context(context)
    return places(context, findings, statement_first=statement_first, declarations=declarations)


def test_a_function_is_shown_with_what_it_needs_and_no_more() -> None:
    function, statement = found(FILE)[0].passages
    shown = function.shown(FILE.encode()).decode()
    assert function.kind == "function"
    assert shown.startswith("#define WIDE 4\n")
    for needed in (
        "struct Pair { float x, y; };",
        "using Number = unsigned;",
        "constexpr int SIZE",
        "int help(int a);",
    ):
        assert needed in shown
    for spare in ("UNUSED", "return a + 1", "main", "what it is for"):
        assert spare not in shown
    assert function.text(FILE.encode()).startswith(b"template <int N>\n__device__ Number summed(")
    assert statement.kind == "statement"
    assert statement.text(FILE.encode()).decode() == f"    {REFUSED}"


def test_a_macro_is_a_passage_of_its_own() -> None:
    (passage,) = found(FILE)[1].passages
    assert (passage.kind, passage.name) == ("macro", b"READ")
    assert passage.text(FILE.encode()).startswith(b"#define READ(r, p) asm")


def test_a_small_model_is_shown_the_statement_first() -> None:
    place = found(FILE, statement_first=True, declarations=False)[0]
    assert [passage.kind for passage in place.passages] == ["statement", "function"]
    assert all(not passage.before for passage in place.passages)


def test_one_function_with_two_refusals_is_one_place() -> None:
    text = f"__device__ void f(unsigned r, unsigned* p) {{\n    {REFUSED}\n    {REFUSED}\n}}\n"
    assert len(found(text)) == 1
    assert len(found(text, statement_first=True)) == 2


def test_a_lambda_is_shown_with_its_function() -> None:
    text = (
        f"__global__ void k(unsigned* p) {{\n    auto f = [=] __device__ (unsigned r) {{ {REFUSED} return r; }};\n}}\n"
    )
    assert found(text)[0].passages[0].name == b"k"


def test_lines_that_a_compiler_refused_are_places() -> None:
    text = "__device__ int f(int a) {\n    return odd(a);\n}\n"
    context = context_of(text)
    (place,) = places(context, check_context(context), [2])
    assert [p.kind for p in place.passages] == ["function", "statement"]
    assert place.passages[1].text(text.encode()) == b"    return odd(a);"


def test_chunks_are_whole_declarations_and_all_of_the_file() -> None:
    data = FILE.encode()
    parts = chunks(context_of(FILE), 120)
    assert len(parts) > 3
    assert b"".join(part.text(data) for part in parts) == data
    assert all(data[part.span.start - 1 : part.span.start] in (b"", b"\n") for part in parts)


def test_broken_code_still_has_places() -> None:
    text = f"}} }} __device__ void f( {{\n {REFUSED}\n"
    assert found(text)
