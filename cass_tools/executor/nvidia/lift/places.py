"""Where memories start: shared, local, and their windows in the generic address space."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.instruction import ZERO, Address, Integer, Register
from cass_tools.executor.nvidia.lift import clusters
from cass_tools.executor.nvidia.lift.platform import Space
from cass_tools.executor.nvidia.lift.slots import Slots
from cass_tools.executor.nvidia.unsupported import Unsupported

SCALES = {"X4": 2, "X8": 3, "X16": 4}
BARRIERS = 192  # bytes before shared memory (sm_90 and later: in the driver's part of it) in which barriers count
WORKSPACE, WORKSPACE_BYTES = "nv_grid_workspace", 64
STACK = 16384  # bytes of local memory where recursion leaves open how many are needed


def shared_name(thread: Slots) -> str:
    """What the kernel's shared memory is called: a symbol, on a CPU the address of the block's."""
    return f'@"shared.{thread.kernel.name}"' if thread.platform.has_spaces else "%shared"


def shared_base(thread: Slots) -> str:
    """A pointer to what the code calls address 0 of shared memory; for AMD a constant expression."""
    thread.uses_shared = True
    name = shared_name(thread)
    if thread.cubin.bank0.shared_reserved:
        return name
    if not thread.platform.has_spaces:
        return "%shared.base"
    return f"getelementptr (i8, {thread.platform.pointer('shared')} {name}, i32 {BARRIERS})"


def static_shared(thread: Slots) -> int:
    """Bytes of shared memory that every launch of the kernel has, with the part before it."""
    reserved = thread.cubin.bank0.shared_reserved
    return max(thread.kernel.shared, reserved) + (0 if reserved else BARRIERS)


def meeting(thread: Slots) -> Value:
    """A pointer to the words in which barriers count, which are zeros at the kernel's start."""
    thread.uses_shared = thread.uses_barriers = True
    return thread.at("shared", shared_name(thread), 0)


def shared_window(thread: Slots) -> Value:
    """The generic address of shared memory's start, i64."""
    own = _shared_address(thread)
    return own & clusters.WINDOW if thread.clustered else own


def _shared_address(thread: Slots) -> Value:
    """The generic address of the block's own; LLVM sees that other addresses may be made of it."""
    pointer = thread.platform.pointer("shared")
    base = shared_base(thread)
    if thread.platform.has_spaces:
        generic = thread.f.emit(f"addrspacecast {pointer} {base} to ptr", "ptr")
        return thread.f.emit(f"ptrtoint {generic.typed} to i64", "i64")
    return thread.f.emit(f"ptrtoint {pointer} {base} to i64", "i64")


def local_window(thread: Slots) -> Value:
    """The generic address of the thread's local memory, i64."""
    thread.uses_local = True
    if thread.platform.has_spaces:
        generic = thread.f.emit("addrspacecast ptr addrspace(5) %local to ptr", "ptr")
        return thread.f.emit(f"ptrtoint {generic.typed} to i64", "i64")
    return thread.f.emit("ptrtoint ptr %local to i64", "i64")


def grid_workspace(thread: Slots) -> Value:
    """The address of the memory, zeros at first, in which the blocks of a grid meet, i64."""
    thread.uses_grid = True
    return thread.f.emit(f"ptrtoint {thread.platform.pointer('global')} @{WORKSPACE} to i64", "i64")


def frame(thread: Slots) -> int:
    """Bytes of local memory, which is where R1 starts; a multiple of 16."""
    stack = thread.kernel.stack
    frames = sum(function.frame or 0 for function in thread.kernel.functions)
    return (max(STACK if stack is None else stack, frames, 16) + 15) & ~15


def address(thread: Slots, operand: Address, bits: int) -> Value:
    """The sum of an address's registers and offset, as an integer of 32 or 64 bits."""
    total = thread.f.const(operand.offset, f"i{bits}")
    used = [register for register in operand.registers if register.number != ZERO]
    whole = len([register for register in used if register.file == "R"]) == 1
    for register in used:
        total = _term(thread, register, bits, whole) + total
    return total


def _in_shared(thread: Slots, operand: Address) -> Value:
    """The same for shared memory, where instructions of AMD add an offset to one register."""
    used = [register for register in operand.registers if register.number != ZERO]
    if not thread.platform.is_shipped or len(used) != 1 or used[0].selectors or used[0].file != "R":
        return address(thread, operand, 32)
    return thread.pinned(thread.register("R", used[0].number)) + operand.offset


def _term(thread: Slots, register: Register, bits: int, whole: bool) -> Value:
    """`whole`: it is the only register of its kind; without a selector it is a pair in addresses of 64 bits."""
    unknown = set(register.selectors) - {"64", "U32", *SCALES}
    if unknown:
        raise Unsupported(f"an address with {register.file}{register.number}.{'.'.join(sorted(unknown))}")
    scale = next((SCALES[s] for s in register.selectors if s in SCALES), None)
    plain = not register.selectors and (whole or register.file == "UR")
    if bits == 64 and ("64" in register.selectors or plain):
        return thread.pair(register.file, register.number)
    value = thread.register(register.file, register.number)
    value = value << scale if scale else value
    return value.zext("i64") if bits == 64 else value


def pointer(thread: Slots, operand: object, space: Space) -> Value:
    """A pointer to where an access of this memory goes."""
    if not isinstance(operand, Address):
        raise Unsupported(f"the operand {operand} where an address stands")
    if operand.space not in ("", "desc"):
        raise Unsupported(f"an address with {operand.space}[]")
    if space == "shared":
        return thread.at("shared", shared_base(thread), clusters.own(thread, _in_shared(thread, operand)))
    if space == "local":
        thread.uses_local = True
        return thread.at("local", "%local", address(thread, operand, 32))
    type_ = thread.platform.pointer(space)
    value = address(thread, operand, 64)
    return thread.f.emit(f"inttoptr {value.typed} to {type_}", type_)


def is_zero(operand: object) -> bool:
    """RZ or the number 0."""
    return (isinstance(operand, Register) and operand.number == ZERO) or (
        isinstance(operand, Integer) and operand.value == 0
    )
