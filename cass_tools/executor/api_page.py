"""The page that lists HIP's functions: what the host runtime does with each, and which test calls it.

`python -m cass_tools.executor.api_page --write docs/hip-api.md` writes it, `--check` says whether it is out of date.
States are read from the runtime's own sources: a definition says itself whether it has an effect, and the list of
refused functions is what the library is built from.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cass_tools.executor.stand_in import SOURCES

PAGE = Path("docs/hip-api.md")
TESTS = Path(__file__).parent.parent.parent / "tests" / "executor" / "host" / "data"
IMPLEMENTED, NO_EFFECT, REFUSED, UNSUPPORTED = "implemented", "no effect", "refused", "hipErrorNotSupported"
DEFINITION = re.compile(r"^(HIP_API|HIP_NO_EFFECT) [\w :*]*?\b(hip\w+)\([^{;]*\{(.*?)\}$", re.MULTILINE | re.DOTALL)
ALWAYS_FAILS = re.compile(r"\s*return done\(hipErrorNotSupported\);\s*")
HEAD = """# HIP functions of the host runtime

Programs that run without a GPU are linked with a library that stands in for `libamdhip64` and `libhiprtc`. It has the
functions below.

- **implemented**: does what HIP defines.
- **no effect**: checks its arguments and succeeds: a hint, or a setting of what only hardware has.
- **hipErrorNotSupported**: always fails with that error.
- **refused**: the program ends with a sentence that names the function, and the run counts as not tried.

The last column names the programs in `tests/executor/host/data` that call the function.

| function | state | tested by |
|---|---|---|
"""


def states(sources: Path = SOURCES) -> dict[str, str]:
    """The state of every function, by name."""
    listed = (sources / "refused.inc").read_text(encoding="utf-8")
    found = dict.fromkeys(re.findall(r"^REFUSED\((\w+)\)", listed, re.MULTILINE), REFUSED)
    for source in sorted(sources.glob("api_*.cpp")):
        for macro, name, body in DEFINITION.findall(source.read_text(encoding="utf-8")):
            plain = NO_EFFECT if macro == "HIP_NO_EFFECT" else IMPLEMENTED
            found[name] = UNSUPPORTED if ALWAYS_FAILS.fullmatch(body) else plain
    return dict(sorted(found.items()))


def callers_in(folder: Path = TESTS) -> dict[str, list[str]]:
    """The test programs that call each function."""
    callers: dict[str, list[str]] = {}
    for program in sorted(folder.glob("*.cpp")):
        for name in sorted(set(re.findall(r"\b(hip\w+)\(", program.read_text(encoding="utf-8")))):
            callers.setdefault(name, []).append(program.stem)
    return callers


def page(known: Mapping[str, str], callers: Mapping[str, Sequence[str]]) -> str:
    """The page's text."""
    rows = (f"| `{name}` | {state} | {', '.join(callers.get(name, ()))} |\n" for name, state in known.items())
    return HEAD + "".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the page is as it should be, 1 when `--check` found it out of date."""
    parser = argparse.ArgumentParser(prog="python -m cass_tools.executor.api_page", description="HIP's functions.")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="FILE", help="write the page there")
    action.add_argument("--check", type=Path, metavar="FILE", nargs="?", const=PAGE, help="compare it with the file")
    options = parser.parse_args(arguments)
    text = page(states(), callers_in())
    if options.write is not None:
        options.write.write_text(text, encoding="utf-8")
        return 0
    file: Path = options.check
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return 0
    print(f"{file} is out of date; run: python -m cass_tools.executor.api_page --write {file}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
