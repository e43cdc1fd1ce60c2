"""Pages about the rules, made from what the rules carry: `cass explain` prints one, `docs/rules` holds them all.

`python -m cass_tools.docs_pages --write docs/rules` writes them, `--check docs/rules` says which are out of date.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from cass_tools.errors import CassError
from cass_tools.file_kind import FileKind
from cass_tools.rule import Example, Rule
from cass_tools.rules import all_rules
from cass_tools.vendor_terms import terms_of

INDEX = "README.md"
_PARTS = re.compile(r"^\*\*(Why it fails on AMD|Example|Instead)\.\*\*", re.MULTILINE)
FENCES = {FileKind.SOURCE: "cuda", FileKind.MAKE: "makefile", FileKind.BAZEL: "python"}
PARTS = ("Why it fails on AMD", "Example", "Instead")


def page(rule: Rule) -> str:
    """The Markdown page of one rule: its docstring, then its own examples as they are tested."""
    parts = [f"# {rule.code} {rule.name}", rule.doc.strip()]
    if rule.invalid:
        parts.append("## Found")
        parts += [_example(example, rule) for example in rule.invalid]
    if rule.valid:
        parts.append("## Not found")
        parts += [_block(text, rule) for text in rule.valid]
    if terms := terms_of(rule.code):
        parts += ["## In the vendors' words", "\n".join(f"- [{term.name}]({term.address})" for term in terms)]
    sign = "//" if FileKind.SOURCE in rule.kinds else "#"
    parts.append(f"Silence one line with `{sign} cass: ignore[{rule.code}]`.")
    return "\n\n".join(parts) + "\n"


def find_rule(code: str, own: Iterable[Rule] = ()) -> Rule:
    """The rule with that code or name, of cass or of a project's `own`; CassError says what is spelled nearly so."""
    rules = (*all_rules(), *own)
    wanted = code.strip().upper()
    found = next((rule for rule in rules if wanted in (rule.code, rule.name.upper())), None)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(code, [word for rule in rules for word in (rule.code, rule.name)], 3, 0.4)
        raise CassError(f"there is no rule {code}" + (f"; did you mean {' or '.join(near)}?" if near else ""))
    return found


def _example(example: Example, rule: Rule) -> str:
    if example.after is None:
        return _block(example.before, rule)
    return f"{_block(example.before, rule)}\n\nbecomes\n\n{_block(example.after, rule)}"


def _block(text: str, rule: Rule) -> str:
    language = FENCES.get(rule.kinds[0], rule.kinds[0].value)
    return f"```{language}\n{text.strip(chr(10))}\n```"


def title(rule: Rule) -> str:
    """What the rule finds, in one sentence without its full stop."""
    first = rule.doc.strip().partition("\n\n")[0]
    return " ".join(first.split()).rstrip(".")


def missing_parts(rule: Rule) -> tuple[str, ...]:
    """Which of the parts that every docstring has are not there."""
    found = _PARTS.findall(rule.doc)
    return tuple(part for part in PARTS if part not in found)


def index(rules: Iterable[Rule]) -> str:
    """The table of all rules."""
    rows = [
        f"| [{rule.code}]({rule.code}.md) | {rule.name} | {title(rule).replace('|', '&#124;')} | {_fix(rule)} |"
        for rule in rules
    ]
    head = "| Code | Rule | What it finds | Fix |\n| --- | --- | --- | --- |"
    return "# Rules\n\n" + "\n".join([head, *rows]) + "\n"


def _fix(rule: Rule) -> str:
    fixed = sum(example.after is not None for example in rule.invalid)
    if not fixed:
        return ""
    return "yes" if fixed == len(rule.invalid) else "some"


def pages(rules: Sequence[Rule]) -> dict[str, str]:
    """All files of `docs/rules` by name."""
    return {INDEX: index(rules)} | {f"{rule.code}.md": page(rule) for rule in rules}


def stale(folder: Path, wanted: dict[str, str]) -> list[str]:
    """Names of files in `folder` that are missing, differ from `wanted`, or belong to no rule."""
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    return sorted(name for name in there.keys() | wanted.keys() if there.get(name) != wanted.get(name))


def write(folder: Path, wanted: dict[str, str]) -> None:
    """Make `folder` hold exactly `wanted`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in stale(folder, wanted):
        path = folder / name
        if name in wanted:
            path.write_text(wanted[name], encoding="utf-8")
        else:
            path.unlink()


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all pages are as they should be, 1 when `--check` found some that are not."""
    parser = argparse.ArgumentParser(prog="python -m cass_tools.docs_pages", description="Pages about the rules.")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="FOLDER", help="write the pages there")
    action.add_argument(
        "--check",
        type=Path,
        metavar="FOLDER",
        nargs="?",
        const=Path("docs/rules"),
        help="compare them with what is there",
    )
    options = parser.parse_args(arguments)
    wanted = pages(all_rules())
    if options.write is not None:
        write(options.write, wanted)
        return 0
    old = stale(options.check, wanted)
    for name in old:
        print(f"{options.check / name} is out of date; run: python -m cass_tools.docs_pages --write {options.check}")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
