"""One kernel of an AMD code object as an LLVM IR module with the function `int32_t kernel(Wave *)` of `abi.py`.

The function contains all code that the kernel can reach. Registers live in the Wave and are forwarded only inside a
basic block, so the time to compile grows linearly with the code; long blocks are split for the same reason.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KernelIR:
    """A translated kernel: LLVM IR, the name of its function, rows of `Wave.vgpr` used, instructions reached."""

    text: str
    symbol: str
    vgprs: int
    instructions: int
