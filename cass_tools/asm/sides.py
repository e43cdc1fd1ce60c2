"""Code of several kinds: source, SASS, LLVM IR and AMD's assembly, each line with where it comes from."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cass_tools.asm.mix import category
from cass_tools.asm.program import Program
from cass_tools.asm.statements import Form, Function, Statement


class Row(NamedTuple):
    """A line of code; `file` (its name without folders) and `line` of the source are "" and 0 where not known.

    `mnemonic` is empty for what is no instruction; `number` is the line in the file that it is in, 0 if there is none.
    """

    text: str
    file: str = ""
    line: int = 0
    mnemonic: str = ""
    number: int = 0


class Side(NamedTuple):
    """All of one kind: `kind` is source, sass, ir or amd; `rows` by function."""

    kind: str
    title: str
    rows: dict[str, tuple[Row, ...]]


def amd_side(program: Program) -> Side:
    """AMD's assembly, with the source lines of its `.loc` directives."""
    places = dict(_locations(program))
    rows = {f.name or "code": tuple(_amd_rows(f, program, places)) for f in program.functions}
    return Side("amd", f"{program.gpu} assembly", rows)


def _amd_rows(function: Function, program: Program, places: dict[int, tuple[str, int]]) -> Iterator[Row]:
    for each in function.body:
        text = program.data[each.span.start : each.span.end].decode("utf-8", "replace")
        if each.form is Form.LABEL:
            if not each.name.startswith(".Ltmp"):
                yield Row(f"{text}:", number=each.line)
        elif each.form is Form.INSTRUCTION:
            yield Row(f"    {text}", *places.get(each.line, ("", 0)), each.name, each.line)


_FILE = re.compile(r'(\d+)\s+(?:"([^"]*)"\s+)?"([^"]*)"')


_INLINED = re.compile(r"@\[ ([^\s\]]+?):(\d+)(?::\d+)?")
"""What clang writes behind a `.loc` of inlined code: where it was called, outermost last."""


def _locations(program: Program) -> Iterator[tuple[int, tuple[str, int]]]:
    """The source line of each line of assembly that has one."""
    files: dict[int, str] = {}
    here = ("", 0)
    for each in program.statements:
        if each.form is Form.DIRECTIVE:
            here = _location(each, files, here)
            if each.name == ".loc" and (frames := _INLINED.findall(program.lines.text(each.line))):
                here = PurePosixPath(frames[-1][0]).name, int(frames[-1][1])
        elif each.form is Form.INSTRUCTION and here[1]:
            yield each.line, here


def _location(each: Statement, files: dict[int, str], here: tuple[str, int]) -> tuple[str, int]:
    if each.name == ".file" and (named := _FILE.match(each.operands)):
        files[int(named[1])] = PurePosixPath(named[3]).name
    elif each.name == ".loc":
        numbers = re.findall(r"\d+", each.operands)[:2]
        if len(numbers) == 2:
            return files.get(int(numbers[0]), ""), int(numbers[1])
    elif each.name in (".section", ".text", ".size"):
        return "", 0
    return here


_DEFINE = re.compile(r'define .*?@("[^"]+"|[\w.$]+)\(')
_METADATA = re.compile(r"!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)")
_DEBUG = re.compile(r", !dbg !(\d+)")


def ir_side(text: str) -> Side:
    """LLVM IR, with the source lines of its debug locations (of the outermost call, for inlined code)."""
    nodes = {int(m[1]): (m[2], m[3]) for m in _METADATA.finditer(text)}
    rows: dict[str, tuple[Row, ...]] = {}
    current, name = list[Row](), ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("define ") and (head := _DEFINE.match(line)):
            name, current = head[1].strip('"'), []
        elif line == "}" and name:
            rows[name], name = tuple(current), ""
        elif name and line.strip():
            debug = _DEBUG.search(line)
            place = _place(int(debug[1]), nodes) if debug else ("", 0)
            shown = re.sub(r", ![\w.]+ !\d+", "", line)
            words = shown.split("=", 1)[-1].split()
            current.append(Row(shown, *place, words[0] if line.startswith(" ") and words else "", number))
    return Side("ir", "LLVM IR", rows)


def _field(text: str, name: str) -> int:
    found = re.search(rf"\b{name}: !?(\d+)", text)
    return int(found[1]) if found else 0


def _place(number: int, nodes: dict[int, tuple[str, str]]) -> tuple[str, int]:
    """File and line of a debug location; of inlined code, where the outermost call is."""
    kind, text = nodes.get(number, ("", ""))
    if kind != "DILocation":
        return "", 0
    for _ in range(64):
        outer = nodes.get(_field(text, "inlinedAt")) if "inlinedAt:" in text else None
        if outer is None:
            break
        _, text = outer
    scope, file = _field(text, "scope"), 0
    for _ in range(64):
        _, scope_text = nodes.get(scope, ("", ""))
        file = file or _field(scope_text, "file")
        if file or not scope_text:
            break
        scope = _field(scope_text, "scope")
    named = re.search(r'filename: "([^"]*)"', nodes.get(file, ("", ""))[1])
    return (PurePosixPath(named[1]).name if named else ""), _field(text, "line")


def source_side(path: Path) -> Side:
    """The source that the others come from."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return Side("source", path.name, {"": tuple(Row(text, path.name, n, "", n) for n, text in enumerate(lines, 1))})


def mnemonics(rows: tuple[Row, ...]) -> list[str]:
    """The instructions of rows."""
    return [row.mnemonic for row in rows if row.mnemonic]


def category_of(row: Row, kind: str) -> str:
    """The category of a row of machine code; empty for all else."""
    if kind not in ("amd", "sass") or not row.mnemonic:
        return ""
    return category(row.mnemonic, "amd" if kind == "amd" else "nvidia")
