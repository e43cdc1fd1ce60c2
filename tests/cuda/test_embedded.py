"""GPU code in string literals: found, read with its escapes, and edited where it stands in the file."""

from pathlib import Path

import pytest

from cass_tools.config import Config
from cass_tools.cuda.embedded import embedded
from cass_tools.cuda.lex import blank
from cass_tools.engine import apply, check, choose
from cass_tools.model import Edit, Finding, Fix, Safety, Source, Span

A_FILE = Path("a.cu")
KERNEL = 'extern "C" __global__ void k(int* o) { o[0] = __shfl_sync(0xffffffff, o[0], 3); }'
PLAIN = KERNEL.replace('"', '\\"')
RIGHT = "__shfl(o[0], 3, 32)"


def texts(code: str) -> list[bytes]:
    data = code.encode()
    return [each.data for each in embedded(data, blank(data))]


def translated(code: str) -> str:
    source = Source(A_FILE, code.encode())
    return apply(source.data, choose(check(source, Config()), Safety.UNSAFE)).decode()


@pytest.mark.parametrize(
    "literal",
    [
        f'R"({KERNEL})"',
        f'R"x({KERNEL})x"',
        f'u8R"({KERNEL})"',
        f'"{PLAIN}"',
        '"' + PLAIN.replace("{ ", '{ "\n  L"').replace("; ", ';" " ') + '"',
        '"' + PLAIN.replace("{ ", "{ \\\n") + '"',
    ],
)
def test_a_kernel_is_read_and_translated_in_any_kind_of_literal(literal: str) -> None:
    code = f"const char* source = {literal};\nint after;\n"
    assert [text.replace(b"{o", b"{ o") for text in texts(code)] == [KERNEL.encode()]
    assert RIGHT in translated(code)
    assert translated(code).endswith(";\nint after;\n")


def test_places_are_those_of_the_file() -> None:
    code = f'const char* a = "\\t" "\\x41";\nconst char* source = "// \\n" "{PLAIN}";\n'
    found = check(Source(A_FILE, code.encode()), Config())
    assert [code.encode()[each.span.start : each.span.end] for each in found if each.code == "CASS121"] == [
        b"0xffffffff"
    ]


def test_what_is_brought_along_is_escaped() -> None:
    text = PLAIN.replace("__shfl_sync(0xffffffff, o[0], 3)", "__dp4a(1, 2, o[0])")
    out = translated(f'const char* source = "{text}";\n')
    assert out.startswith('const char* source = "\\nnamespace cass {\\n')
    assert out.count("\n") == 1
    assert texts(out)[0].count(b"\n#") > 3


def test_an_edit_that_would_cut_an_escape_or_a_literal_is_not_made() -> None:
    code = 'const char* source = "__global__ void k(int* o) { o[0] = __shfl_sync(0xfff" "fffff, o[0], 3); }";\n'
    assert translated(code) == code
    assert [each.code for each in check(Source(A_FILE, code.encode()), Config())] == ["CASS121"]


def test_a_raw_string_is_not_ended_by_an_edit() -> None:
    code = 'auto s = R"(__global__ void k() { asm("trap;"); })";\n'
    assert translated(code).count(')"') == 1


def test_what_holds_for_the_file_holds_for_its_strings() -> None:
    text = f'const char* source = "{PLAIN}";'
    for code in (f"{text}  // cass: ignore[CASS121]\n", f"#ifdef __HIP__\n#else\n{text}\n#endif\n"):
        assert check(Source(A_FILE, code.encode()), Config()) == ()


def test_an_insertion_behind_an_escape_stays_behind_it() -> None:
    data = b'auto s = "__device__ void f() {}\\n";'
    (text,) = embedded(data, blank(data))
    found = Finding("X", "x", "", Span(0, 1), fix=Fix("", (Edit(Span(len(text.data), len(text.data)), b"int y;"),)))
    fix = text.finding(found).fix
    assert fix and apply(data, fix.edits) == data.replace(b'\\n"', b'\\nint y;"')


@pytest.mark.parametrize(
    "code",
    [
        'const char* m = "a __global__ function must be void (it returns int)";',
        'const char* m = "__device__ variables: {";',
        "/* __global__ void k() { __shfl_sync(0xffffffff, 1, 2); } */ int x;",
        'const char* unfinished = "__global__ void k() {',
        'const char* raw = R"(__global__ void k() {',
    ],
)
def test_messages_comments_and_what_is_unfinished_are_left_alone(code: str) -> None:
    assert check(Source(A_FILE, code.encode()), Config()) == ()
