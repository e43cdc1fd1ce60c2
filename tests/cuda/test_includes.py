"""Includes and the conditions around them."""

from cass_tools.cuda.includes import Layout, read_layout
from cass_tools.cuda.lex import blank


def _read(text: str) -> Layout:
    return read_layout(text.encode(), blank(text.encode()))


def test_paths_and_places() -> None:
    text = '#include <a.h>\n#  include "b/c.h" // d\n// #include <no.h>\ns = "\\\n#include <no.h>";\n#include MACRO\n'
    layout = _read(text)
    assert [(i.path, i.quoted) for i in layout.includes] == [("a.h", False), ("b/c.h", True)]
    second = layout.includes[1]
    assert text[second.target.start : second.target.end] == '"b/c.h"'
    assert text[second.line.start : second.line.end] == '#  include "b/c.h" // d\n'


def test_branches_see_what_is_compiled_with_them() -> None:
    layout = _read(
        "#include <a>\n#if X\n#include <b>\n#else\n#include <c>\n#if Y\n#include <d>\n#endif\n#endif\n#include <e>\n"
    )
    a, b, c, d, e = layout.includes
    assert b.sees(a) and d.sees(c) and e.sees(a)
    assert not c.sees(b) and not e.sees(b) and not e.sees(d)


def test_a_guard_is_no_condition() -> None:
    text = "// x\n#ifndef G\n#define G\n#include <a>\nint x;\n#ifdef Y\nint y;\n#endif\n#endif // G\n"
    layout = _read(text)
    assert layout.includes[0].branch == ()
    assert layout.after_guard == text.index("#include")
    assert layout.always(text.index("int x"))
    assert not layout.always(text.index("int y"))


def test_what_only_looks_like_a_guard() -> None:
    layout = _read("#ifndef G\n#define G\n#endif\n#include <a>\n#ifdef B\n#endif\n")
    assert layout.after_guard is None
    assert layout.includes[0].branch == ()


def test_pragma_once() -> None:
    assert _read("#pragma once\nint x;\n").after_guard == len("#pragma once\n")


def test_defaults_of_macros_count_as_always_compiled() -> None:
    text = "#ifndef F\n#define F(x) f(x)\nA\n#else\nB\n#endif\n#ifndef OTHER\n#define OTHERS\nC\n#endif\n"
    layout = _read(text)
    assert [layout.always(text.index(name)) for name in "ABC"] == [True, False, False]
