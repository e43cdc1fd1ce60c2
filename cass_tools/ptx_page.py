"""The tables of `docs/ptx.md`, made from the tables of forms and from examples that are translated.

`python -m cass_tools.ptx_page --write docs/ptx.md` puts them into the page, `--check` says whether they are there.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from cass_tools.ptx.declared import Declared
from cass_tools.ptx.emit import emit, render
from cass_tools.ptx.forms import Form, all_forms
from cass_tools.ptx.operands import Surroundings
from cass_tools.ptx.scalar import CLASSES
from cass_tools.ptx.special import SPECIAL
from cass_tools.ptx.statement import Operand, Statement

_EXAMPLES = Path(__file__).parent / "data" / "ptx_examples.tsv"
_BEGIN, _END = "<!-- made by cass_tools.ptx_page -->", "<!-- end -->"
_NAMES = "abce"


def example(instruction: str, operands: str) -> str:
    """The C++ of an instruction whose operands are called d, a, b, c; `operands` are their constraints: `r=rr`."""
    output, _, inputs = operands.partition("=")
    named = [Operand("", constraint, "d", True, True) for constraint in output]
    named += [
        Operand("", c, "table" if c == "n" else name, False, True) for name, c in zip(_NAMES, inputs, strict=False)
    ]
    known = {o.text: Declared(CLASSES[o.constraint], 0, False) for o in named if o.constraint in "rh"}
    numbers = {operand.text: f"%{index}" for index, operand in enumerate(named)}
    text = re.sub(r"(?<![\w.%])([a-e]|table)(?!\w)", lambda m: numbers.get(m[1], m[1]), instruction)
    declared = "{ .reg .pred p; " if re.search(r"(?<![\w.])p(?!\w)", instruction) else "{ "
    translation = emit(Statement(f"{declared}{text}; }}", tuple(named), (), (), True), Surroundings(known.get))
    lines = tuple(line for line in translation.lines if line != "bool p;")
    return render(translation._replace(lines=lines, block=len(lines) > 1), "", macro=len(lines) > 1, semicolon=True)


def _row(form: Form) -> tuple[str, str]:
    name = re.sub(r"\{\w=([^}]*)\}", lambda m: f"({m[1]})" if "|" in m[1] else m[1], form.form)
    return name, re.sub(r"\$(\w)", r"\1", form.becomes)


def tables() -> str:
    """All tables as Markdown."""
    parts = [_table(f"{family} forms", _forms(family)) for family in ("integer", "float")]
    rows = [line.split("\t") for line in _EXAMPLES.read_text(encoding="utf-8").splitlines()[1:]]
    for family in dict.fromkeys(row[0] for row in rows):
        parts.append(_table(family, [(text, example(text, kinds)) for name, text, kinds in rows if name == family]))
    parts.append(_table("special registers", [(f"%{name}", text) for name, (_, text) in SPECIAL.items()]))
    return "\n\n".join(parts)


def _forms(family: str) -> list[tuple[str, str]]:
    return [_row(form) for form in all_forms() if form.family == family]


def _table(title: str, rows: list[tuple[str, str]]) -> str:
    lines = [f"### {title[0].upper()}{title[1:]}", "", "| PTX | C++ |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {_code(left)} | {_code(right)} |" for left, right in rows)])


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def with_tables(page: str) -> str:
    """The page with its tables made anew."""
    before, _, rest = page.partition(_BEGIN)
    after = rest.partition(_END)[2]
    return f"{before}{_BEGIN}\n\n{tables()}\n\n{_END}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the page is as it should be, 1 when `--check` found another."""
    parser = argparse.ArgumentParser(prog="python -m cass_tools.ptx_page", description="The tables of docs/ptx.md.")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="FILE")
    action.add_argument("--check", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    path: Path = options.write or options.check
    page = path.read_text(encoding="utf-8")
    wanted = with_tables(page)
    if options.write:
        path.write_text(wanted, encoding="utf-8")
        return 0
    if page != wanted:
        print(f"{path} is out of date; run: python -m cass_tools.ptx_page --write {path}")
    return int(page != wanted)


if __name__ == "__main__":
    sys.exit(main())
