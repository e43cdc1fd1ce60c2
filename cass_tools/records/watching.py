"""The library that is put before the GPU's runtime to see what each kernel changes: compiled once, then kept."""

import tempfile
from pathlib import Path

from filelock import FileLock

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor import stand_in
from cass_tools.executor.cache import PACKAGE, key_of, root
from cass_tools.records import launches
from cass_tools.runners import Watching

SOURCES = Path(__file__).parent / "watch"
SHARED = tuple(PACKAGE / "host" / name for name in ("sha256.cpp", "sha256.hpp"))
FLAGS = ("-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-pthread")
NAME = "libcass_watch.so"


def library() -> Path:
    """The compiled library; CassError where it cannot be made."""
    program = stand_in.compiler()
    if program is None:
        raise CassError(f"no C++ compiler is on PATH to watch kernels with; {stand_in.GET_COMPILER}")
    place = root() / "watch" / key_of([*SOURCES.iterdir(), *SHARED], program, *FLAGS) / NAME
    if place.exists():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(place.with_suffix(".lock")), tempfile.TemporaryDirectory(dir=place.parent) as draft:
        made = Path(draft) / NAME
        sources = [*sorted(SOURCES.glob("*.cpp")), SHARED[0]]
        done = proc.run([program, *FLAGS, *sources, "-o", made, "-ldl"], timeout=stand_in.TIMEOUT)
        if done.status != 0:
            words = done.stderr.decode(errors="replace").strip() or f"it ended with status {done.status}"
            raise CassError(f"the library that watches kernels cannot be compiled with {program}: {words[:1000]}")
        made.replace(place)
    return place


def watching(folder: Path) -> Watching:
    """What a runner needs so that the launches of a program are written into `folder`, which must be empty."""
    return Watching(library(), folder)


def seen(watched: Watching) -> tuple[launches.Launch, ...]:
    """The launches that were written."""
    try:
        text = watched.output.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ()
    return launches.read(text.splitlines())
