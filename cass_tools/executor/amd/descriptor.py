"""The 64-byte kernel descriptor: what the hardware is told before the first instruction of a kernel.

Layout and field names follow LLVM's "User Guide for AMDGPU Backend", kernel descriptor.
"""

import struct
from dataclasses import dataclass

SIZE = 64  # bytes
USER_SGPRS = (
    ("private_segment_buffer", 4),
    ("dispatch_ptr", 2),
    ("queue_ptr", 2),
    ("kernarg_segment_ptr", 2),
    ("dispatch_id", 2),
    ("flat_scratch_init", 2),
    ("private_segment_size", 1),
)
"""Values a kernel asks for in its first scalar registers, with dwords; bit n of the properties asks for entry n."""


@dataclass(frozen=True, slots=True)
class KernelDescriptor:
    """Sizes in bytes; ``entry`` is the address of the first instruction relative to the descriptor."""

    group_size: int
    private_size: int
    kernarg_size: int
    entry: int
    rsrc1: int
    rsrc2: int
    rsrc3: int
    properties: int
    preload: int

    @classmethod
    def parse(cls, data: bytes) -> "KernelDescriptor":
        """From the 64 bytes in the code object."""
        group, private, kernarg = struct.unpack_from("<III", data, 0)
        (entry,) = struct.unpack_from("<q", data, 16)
        rsrc3, rsrc1, rsrc2, properties, preload = struct.unpack_from("<IIIHH", data, 44)
        return cls(group, private, kernarg, entry, rsrc1, rsrc2, rsrc3, properties, preload)

    @property
    def user_sgprs(self) -> tuple[tuple[str, int, int], ...]:
        """(name, first register, dwords) of the values in the first scalar registers, preloaded arguments last."""
        found = []
        register = 0
        for bit, (name, dwords) in enumerate(USER_SGPRS):
            if self.properties >> bit & 1:
                found.append((name, register, dwords))
                register += dwords
        if self.preload_length:
            found.append(("kernarg_preload", register, self.preload_length))
        return tuple(found)

    @property
    def user_sgpr_count(self) -> int:
        """Scalar registers set before those with workgroup numbers."""
        return self.rsrc2 >> 1 & 31

    @property
    def preload_length(self) -> int:
        """Dwords of kernel arguments that are put into scalar registers (gfx940)."""
        return self.preload & 127

    @property
    def preload_offset(self) -> int:
        """Dword of the kernel arguments that preloading starts at."""
        return self.preload >> 7

    @property
    def wave_size(self) -> int:
        """Lanes of a wave."""
        return 32 if self.properties >> 10 & 1 else 64

    @property
    def uses_dynamic_stack(self) -> bool:
        """Whether private memory may be needed beyond ``private_size``."""
        return bool(self.properties >> 11 & 1)

    @property
    def private_segment(self) -> bool:
        """Whether private memory is used (a wave offset in scalar registers, or architected flat scratch)."""
        return bool(self.rsrc2 & 1)

    @property
    def workgroup_id(self) -> tuple[bool, bool, bool]:
        """Which workgroup numbers follow the user registers: x, y, z."""
        return bool(self.rsrc2 >> 7 & 1), bool(self.rsrc2 >> 8 & 1), bool(self.rsrc2 >> 9 & 1)

    @property
    def workgroup_info(self) -> bool:
        """Whether a register with information about the workgroup follows its numbers."""
        return bool(self.rsrc2 >> 10 & 1)

    @property
    def workitem_id(self) -> int:
        """Work-item numbers in vector registers: 0 x, 1 x and y, 2 all three."""
        return self.rsrc2 >> 11 & 3

    @property
    def float_mode(self) -> int:
        """FLOAT_MODE: rounding of f32 (bits 0-1) and f16/f64 (2-3), denormals of f32 (4-5) and f16/f64 (6-7)."""
        return self.rsrc1 >> 12 & 255

    @property
    def dx10_clamp(self) -> bool:
        """Whether clamp turns NaN into 0."""
        return bool(self.rsrc1 >> 21 & 1)

    @property
    def ieee_mode(self) -> bool:
        """Whether signalling NaN are quieted."""
        return bool(self.rsrc1 >> 23 & 1)

    @property
    def accum_offset(self) -> int:
        """Vector registers before the accumulation registers (gfx90a, gfx940)."""
        return ((self.rsrc3 & 63) + 1) * 4
