"""A baseline of a whole repository, then ten changed lines: `python -m bench.changed_lines FOLDER`.

The folder is copied. Ten of its CUDA files, by lot, each get a line with one construct that AMD GPUs lack, above all
else; the lines below move. `cass check` must then report exactly these ten.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LINES = 10
CASS = Path(sys.executable).with_name("cass")
ADDED = "__device__ int cass_added_{n}(int x) {{ return __shfl_down_sync(0x{n:08x}, x, {n}); }}\n"


def changed(folder: Path, seed: int) -> list[str]:
    """Write a line into ten files by lot; their names."""
    files = sorted(path for path in folder.rglob("*.cu") if ".git" not in path.parts and path.is_file())
    chosen = random.Random(seed).sample(files, LINES)  # noqa: S311 - no secret
    for number, path in enumerate(chosen, start=3):
        text = path.read_bytes()
        mark = b"\xef\xbb\xbf" if text.startswith(b"\xef\xbb\xbf") else b""
        path.write_bytes(mark + ADDED.format(n=number).encode() + text.removeprefix(mark))
    return sorted(str(path.relative_to(folder)) for path in chosen)


def _cass(folder: Path, *words: str) -> str:
    done = subprocess.run([CASS, *words], cwd=folder, capture_output=True, text=True)  # noqa: PLW1510
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return done.stdout


def main() -> int:
    """1 where something else is reported than the ten lines."""
    parser = argparse.ArgumentParser(prog="python -m bench.changed_lines", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / told.folder.name
        shutil.copytree(told.folder, folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        print(_cass(folder, "baseline", ".").strip())
        before = json.loads(_cass(folder, "check", ".", "--format", "json"))["findings"]
        files = changed(folder, told.seed)
        found = json.loads(_cass(folder, "check", ".", "--format", "json"))["findings"]
    places = sorted((each["path"].removeprefix("./"), each["start"]["line"]) for each in found)
    right = not before and sorted({path for path, _ in places}) == files and {line for _, line in places} == {1}
    print(f"unchanged: {len(before)} findings; changed: findings on {len(set(places))} lines in {len(files)} files")
    print("exactly these" if right else f"not these: {places} instead of {files}")
    return not right


if __name__ == "__main__":
    sys.exit(main())
