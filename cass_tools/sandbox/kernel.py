"""Calls of the Linux kernel that Python has no functions for, with their errors as OSError."""

import ctypes
import os

SIGCHLD = 17
ARM = os.uname().machine == "aarch64"
CLONE, CAPSET, PIVOT_ROOT = (220, 91, 41) if ARM else (56, 126, 155)
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 28, 36, 38
NO_ROOT = 0b11  # SECBIT_NOROOT and its lock: a program of user 0 gains nothing when it is started
CAPABILITY_VERSION = 0x20080522

libc = ctypes.CDLL(None, use_errno=True)


def checked(result: int) -> int:
    """The result of a C function, or its error as an OSError."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: "int | bytes | ctypes.Array[ctypes.c_char] | None") -> int:
    """A system call by its number; integers are passed at full width."""
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return checked(libc.syscall(ctypes.c_long(number), *wide))


def prctl(option: int, value: int = 0) -> None:
    """Set a property of this process."""
    zero = ctypes.c_ulong(0)
    checked(libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero))


def fork_into(namespaces: int) -> int:
    """Fork into new namespaces: 0 in the child, which is process 1 where they have their own processes."""
    return syscall(CLONE, namespaces | SIGCHLD, 0, 0, 0, 0)


def drop_capabilities() -> None:
    """Give up for good what user 0 may do beyond its own files."""
    try:
        prctl(PR_SET_SECUREBITS, NO_ROOT)
    except PermissionError:
        pass  # an ordinary user, who has none
    header = ctypes.create_string_buffer(CAPABILITY_VERSION.to_bytes(4, "little") + bytes(4), 8)
    syscall(CAPSET, header, bytes(24))
