"""Trees that nobody should have: loops, pipes, links out of the tree, names, 10,000 files, several commands at once."""

import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.hardening.tree import CASS, PLAIN, Said, cass, content, environment, sources

TRANSLATE = ("translate", "--no-verify", "src", "-o", "out")
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
MANY = 10_000


def loops(folder: Path) -> str:
    """links that lead to a folder above, to each other, to nothing and to themselves"""
    src = folder / "src"
    for link, to in {"up": "..", "a.cu": "b.cu", "b.cu": "a.cu", "gone.cu": "nothing", "own": "own"}.items():
        (src / link).symlink_to(to)
    return _both(folder, (1, 2))


def pipes(folder: Path) -> str:
    """a pipe, a socket, a folder and links to devices that have the names of sources"""
    src = folder / "src"
    os.mkfifo(src / "pipe.cu")
    (src / "folder.cu").mkdir()
    (src / "zero.cu").symlink_to("/dev/zero")
    (src / "tty.h").symlink_to("/dev/tty")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(src)
        server.bind("socket.cu")
        os.chdir(here)
    named = cass("check", "src/pipe.cu", cwd=folder, env=environment(folder)).unlike(2)
    return _both(folder, (1, 2)) or named


def unreadable(folder: Path) -> str:
    """a file and a folder without rights, for a user who is not root"""
    src = folder / "src"
    (src / "d0").chmod(0)
    (src / "shut.cu").write_text(PLAIN.format(n=1))
    (src / "shut.cu").chmod(0)
    before: tuple[str, ...] = ()
    if os.geteuid() == 0:
        shutil.chown(folder, 65534, 65534)
        for path in folder.rglob("*"):
            shutil.chown(path, 65534, 65534)
        before = NOBODY
        if cass("--version", cwd=folder, before=before).status != 0:
            return "not tried: this Python is readable by root only"
    said = cass("check", "src", cwd=folder, env=environment(folder), before=before)
    told = "" if "shut.cu" in said.err and "d0" in said.err else f"not named: {said.err}"
    wrong = cass(*TRANSLATE, cwd=folder, env=environment(folder), before=before).unlike(0, 1, 2)
    (src / "d0").chmod(0o755)
    return said.unlike(2) or told or wrong


def leads_out(folder: Path) -> str:
    """links in the output that lead out of it, includes of `../../../../etc/passwd`"""
    kept = folder / "kept.txt"
    kept.write_text("mine\n")
    (folder / "out" / "d0").mkdir(parents=True)
    (folder / "out" / "d0" / "f0.hip").symlink_to(kept)
    (folder / "out" / "d1").symlink_to(folder / "elsewhere")
    (folder / "elsewhere").mkdir()
    (folder / "src" / "x.cu").write_text('#include "../../../../../../../../etc/passwd"\n' + PLAIN.format(n=1))
    before = Path("/etc/passwd").read_bytes()
    wrong = cass(*TRANSLATE, cwd=folder, env=environment(folder)).unlike(1, 2)
    if (
        kept.read_text() != "mine\n"
        or any((folder / "elsewhere").iterdir())
        or Path("/etc/passwd").read_bytes() != before
    ):
        return "written through a link"
    return wrong


def names(folder: Path) -> str:
    """names with line ends, quotes, a leading hyphen, bytes that are not UTF-8, 255 bytes, and 60 folders deep"""
    src = folder / "src"
    for name in (
        b"new\nline.cu",
        b"\xff\xfe.cu",
        b"-rf.cu",
        b"'\"$(x).cu",
        b"a" * 252 + b".cu",
        b"..cu",
        b"\x1b[31m.cu",
    ):
        Path(os.fsdecode(bytes(src) + b"/" + name)).write_text(PLAIN.format(n=1))
    deep = src.joinpath(*["d" * 50] * 60)
    deep.mkdir(parents=True)
    (deep / "deep.cu").write_text(PLAIN.format(n=2))
    wrong = _both(folder, (0, 1))
    missing = {name for name in content(src) if name.endswith(".cu")} and not (folder / "out").exists()
    return wrong or ("nothing was written" if missing else "")


def many(folder: Path) -> str:
    """10,000 files in 1,000 folders"""
    shutil.rmtree(folder / "src")
    sources(folder / "src", MANY)
    began = time.monotonic()
    said = cass("check", "src", "--statistics", cwd=folder, env=environment(folder))
    wrong = cass(*TRANSLATE, cwd=folder, env=environment(folder)).unlike(0, 1)
    made = len(content(folder / "out"))
    print(f"  {MANY} files checked and translated in {time.monotonic() - began:.0f} s, {made} written")
    return said.unlike(1) or wrong or ("" if made >= MANY else f"{made} files written")


def at_once(folder: Path) -> str:
    """six commands on one tree: translations to one folder, in place, a baseline"""
    env = environment(folder)
    alone = folder / "alone"
    shutil.copytree(folder / "src", alone / "src")
    cass(*TRANSLATE, cwd=alone, env=env)
    baseline = ("baseline", "src", "-o", "known.json")
    cass(*baseline, cwd=alone, env=env)
    wanted, known = content(alone / "out"), (alone / "known.json").read_bytes()
    commands = [TRANSLATE, TRANSLATE, TRANSLATE, baseline, baseline, ("check", "src")]
    with ThreadPoolExecutor(len(commands)) as pool:
        ends = list(pool.map(lambda words: cass(*words, cwd=folder, env=env), commands))
    in_place = ("translate", "--no-verify", "--in-place", "src")
    if content(folder / "out") != wanted or (folder / "known.json").read_bytes() != known:
        return "another result than of one command alone"
    cass(*in_place, cwd=alone, env=env)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda words: cass(*words, cwd=folder, env=env), [in_place] * 3))
    last = cass(*in_place, cwd=folder, env=env)
    if content(folder / "src") != content(alone / "src"):
        return "sources are not what one command alone makes of them"
    return next((wrong for end in (*ends, last) if (wrong := end.unlike(0, 1, 2))), "")


def _both(folder: Path, wanted: tuple[int, ...]) -> str:
    """What is wrong with a check and a translation of `src`."""
    env = environment(folder)
    ends: list[Said] = [cass("check", "src", cwd=folder, env=env), cass(*TRANSLATE, cwd=folder, env=env)]
    return next((wrong for end in ends if (wrong := end.unlike(*wanted))), "")


CASES: tuple[Callable[[Path], str], ...] = (loops, pipes, unreadable, leads_out, names, at_once, many)


def tried(case: Callable[[Path], str], place: str | None = None) -> str:
    """What went wrong with one of them; empty if nothing."""
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)
        folder.chmod(0o755)
        sources(folder / "src", 20)
        return case(folder)


def report() -> int:
    """Print a line for each; how many went wrong."""
    print(f"{CASS.name} with {sys.version.split()[0]}")
    wrong = 0
    for case in CASES:
        problem = tried(case)
        wrong += bool(problem) and not problem.startswith("not tried")
        print(f"{case.__doc__} | {problem or 'as it should be'}", flush=True)
    return wrong
