"""Full optimisation in a process of its own: what LLVM does not survive there costs speed, not the helper."""

import os
import signal
from typing import NoReturn

from cass_tools.executor.ir.backend import compile_object
from cass_tools.sandbox.kernel import PR_SET_PDEATHSIG, prctl

FULL = 2  # the level whose passes LLVM's own assertions have ended (NewGVN on long kernels)


def compile_apart(ir: str, *, level: int) -> bytes:
    """As backend.compile_object; where LLVM ends the process at the full level, code of the level below.

    Where no process can be had, in this one.
    """
    if level < FULL:
        return compile_object(ir, level=level)
    reading, writing = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return compile_object(ir, level=level)
    if child == 0:
        os.close(reading)
        _deliver(ir, level, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        made = answer.read()
    _, status = os.waitpid(child, 0)
    return made if status == 0 else compile_object(ir, level=FULL - 1)


def _deliver(ir: str, level: int, writing: int) -> NoReturn:
    """Compile, write the object and end; silently, as nobody is to read LLVM's last words."""
    try:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 2)
        made = compile_object(ir, level=level)
        with os.fdopen(writing, "wb") as answer:
            answer.write(made)
        os._exit(0)
    finally:
        os._exit(1)
