"""What differs between the machines that lifted code is compiled for: pointers, attributes, the parameters' place."""

from dataclasses import dataclass
from typing import Literal

Space = Literal["generic", "global", "shared", "constant", "local"]
NUMBERS: dict[Space, int] = {"generic": 0, "global": 1, "shared": 3, "constant": 4, "local": 5}


@dataclass(frozen=True, slots=True)
class Platform:
    """`has_spaces`: memories are LLVM address spaces by AMD's numbers; without, all pointers are alike."""

    name: Literal["amd", "native"]
    triple: str
    has_spaces: bool

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
NATIVE = Platform("native", "", False)
