"""How many waves a GPU can hold of a kernel, from the registers and the local memory that its descriptor asks for."""

from typing import NamedTuple

from cass_tools.asm.program import Descriptor


class Machine(NamedTuple):
    """`vectors`: VGPRs a lane of a SIMD unit in waves of 32 (gfx9: 64) lanes, given out `unit` at a time.

    `scalars` are the SGPRs of a SIMD unit, 0 where each wave has all of them. `waves` is the most that a SIMD unit
    holds, `simds` the units that share `shared` bytes of local memory, which is given out `block` bytes at a time.
    """

    vectors: int
    unit: int
    scalars: int
    waves: int
    simds: int
    shared: int
    block: int


CDNA = Machine(vectors=512, unit=8, scalars=800, waves=8, simds=4, shared=65536, block=512)
RDNA2 = Machine(vectors=1024, unit=8, scalars=0, waves=16, simds=4, shared=131072, block=512)
RDNA3 = RDNA2._replace(vectors=1536, unit=24)
RDNA3_SMALL = RDNA2._replace(unit=16)
MACHINES = {
    "gfx90a": CDNA,
    "gfx940": CDNA,
    "gfx941": CDNA,
    "gfx942": CDNA,
    **dict.fromkeys(("gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"), RDNA2),
    **dict.fromkeys(("gfx1100", "gfx1101", "gfx1200", "gfx1201"), RDNA3),
    **dict.fromkeys(("gfx1102", "gfx1103"), RDNA3_SMALL),
}
RESERVED = 6  # scalar registers of gfx9 for vcc, flat_scratch and xnack_mask


class Occupancy(NamedTuple):
    """Waves for each SIMD unit, what keeps them from being more ("" if nothing does), and what the kernel asks for."""

    waves: int
    most: int
    limit: str
    vectors: int
    scalars: int
    shared: int


def occupancy(found: Descriptor, gpu: str, wave: int, group: int = 1024) -> Occupancy | None:
    """The estimate for a kernel in groups of `group` threads; None where the GPU or a number is not known.

    Local memory counts for whole groups: those that fit are spread over the SIMD units that share it.
    """
    machine = MACHINES.get(gpu.partition(":")[0])
    vectors = found.number(".amdhsa_next_free_vgpr")
    if machine is None or vectors is None:
        return None
    scalars = found.number(".amdhsa_next_free_sgpr") or 0
    shared = found.number(".amdhsa_group_segment_fixed_size") or 0
    wide = 2 if wave == 64 and machine is not CDNA else 1
    unit = machine.unit // wide
    limits = {"vector registers": machine.vectors // wide // (-(-max(vectors, 1) // unit) * unit)}
    if machine.scalars:
        limits["scalar registers"] = machine.scalars // (-(-(scalars + RESERVED) // 16) * 16)
    if shared:
        size = -(-shared // machine.block) * machine.block
        waves_of_group = -(-group // wave)
        limits["local memory"] = max(1, machine.shared // size * waves_of_group // machine.simds)
    name = min(limits, key=lambda each: limits[each])
    waves = min(machine.waves, limits[name])
    return Occupancy(waves, machine.waves, name if limits[name] < machine.waves else "", vectors, scalars, shared)
