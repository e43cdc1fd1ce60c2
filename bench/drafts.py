"""Files that are being edited: is what is found from the version before what a reading from the beginning finds?

`python -m bench.drafts [FILE ...] [--edits N] [--seed N]`: random edits of the files (default: examples/ and the
programs of the tests), each checked both ways. Lines are typed key by key and taken back, pieces cut, pasted and moved,
single characters put in and out. Of code that the grammar cannot read the parser may mend another place; the server
reads such a file from the beginning once typing pauses, and such versions are counted by themselves.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cass_tools.config import Config
from cass_tools.cuda.context import Context
from cass_tools.cuda.draft import Draft
from cass_tools.engine import check_context
from cass_tools.model import Source

ROOT = Path(__file__).parent.parent
DEFAULT = (*(ROOT / "examples").glob("*.cu"), *(ROOT / "tests" / "data").rglob("*.cu"))
TYPED = (
    "int q = a[i] + foo(b, 3);\n",
    "cudaMemcpy(p, q, n * sizeof(float), cudaMemcpyHostToDevice);\n",
    "if (i < n) { p[i] = warpSize; }\n",
    "k<<<g, 256>>>(p, n);\n",
    "for (int o = 16; o > 0; o /= 2) x += __shfl_down_sync(0xffffffff, x, o);\n",
    "#define WARP 32\n",
    "#include <cublas_v2.h>\n",
    "__shared__ float tile[32];\n__syncthreads();\n",
    "// cass: ignore[CASS100]\n",
    "#ifndef __HIPCC__\nint cudaMalloc;\n#endif\n",
    "struct S { void cudaFree(int); };\n",
    'asm("mov.u32 %0, %laneid;" : "=r"(x));\n',
)
PIECES = (
    *"{}()<>;\"'#\\\n*/ ",
    "/*",
    "*/",
    "//",
    "<<<",
    ">>>",
    "\r\n",
    "\U0001f600",
    "cudaFree",
    "warpSize",
    "32",
    "x",
)


class Tally(Counter[str]):
    """How many versions there were, by what became of them."""

    def __str__(self) -> str:
        sure = self["versions"] - self["doubtful"]
        readable = f"{sure} that the grammar can read, of which {self['wrong']} had other findings"
        broken = f"{self['doubtful']} that it cannot, of which {self['mended']} had others until read once more"
        return f"{self['versions']} versions: {readable}; {broken}"


def edits(data: bytes, chance: random.Random) -> Iterator[bytes]:
    """The versions that an edit brings: of a line that is typed, one for each key."""
    at = chance.choice([0, *(i + 1 for i, byte in enumerate(data) if byte == 0x0A)])
    draw = chance.random()
    if draw < 0.4:
        line = chance.choice(TYPED).encode()
        yield from (data[:at] + line[:size] + data[at:] for size in range(1, len(line) + 1))
    elif draw < 0.7:
        end = min(len(data), at + chance.randint(0, 400))
        to = chance.randint(0, len(data) - (end - at))
        rest = data[:at] + data[end:]
        yield rest
        yield rest[:to] + data[at:end] + rest[to:]
    else:
        at = chance.randint(0, len(data))
        new = "".join(chance.choices(PIECES, k=chance.choice((0, 1, 1, 2)))).encode()
        yield data[:at] + new + data[at + chance.choice((0, 0, 1, 3)) :]
    if chance.random() < 0.8:
        yield data


def compare(path: Path, data: bytes, draft: Draft, tally: Tally) -> bool:
    """Check a version both ways; whether they agree."""
    config = Config()
    found = check_context(Context(Source(path, data), config, draft))
    fresh = check_context(Context(Source(path, data), config))
    tally["versions"] += 1
    tally["doubtful"] += draft.doubtful
    if found != fresh:
        tally["mended" if draft.doubtful else "wrong"] += 1
    return found == fresh


def session(path: Path, count: int, chance: random.Random, tally: Tally) -> Iterator[bytes]:
    """Edit a file `count` times; the versions on which the two ways do not agree though the grammar can read them."""
    data, draft = path.read_bytes(), Draft()
    compare(path, data, draft, tally)
    for _ in range(count):
        for version in edits(data, chance):
            wrong = tally["wrong"]
            if not compare(path, version, draft, tally):
                draft = Draft()
                compare(path, version, draft, Tally())
            if tally["wrong"] > wrong:
                yield version
            data = version


def run(files: Sequence[Path], count: int, seed: int, keep: Path | None = None) -> Tally:
    """`count` edits, spread over the files."""
    chance = random.Random(seed)  # noqa: S311  no secret
    tally = Tally()
    while count > 0:
        some = min(count, 20)
        for number, version in enumerate(session(chance.choice(files), some, chance, tally)):
            if keep is not None:
                (keep / f"{seed}-{number}.cu").write_bytes(version)
        count -= some
    return tally


def main() -> int:
    """Compare; 0 where nothing was wrong."""
    options = argparse.ArgumentParser(prog="python -m bench.drafts", description=(__doc__ or "").splitlines()[0])
    options.add_argument("files", type=Path, nargs="*", default=DEFAULT)
    options.add_argument("--edits", type=int, default=200)
    options.add_argument("--seed", type=int, default=1, help="another number is another session")
    options.add_argument("--keep", type=Path, metavar="FOLDER", help="where versions that are wrong are written to")
    chosen = options.parse_args()
    tally = run(list(chosen.files), chosen.edits, chosen.seed, chosen.keep)
    print(tally)
    return int(tally["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
