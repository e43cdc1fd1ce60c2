"""The page that lists CUDA's host functions: which are HIP's under another name, which are our own, which are refused.

`python -m cass_tools.executor.cuda_api_page --write docs/cuda-api.md` writes it, `--check` says whether it is out of
date. The lists come from what the host runtime is built from; bench/cuda_api.py makes those by comparing CUDA's headers
with the runtime's definitions.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from cass_tools.executor import api_page
from cass_tools.executor.stand_in import SOURCES

PAGE = Path("docs/cuda-api.md")
OWN = re.compile(r"^CUDA_API [\w :*]*?\b(\w+)\(", re.MULTILINE)
REFUSED = re.compile(r"^REFUSED\((\w+)\)", re.MULTILINE)
HEAD = """# CUDA functions of the host runtime

CUDA programs that run without a GPU (`cass run prog.cu --as cuda`) find a library that stands in for `libcudart` and
`libcuda`. It has the functions below.

- **as `hip...`**: the same function under two names. A script has compared it with CUDA 13's headers: the parameters
  and how they are passed, the layout of structures, the numbers of enumerators. What HIP's function does is in
  [hip-api.md](hip-api.md).
- **implemented**: written for CUDA, because one of these differs, or because HIP has no such function.
- **refused**: the program ends with a sentence that names the function, and the run counts as not tried.

Names that end in `_ptsz` or `_ptds` are what `--default-stream per-thread` makes programs call.

| function | state |
|---|---|
"""


def states(sources: Path = SOURCES) -> dict[str, str]:
    """The state of every function, by name."""
    found = dict.fromkeys(REFUSED.findall((sources / "cuda_refused.inc").read_text(encoding="utf-8")), "refused")
    hip = api_page.states(sources)
    for line in (sources / "cuda_aliases.tsv").read_text(encoding="utf-8").splitlines():
        cuda, name = line.split("\t")
        found[cuda] = "refused" if hip.get(name) == api_page.REFUSED else f"as `{name}`"
    for source in sorted(sources.glob("cuda_*.cpp")):
        found |= dict.fromkeys(OWN.findall(source.read_text(encoding="utf-8")), "implemented")
    found.pop("name", None)  # the parameter of the macro that makes refusals
    return dict(sorted(found.items()))


def page() -> str:
    """The page's text."""
    return HEAD + "".join(f"| `{name}` | {state} |\n" for name, state in states().items())


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the page is as it should be, 1 when `--check` found it out of date."""
    parser = argparse.ArgumentParser(
        prog="python -m cass_tools.executor.cuda_api_page", description="CUDA's functions."
    )
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="FILE", help="write the page there")
    action.add_argument("--check", type=Path, metavar="FILE", nargs="?", const=PAGE, help="compare it with the file")
    options = parser.parse_args(arguments)
    if options.write is not None:
        options.write.write_text(page(), encoding="utf-8")
        return 0
    file: Path = options.check
    if file.exists() and file.read_text(encoding="utf-8") == page():
        return 0
    print(f"{file} is out of date; run: python -m cass_tools.executor.cuda_api_page --write {file}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
