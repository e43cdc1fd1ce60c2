"""Odd command lines, given to nvcc and to cass-hipcc: `python -m bench.nvcc_lines [--nvcc NVCC] [--only TEXT]`.

Each line is done twice in a fresh folder with the same sources. Told are the lines for which the two do not agree on
whether the command ends well, on the names of the files that are there afterwards, or on what goes to standard output
(nothing, or something). Lines that only nvcc refuses are counted apart.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HIPCC = Path(sys.executable).with_name("cass-hipcc")
TIMEOUT = 600
LINES = Path(__file__).with_suffix(".txt")
KERNEL = "__global__ void k(int *x) { *x = VALUE; }\n"
SOURCES = {
    "main.cu": f"#ifndef VALUE\n#define VALUE 7\n#endif\n{KERNEL}int main() {{ return 0; }}\n",
    "a.cu": "__global__ void a(int *x) { *x = 1; }\nvoid a_host() { a<<<1, 1>>>(nullptr); }\n",
    "b.cu": "__device__ int bee() { return 2; }\n__global__ void b(int *x) { *x = bee(); }\n",
    "host.cpp": "int host() { return 3; }\n",
    "cuda.cpp": "#include <cuda_runtime.h>\n__global__ void c(int *x) { *x = 1; }\n",
    "plain.c": "int plain(void) { return 4; }\n",
    "noext": "int main() { return 0; }\n",
    "sub dir/ü $x.cu": "int main() { return 0; }\n",
    "inc/defs.h": "#pragma once\n#define DEFINED 1\n",
    "uses.cu": '#include "defs.h"\n#if !DEFINED\n#error not defined\n#endif\nint main() { return 0; }\n',
    "pre.cu": "#if !DEFINED\n#error not defined\n#endif\nint main() { return 0; }\n",
    "text.cu": "const char *text = X;\nint main() { return text[1] != ' '; }\n",
    "bad.cu": "int main() { return nothing; }\n",
    "args.rsp": "-O2 main.cu -o from_file\n",
    "flags.txt": "-O1\n-DVALUE=3\n",
}


class Result(NamedTuple):
    """How a command ended: well or not, which files there are that were not before, whether it printed something."""

    well: bool
    made: frozenset[str]
    printed: bool
    messages: str


def done(line: str, compiler: Path | str, env: dict[str, str]) -> Result:
    """The line, given to a shell in a new folder; `nvcc` in it is `compiler`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in SOURCES.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text)
        before = set(folder.rglob("*"))
        command = re.sub(r"\bnvcc\b(?!\.)", f"'{compiler}'", line)
        ended = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env={**os.environ, **env},
            capture_output=True,
            check=False,
            timeout=600,
        )
        made = frozenset(str(path.relative_to(folder)) for path in set(folder.rglob("*")) - before)
        messages = (ended.stderr or ended.stdout).decode(errors="replace")
        return Result(ended.returncode == 0, made, bool(ended.stdout.strip()), messages)


def differences(nvcc: Result, ours: Result) -> Iterator[str]:
    """What a build would notice."""
    if nvcc.well and not ours.well:
        last = ours.messages.strip().splitlines()[-1:] or [""]
        yield f"only cass-hipcc fails: {last[0]}"
    if nvcc.made - ours.made:
        yield f"only nvcc makes {', '.join(sorted(nvcc.made - ours.made))}"
    if ours.made - nvcc.made:
        yield f"only cass-hipcc makes {', '.join(sorted(ours.made - nvcc.made))}"
    if nvcc.printed != ours.printed:
        yield f"only {'nvcc' if nvcc.printed else 'cass-hipcc'} prints something"


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare, and tell how many lines agree."""
    options = argparse.ArgumentParser(prog="bench.nvcc_lines", description=(__doc__ or "").splitlines()[0])
    options.add_argument("--nvcc", default=shutil.which("nvcc") or "nvcc")
    options.add_argument("--only", default="", help="lines that hold this text")
    options.add_argument("--skip", type=int, default=0, help="how many of the first lines to leave out")
    chosen = options.parse_args(arguments)
    texts = LINES.read_text(encoding="utf-8").splitlines()
    lines = [line for line in texts if line.strip() and line[0] != "#" and chosen.only in line][chosen.skip :]
    agreed, refused = 0, list[str]()
    for line in lines:
        theirs = done(line, chosen.nvcc, {})
        ours = done(line, HIPCC, {"CASS_TARGET": "exec", "CASS_ARCH": "gfx1100"})
        if ours.well and not theirs.well:
            refused.append(line)
            continue
        found = list(differences(theirs, ours))
        agreed += not found
        for difference in found:
            print(f"{line}\n    {difference}", flush=True)
    print(f"{agreed} of {len(lines) - len(refused)} command lines: the same files, the same end")
    print(*(f"only nvcc refuses: {line}" for line in refused), sep="\n")


if __name__ == "__main__":
    main()
