"""Limit this process, then become another program: `python -I -S confine.py NOTES MEMORY CPU DIR... -- ARGV...`.

Run as a script by `proc.run`, never imported: it sees the standard library only and must start quickly. NOTES is an
open descriptor for one line about each thing that this machine forbids; a last line that starts with `!` says why the
program could not be started. MEMORY is a limit in bytes (0: none). Directories mean a sandbox that may write only
below them; CPU is then its limit in seconds of processor time (0: none).

Everything here is what an ordinary user may do: resource limits, no_new_privs, Landlock for files (Linux 5.13), and a
user namespace with an empty network. A container or distribution may forbid the last two; then the program runs with
the rest.
"""

import ctypes
import os
import resource
import signal
import struct
import sys

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWIPC = 0x10000000, 0x40000000, 0x08000000
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
WRITING = 0b1_1111_1111_0010  # write, remove and make files of any kind: bits 1 and 4..12 of LANDLOCK_ACCESS_FS
WRITE_FILE, REFER, TRUNCATE = 1 << 1, 1 << 13, 1 << 14
FILE_SIZE = 4 << 30  # bytes of one written file
PROCESSES = 1024  # processes and threads; counted per user, so only where a user namespace starts a new count

libc = ctypes.CDLL(None, use_errno=True)


def checked(result: int) -> int:
    """The result of a C function, or its error as an OSError."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def limit(what: int, value: int) -> None:
    """Lower a resource limit to `value`; one that is lower already stays."""
    _, hard = resource.getrlimit(what)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))


def separate_network() -> None:
    """Enter a user namespace (as the same user) with no network but a dead loopback."""
    user, group = os.getuid(), os.getgid()
    checked(libc.unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC))
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w") as control:  # noqa: PTH123  pathlib would double the start-up time
            control.write(text)
    limit(resource.RLIMIT_NPROC, PROCESSES)


def write_only_below(directories: list[str]) -> None:
    """Let this process and its children change files only below `directories` (and use devices)."""
    version = checked(libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1))
    files = WRITING | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    network = 3 if version >= 4 else 0  # no TCP bind, no connect
    scope = 3 if version >= 6 else 0  # no abstract sockets of others, no signals to others
    fields = struct.pack("QQQ", files, network, scope)[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = checked(libc.syscall(LANDLOCK_CREATE_RULESET, fields, ctypes.c_size_t(len(fields)), 0))
    devices = files & (WRITE_FILE | TRUNCATE)
    for path, access in [("/dev", devices), ("/dev/shm", files), *((d, files) for d in directories)]:  # noqa: S108
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        rule = struct.pack("=Qi", access, place)
        checked(libc.syscall(LANDLOCK_ADD_RULE, rules, 1, rule, 0))
        os.close(place)
    checked(libc.syscall(LANDLOCK_RESTRICT_SELF, rules, 0))


def confine(memory: int, cpu: int, directories: list[str], note: int) -> None:
    """Apply every limit that this machine allows and note the others."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    limit(resource.RLIMIT_CORE, 0)
    if memory:
        limit(resource.RLIMIT_DATA, memory)
    if not directories:
        return
    limit(resource.RLIMIT_FSIZE, FILE_SIZE)
    if cpu:
        limit(resource.RLIMIT_CPU, cpu)
    try:
        separate_network()
    except OSError as error:
        os.write(
            note, f"the network was not cut off: user namespaces are not allowed here ({error.strerror})\n".encode()
        )
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    try:
        write_only_below(directories)
    except OSError as error:
        os.write(note, f"files were not protected: Landlock is not available here ({error.strerror})\n".encode())


def main(argv: list[str]) -> None:
    """Read the options, confine this process and become the program."""
    split = argv.index("--")
    note, memory, cpu = map(int, argv[:3])
    command = argv[split + 1 :]
    os.set_inheritable(note, False)
    try:
        confine(memory, cpu, argv[3:split], note)
        os.execvp(command[0], command)  # noqa: S606
    except OSError as error:
        os.write(note, f"!{command[0]} cannot be started: {error.strerror}\n".encode())
        sys.exit(127)


if __name__ == "__main__":
    main(sys.argv[1:])
