"""`python -m bench.manual --write docs` writes docs/commands.md and docs/man/*.1; `--check docs` says which are old."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.manual import markdown, roff
from bench.manual.commands import Command, commands


def files() -> dict[str, str]:
    """Every file by its path below docs/."""
    pages = commands()
    by_name: dict[str, Command] = {}
    for each in pages:  # `cass hook` and the program `cass-hook` have one page
        same = by_name.get(each.name)
        by_name[each.name] = replace(each, commands=(*each.commands, *same.commands)) if same else each
    made = {f"man/{name}.1": roff.page(each, by_name) for name, each in by_name.items()}
    return {"commands.md": markdown.page(pages), "man/cass-clang++.1": roff.alias("cass-hipcc")} | made


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when all is as it should be, 1 when `--check` found what is not."""
    parser = argparse.ArgumentParser(prog="python -m bench.manual", description="The manual of the commands.")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="DOCS", help="write it there")
    action.add_argument("--check", type=Path, metavar="DOCS", help="compare with what is there")
    options = parser.parse_args(arguments)
    folder: Path = options.write or options.check
    wanted = files()
    there = {f"man/{path.name}" for path in folder.glob("man/*")}
    old = sorted(name for name in there | wanted.keys() if _text(folder / name) != wanted.get(name))
    if options.check:
        for name in old:
            print(f"{folder / name} is out of date; run: python -m bench.manual --write {folder}")
        return 1 if old else 0
    for name in old:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name in wanted:
            path.write_text(wanted[name], encoding="utf-8")
        else:
            path.unlink()
    return 0


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
