"""A filter of system calls: keys of the kernel's key rings for nobody, sockets only where namespaces contain them.

Elsewhere a program may make sockets of this machine, without which CUDA does not start, but not connect them.
"""

import ctypes
import struct

from cass_tools.sandbox.kernel import ARM, checked, libc

PR_SET_SECCOMP, MODE_FILTER = 22, 2
AUDIT_ARCH = 0xC00000B7 if ARM else 0xC000003E
X32 = 0x40000000  # calls of x86's third interface have numbers of their own from here on
KEY_RINGS = (217, 218, 219) if ARM else (248, 249, 250)
SOCKET = 198 if ARM else 41
CONNECTING = (203, 425) if ARM else (42, 425)  # connect, and io_uring_setup, which does without these calls
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where a filter finds them
AF_UNIX = 1
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | 1  # EPERM


def install(*, sockets: bool) -> None:
    """Refuse calls with "Operation not permitted" from here on; a pair of connected sockets stays allowed."""
    refused = KEY_RINGS if sockets else (*KEY_RINGS, *CONNECTING)
    tests = [(AT_LEAST, X32), *((EQUAL, number) for number in refused)]
    # What follows the tests: of `socket` only AF_UNIX, then what is allowed, then what is refused.
    end = [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    if not sockets:
        end = [(EQUAL, 0, 2, SOCKET), (LOAD, 0, 0, FIRST_ARGUMENT), (EQUAL, 0, 1, AF_UNIX), *end]
    refusal = len(tests) + len(end) - 1
    program = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 0, refusal + 1, AUDIT_ARCH), (LOAD, 0, 0, NUMBER)]
    program += [(test, refusal - at - 1, 0, number) for at, (test, number) in enumerate(tests)]
    program += end
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *each) for each in program))
    header = struct.pack("H6xP", len(program), ctypes.addressof(code))
    checked(libc.prctl(PR_SET_SECCOMP, MODE_FILTER, header))
