"""Clusters of blocks (sm_90 and later): which kernels know of them, and what code reads of its cluster.

The shared memories of a cluster's blocks lie in one window of 4 GiB, each 16 MiB behind the one before. Code puts the
block's number in its cluster into bits 24 to 31 of every address in shared memory; an access to the block's own leaves
them out here, one by a generic address finds any block's.
"""

from collections.abc import Callable, Iterable

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.bank0 import Bank0
from cass_tools.executor.nvidia.cubin import Cubin, Kernel
from cass_tools.executor.nvidia.instruction import Constant, Instruction, Operand
from cass_tools.executor.nvidia.lift.slots import Slots

FIRST = 90  # sm_90
WINDOW = -1 << 32  # bits of a generic address that all memory of a cluster has in common
OWN = 0xFFFFFF  # bits of an address in shared memory behind the block's number
PHASE = "cluster_phase"  # the variable with what UCGABAR_ARV gives UCGABAR_WAIT


def knows_clusters(cubin: Cubin, kernel: Kernel, code: Iterable[Instruction]) -> bool:
    """Whether a kernel is for clusters, or asks whether it is in one; all others run as clusters of one block."""
    if cubin.sm < FIRST:
        return False
    return kernel.cluster is not None or any(
        instruction.opcode.startswith("UCGABAR") or any(map(_asks(cubin.bank0), instruction.operands))
        for instruction in code
    )


def _asks(bank: Bank0) -> Callable[[Operand], bool]:
    places = {bank.is_clustered, bank.cluster_blocks}
    for first in (bank.cluster, bank.clusters, bank.cluster_inverse):
        places |= {first + 4 * axis for axis in range(3)} if first is not None else set()
    return lambda operand: isinstance(operand, Constant) and operand.bank == 0 and operand.offset in places


def word(thread: Slots, offset: int) -> Value | None:
    """A word of bank 0 that says something of clusters; None where it is another."""
    bank, f = thread.cubin.bank0, thread.f
    if offset == bank.is_clustered:
        return thread("is_clustered", "i32") if thread.clustered else f.const(0, "i32")
    if offset == bank.cluster_blocks:
        return _size(thread, 0) * _size(thread, 1) * _size(thread, 2)
    for axis in range(3):
        if bank.clusters is not None and offset == bank.clusters + 4 * axis:
            blocks = thread("grid_size", "i32", axis)
            return thread("divided", "i32", blocks, _size(thread, axis)) if thread.clustered else blocks
        if bank.cluster is not None and offset == bank.cluster + 4 * axis:
            return _size(thread, axis)
        if bank.cluster_inverse is not None and offset == bank.cluster_inverse + 4 * axis:
            return thread("cluster_inverse", "float", axis).bitcast("i32")
    return None


def _size(thread: Slots, axis: int) -> Value:
    return thread("cluster_size", "i32", axis) if thread.clustered else thread.f.const(1, "i32")


def own(thread: Slots, offset: Value) -> Value:
    """An address in the block's own shared memory, without the block's number."""
    return offset & OWN if thread.clustered else offset


def far(thread: Slots, window: Value, offset: Value) -> Value:
    """A generic pointer to an address in the shared memory of any of the cluster's blocks; `window`: where that of all
    starts."""
    whole = window | offset.zext("i64")
    return thread.f.emit(f"inttoptr {whole.typed} to ptr", "ptr")
