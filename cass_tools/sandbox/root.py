"""A file system of its own for the program: only what it may read or change is in it, at the places where it was.

What is not there cannot be opened, asked for or, if it is a socket, connected to, which Landlock would not keep.
"""

import os
import struct

from cass_tools.sandbox.kernel import PIVOT_ROOT, checked, libc, syscall
from cass_tools.sandbox.options import Options
from cass_tools.sandbox.processes import PROCESSES

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 4096, 16384, 1 << 18
MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE = 442, -100, 0x8000
MNT_DETACH = 2
MOST_LINKS = 40
OWN_PID_MAX = (6, 14)  # the Linux release
OWN = TEMPORARY, SHARED_MEMORY = "/tmp", "/dev/shm"  # noqa: S108  folders of everybody that become the program's own
OF_THE_MACHINE = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi")  # of /proc: not of a process
DEVICE_LINKS = {"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}

Step = tuple[str, str, str]  # ("link", target, place) | ("read" | "write" | "device", what is there, place)


def plan(options: Options, more: "list[str] | tuple[()]" = ()) -> list[Step]:
    """How to furnish an empty root, `more` to read included: places are absolute and without links, parents first."""
    binds: dict[str, Step] = {}
    paths = [("read", path) for path in (*options.readable, *more)]
    paths += [("device", path) for path in options.devices]
    paths += [("write", path) for path in options.writable]
    links: dict[str, str] = {}
    for kind, path in paths:
        links |= _links(path)
        real = os.path.realpath(path)
        if os.path.exists(real):
            binds[real] = (kind, real, real)
    covered = {place for place in binds if _covered(place, binds)}
    inner = {TEMPORARY: options.private + TEMPORARY, SHARED_MEMORY: f"{options.private}/shm"}
    steps = [("write", what, place) for place, what in inner.items()]
    steps += sorted((step for place, step in binds.items() if place not in covered), key=lambda step: step[2])
    return steps + [("link", target, place) for place, target in links.items() if not _inside(place, binds)]


def _inside(place: str, binds: dict[str, Step]) -> bool:
    """Whether `place` is below one that is bound, and so is there already."""
    return any(place.startswith(bound + "/") for bound in binds)


def _covered(place: str, binds: dict[str, Step]) -> bool:
    """Whether what is bound nearest above `place` is of the same kind."""
    above = os.path.dirname(place)
    while above != "/":
        if above in binds:
            return binds[above][0] == binds[place][0]
        above = os.path.dirname(above)
    return False


def _links(path: str, left: int = MOST_LINKS) -> dict[str, str]:
    """The symbolic links on the way to `path`: where each is, without links itself, and what it says."""
    found: dict[str, str] = {}
    parts = [part for part in path.split("/") if part]
    for count in range(1, len(parts) + 1):
        prefix = "/" + "/".join(parts[:count])
        if left and os.path.islink(prefix):
            folder, target = os.path.realpath(os.path.dirname(prefix)), os.readlink(prefix)
            found[os.path.join(folder, parts[count - 1])] = target
            found |= _links(os.path.normpath(os.path.join(folder, target)), left - 1)
    return found


def enter(options: Options) -> None:
    """Make the root in a new namespace of mounts and move there; OSError where the kernel or a container forbids it."""
    new = f"{options.private}/root"
    _mount(None, "/", None, MS_REC | MS_PRIVATE)
    _mount("tmpfs", new, "tmpfs", MS_NOSUID | MS_NODEV, b"size=16m,mode=755")
    for kind, what, place in plan(options):
        if kind == "link":
            _link(what, new + place)
        else:
            _bind(what, new + place, read_only=kind == "read")
    _processes(new + "/proc")
    for name, target in DEVICE_LINKS.items():
        _link(f"/proc/self/{target}", f"{new}/dev/{name}")
    os.chdir(new)
    syscall(PIVOT_ROOT, b".", b".")
    checked(libc.umount2(b".", MNT_DETACH))
    _read_only("/", 0)
    os.chdir(options.start)


def _processes(place: str) -> None:
    """The processes of this namespace; a container that hides parts of the outer /proc allows only that one."""
    os.mkdir(place)
    try:
        _mount("proc", place, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
        _limit_processes(place)
        for name in OF_THE_MACHINE:
            if os.path.exists(f"{place}/{name}"):
                _bind(f"{place}/{name}", f"{place}/{name}", read_only=True)
    except OSError:
        _mount("/proc", place, None, MS_BIND | MS_REC)
        _read_only(place, AT_RECURSIVE)


def own_process_limit() -> bool:
    """Whether each namespace of processes has a limit of its own (Linux 6.14)."""
    release = os.uname().release.split(".")
    return release[0].isdigit() and release[1].isdigit() and (int(release[0]), int(release[1])) >= OWN_PID_MAX


def _limit_processes(place: str) -> None:
    """Bound the processes of this namespace, which RLIMIT_NPROC does not for user 0. Before Linux 6.14 the number is
    that of the whole machine, and is not to be touched."""
    if not own_process_limit():
        return
    try:
        with open(f"{place}/sys/kernel/pid_max", "w") as control:
            control.write(str(PROCESSES))
    except OSError:
        pass  # the watch is left


def _bind(what: str, place: str, *, read_only: bool) -> None:
    if os.path.isdir(what):
        os.makedirs(place, exist_ok=True)
    elif not os.path.lexists(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.close(os.open(place, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    _mount(what, place, None, MS_BIND | MS_REC)
    if read_only:
        _read_only(place, AT_RECURSIVE)


def _link(target: str, place: str) -> None:
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if not os.path.lexists(place):
        os.symlink(target, place)


def _read_only(place: str, flags: int) -> None:
    attributes = struct.pack("QQQQ", MS_RDONLY, 0, 0, 0)
    syscall(MOUNT_SETATTR, AT_FDCWD, os.fsencode(place), flags, attributes, len(attributes))


def _mount(what: str | None, place: str, kind: str | None, flags: int, data: bytes | None = None) -> None:
    source, file_system = (None if text is None else os.fsencode(text) for text in (what, kind))
    checked(libc.mount(source, os.fsencode(place), file_system, flags, data))
