"""A few NVIDIA instructions as a kernel for gfx1100, executed by our executor on rows of eight words.

R4 to R11 hold a row; what is in R0 to R3 afterwards is the result.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cass_tools.compilers import toolchain
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.nvidia.lift import build, module
from cass_tools.executor.nvidia.lift.flow import Flow
from cass_tools.executor.nvidia.lift.platform import AMD
from cass_tools.executor.nvidia.lift.thread import Thread
from tests.executor.amd.kernels import Loaded, launch, load
from tests.executor.nvidia.committed import cubin
from tests.executor.nvidia.lift.single import decoded

BLOCK = 128
SM = 90
LOADS = (
    "S2R R20,SR_CTAID.X; S2R R21,SR_TID.X; IMAD R20,R20,0x80,R21; IMAD.WIDE R22,R20,0x10,c[0x0][{0:#x}];"
    "LDG.E.128 R4,[R22.64]; IMAD.WIDE R22,R20,0x10,c[0x0][{1:#x}]; LDG.E.128 R8,[R22.64];"
)
STORE = ";IMAD.WIDE R22,R20,0x10,c[0x0][{2:#x}]; STG.E.128 [R22.64],R0"


def execute(texts: tuple[str, ...], rows: NDArray[np.uint32]) -> dict[str, NDArray[np.uint32]]:
    """R0 to R3 of every row after each text; the number of rows is a multiple of 128."""
    code = _compiled(texts)
    done = {}
    first, second = (np.ascontiguousarray(rows[:, part : part + 4]) for part in (0, 4))
    for number, text in enumerate(texts):
        result = np.zeros_like(first)
        launch(code, f"t{number}", (len(rows) // BLOCK,), (BLOCK,), first, second, result, len(rows))
        done[text] = result
    return done


@cache
def _compiled(texts: tuple[str, ...]) -> Loaded:
    clang = toolchain.find_clang()
    assert clang
    threads = [_thread(f"t{number}", text) for number, text in enumerate(texts)]
    text = "\n".join(module._module(cubin("kernels", SM), threads, AMD)) + "\n"
    return load(CodeObject(build.code_object(module.Lifted(text, (), {}), clang.path)))


def _thread(name: str, text: str) -> Thread:
    """A kernel with the parameters of a vector addition: two pointers that are read and one that is written."""
    code = cubin("kernels", SM)
    kernel = replace(code.kernels["k01_vadd"], name=name)
    thread = Thread(code, kernel, AMD)
    flow = Flow(thread, {})
    places: Sequence[int] = [kernel.parameter_base + 8 * n for n in range(3)]
    for part in (LOADS + text + STORE).format(*places).split(";"):
        flow._straight(decoded(part))
    thread.f.do("ret void")
    return thread
