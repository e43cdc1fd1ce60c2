"""What differs between the machines that lifted code is compiled for: pointers, attributes, the parameters' place."""

from dataclasses import dataclass
from typing import Literal

Space = Literal["generic", "global", "shared", "constant", "local"]
NUMBERS: dict[Space, int] = {"generic": 0, "global": 1, "shared": 3, "constant": 4, "local": 5}


@dataclass(frozen=True, slots=True)
class Platform:
    """`has_spaces`: memories are LLVM address spaces by AMD's numbers; without, all pointers are alike.

    `lanes` of the machine's wavefront: in one of 64 there are two warps, which cannot wait for each other.
    `is_shipped`: the code is for programs of HIP. A `__managed__` variable is a word with the address of memory that
    the host knows too, and addresses in shared memory stay where they are used.
    `steps`: threads that run by themselves go through a warp's accesses of memory in step, as a GPU's mostly do.
    """

    name: Literal["amd", "native"]
    triple: str
    has_spaces: bool
    lanes: int = 32
    is_shipped: bool = False
    steps: bool = False

    def pointer(self, space: Space) -> str:
        """LLVM's type of a pointer to this memory."""
        return f"ptr{self.space(space)}"

    def space(self, space: Space) -> str:
        """` addrspace(n)`, or nothing."""
        return f" addrspace({NUMBERS[space]})" if self.has_spaces and NUMBERS[space] else ""

    def scope(self, scope: str) -> str:
        """`syncscope("...") ` of an atomic access, by AMD's names; the whole system on a CPU."""
        return f'syncscope("{scope}") ' if self.name == "amd" and scope else ""


AMD = Platform("amd", "amdgcn-amd-amdhsa", True)
AMD_WIDE = Platform("amd", "amdgcn-amd-amdhsa", True, 64)
NATIVE = Platform("native", "", False)
NATIVE_STEPS = Platform("native", "", False, steps=True)


def amd(arch: str) -> Platform:
    """What an AMD GPU is to lifted code: gfx9 has wavefronts of 64 lanes, all others are used with 32."""
    return AMD_WIDE if arch.startswith("gfx9") else AMD
