"""Landlock (Linux 5.13): which files this process and its children may read and change, from here on for good."""

import ctypes
import os
import struct

from cass_tools.sandbox.kernel import checked, libc, syscall
from cass_tools.sandbox.options import Options

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
CHANGE_FOLDER = 0b1_1111_1111_0000  # remove files and folders, make files of any kind
REFER, TRUNCATE = 1 << 13, 1 << 14
NETWORK = 3  # bind and connect TCP
PROCESSES = "/proc"  # of what is in it, the kernel itself keeps what is nobody else's business
SCOPES = 3  # abstract sockets of others, signals to others


def restrict(options: Options, writable: tuple[str, ...] = ()) -> None:
    """Keep this process within what `options` name, and `writable`; OSError where the kernel cannot."""
    version = checked(libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1))
    change = WRITE_FILE | (TRUNCATE if version >= 3 else 0)
    folders = CHANGE_FOLDER | (REFER if version >= 2 else 0)
    read = EXECUTE | READ_FILE
    fields = struct.pack(
        "QQQ", read | READ_DIR | change | folders, NETWORK if version >= 4 else 0, SCOPES if version >= 6 else 0
    )[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = syscall(CREATE_RULESET, fields, len(fields), 0)
    try:
        for path in options.listable:
            _allow(rules, path, READ_DIR, 0)
        for path in (PROCESSES, *options.readable):
            _allow(rules, path, read, READ_DIR)
        _allow(rules, f"{PROCESSES}/self", change, 0)  # CUDA's driver names its threads there, and must
        for path in options.devices:
            _allow(rules, path, READ_FILE | change, READ_DIR)
        for path in (*options.writable, *writable):
            _allow(rules, path, read | change, READ_DIR | folders)
        syscall(RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, access: int, in_folders: int) -> None:
    """Add a rule for what is at and below `path`; a path that leads nowhere needs none."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    folder = os.fstat(place).st_mode & 0o170000 == 0o040000
    syscall(ADD_RULE, rules, 1, struct.pack("=Qi", access | (in_folders if folder else 0), place), 0)
    os.close(place)
