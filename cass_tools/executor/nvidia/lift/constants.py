"""Constant banks: 0 what the driver says of a launch and the parameters, 2 literals, 3 __constant__, 4 addresses."""

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import ZERO, Constant, Register
from cass_tools.executor.nvidia.lift import clusters, parameters, places
from cass_tools.executor.nvidia.lift.outside import NUMBERS
from cass_tools.executor.nvidia.lift.slots import Slots
from cass_tools.executor.nvidia.unsupported import Unsupported

NOWHERE = 0xFFFF << 48  # no address of ours: constant memory has no generic addresses here
BANK = "%parameter_bank"  # the variable with a copy of the parameters
PARAMETERS, LITERALS, VARIABLES, ADDRESSES = 0, 2, 3, 4


def constant(thread: Slots, operand: Constant, bits: int) -> Value:
    """`bits` bits at a place in a bank, as an integer; a register in the address makes it indexed."""
    if isinstance(operand.bank, Register):
        raise Unsupported("a constant bank whose number is in a register")
    index = _index(thread, operand)
    if operand.bank == PARAMETERS:
        return _of_launch(thread, index, operand.offset, bits)
    if operand.bank == ADDRESSES and index is None:
        return _narrowed(thread, _address(thread, operand.offset), operand.offset & 7, bits)
    if operand.bank == ADDRESSES:
        if thread.platform.is_shipped and managed(thread.cubin) & set(addresses(thread.cubin).values()):
            raise Unsupported("the address of a __managed__ variable at an index of the constant bank 4")
        thread.symbols.update(symbol for symbol in addresses(thread.cubin).values() if symbol not in NUMBERS)
    bank = f".nv.constant{operand.bank}"
    name = bank if operand.bank in (VARIABLES, ADDRESSES) else f"{bank}.{thread.kernel.name}"
    if not thread.cubin.size(name):
        raise Unsupported(f"the constant bank {operand.bank}, which the cubin has not")
    thread.symbols.add(name)
    where = _sum(thread, index, operand.offset)
    return _load(thread, thread.at("constant", f'@"{name}"', where), bits, 4)


def _index(thread: Slots, operand: Constant) -> Value | None:
    total: Value | None = None
    for register in operand.registers:
        if register.number != ZERO:
            value = thread.register(register.file, register.number)
            total = value if total is None else total + value
    return total


def _sum(thread: Slots, index: Value | None, offset: int) -> Value:
    return thread.f.const(offset, "i32") if index is None else index + offset


def _load(thread: Slots, pointer: Value, bits: int, align: int) -> Value:
    return thread.f.emit(
        f"load i{bits}, {pointer.typed}, align {min(align, bits // 8)}, !invariant.load !0", f"i{bits}"
    )


def _of_launch(thread: Slots, index: Value | None, offset: int, bits: int) -> Value:
    base, bank = thread.kernel.parameter_base, thread.cubin.bank0
    if index is not None and bits == 32 and bank.of_cluster and (value := _indexed(thread, offset)) is not None:
        return value
    if index is not None and offset < base and bank.of_cluster:
        raise Unsupported(f"sm_{thread.cubin.sm} c[0x0][{offset:#x}] with an index")
    if index is None and offset < base:
        if bits == 64 and (value := _driver_long(thread, offset)) is not None:
            return value
        if bits > 32:
            low, high = _driver(thread, offset), _driver(thread, offset + 4)
            return low.zext("i64") | high.zext("i64") << 32
        return (
            _driver(thread, offset & ~3)
            if bits == 32
            else _narrowed(thread, _driver(thread, offset & ~3).zext("i64"), offset & 3, bits)
        )
    # Compilers fold the -1 of values[i - 1] into the offset: with its index it leads to the parameters again.
    where = offset - base
    if thread.platform.name == "amd" and parameters.are_moved(thread.kernel):
        if index is not None:
            return _of_copy(thread, index + where, bits)
        where = parameters.place_of(thread.kernel, where)
    pointer = thread.at("constant", "%parameters", _sum(thread, index, where))
    align = where & -where or 16
    return _load(thread, pointer, bits, min(align, 16) if index is None else bits // 8)


def _of_copy(thread: Slots, where: Value, bits: int) -> Value:
    """Of the parameters as the bank has them, which the kernel's start copies to private memory."""
    thread.uses_bank = True
    thread.f.declarations[parameters.COPY] = parameters.COPY_DECLARED
    pointer = thread.at("local", BANK, where)
    return thread.f.emit(f"load i{bits}, {pointer.typed}, align {bits // 8}", f"i{bits}")


def _indexed(thread: Slots, offset: int) -> Value | None:
    """A word that code of sm_100 and later reads at an index that it has computed from SR_CgaSize."""
    bank = thread.cubin.bank0
    if offset == bank.dynamic_shared:
        return thread("dynamic_shared", "i32", places.static_shared(thread))
    found = _workspace(thread, offset)
    return clusters.word(thread, offset) if found is None else found


def _workspace(thread: Slots, offset: int) -> Value | None:
    """Half of the address of the memory in which a grid's blocks meet."""
    low = thread.cubin.bank0.grid_workspace
    if low is None or offset not in (low, low - 4):
        return None
    workspace = places.grid_workspace(thread)
    return (workspace if offset == low else workspace >> 32).trunc("i32")


def _narrowed(thread: Slots, value: Value, offset: int, bits: int) -> Value:
    """`bits` bits at a byte offset of a value of 64 bits."""
    return (value >> 8 * offset).trunc(f"i{bits}") if bits < 64 else value


def _driver_long(thread: Slots, offset: int) -> Value | None:
    """What the driver gives as 64 bits: addresses, and the launch's number."""
    bank = thread.cubin.bank0
    if offset == bank.local_window:
        return places.local_window(thread)
    if offset == bank.shared_window:
        return places.shared_window(thread)
    if offset == bank.constant_window:
        return thread.f.const(NOWHERE, "i64")
    if offset == bank.grid_number:
        return thread("grid_number", "i64")
    return None


def _driver(thread: Slots, offset: int) -> Value:
    """A word below the parameters."""
    bank = thread.cubin.bank0
    for axis in range(3):
        if offset == bank.block + 4 * axis:
            return thread("block_size", "i32", axis)
        if offset == bank.grid + 4 * axis:
            return thread("grid_size", "i32", axis)
    if offset == bank.stack:
        return thread.f.const(places.frame(thread), "i32")
    if not bank.of_cluster and (value := _indexed(thread, offset)) is not None:
        return value
    if offset == bank.is_clustered and (value := clusters.word(thread, offset)) is not None:
        return value
    if offset == bank.processors:
        return thread.f.const(1, "i32")
    if offset in (bank.descriptor, bank.descriptor + 4):
        return thread.f.const(0, "i32")
    for part in (0, 4):
        if (value := _driver_long(thread, offset - part)) is not None:
            return (value >> 8 * part).trunc("i32")
    raise Unsupported(f"sm_{thread.cubin.sm} c[0x0][{offset:#x}]")


def addresses(cubin: Cubin) -> dict[int, str]:
    """The symbols whose addresses the loader puts into bank 4, by offset; Unsupported where it is more than that."""
    found = {}
    for relocation in cubin.relocations:
        if relocation.section == ".nv.constant4":
            if relocation.addend:
                raise Unsupported(f"the address of {relocation.symbol} plus {relocation.addend}")
            found[relocation.offset] = relocation.symbol
    return found


def managed(cubin: Cubin) -> frozenset[str]:
    """The names of its `__managed__` variables."""
    return frozenset(variable.name for variable in cubin.variables() if variable.is_managed)


def spelling(symbol: str) -> str:
    """A symbol's name in LLVM, which itself gives the name __unnamed_1 to what has none, and whose assembler for AMD
    does not read a name that starts with a dollar."""
    plain = symbol.replace("__unnamed_", "unnamed.")
    return f"dollar.{plain[1:]}" if plain.startswith("$") else plain


def address(cubin: Cubin, symbol: str, pointer: str) -> str:
    """A symbol's address as a constant of LLVM, i64; Unsupported for code, which has no address here."""
    if symbol in NUMBERS:
        return str(NUMBERS[symbol])
    if any(known.name == symbol and known.kind == "function" for known in cubin.symbols):
        raise Unsupported(f"the function {symbol}, which is not in the cubin")
    return f'ptrtoint ({pointer} @"{spelling(symbol)}" to i64)'


def _address(thread: Slots, offset: int) -> Value:
    """What the loader puts into bank 4: the address of a symbol."""
    symbol = addresses(thread.cubin).get(offset & ~7)
    if symbol is None:
        raise Unsupported(f"sm_{thread.cubin.sm} c[0x4][{offset:#x}], which nothing fills in")
    return symbol_address(thread, symbol)


def symbol_address(thread: Slots, symbol: str) -> Value:
    """The address of a variable, or the number of a function that the cubin has not, as 64 bits."""
    pointer = thread.platform.pointer("global")
    text = address(thread.cubin, symbol, pointer)
    if symbol not in NUMBERS:
        thread.symbols.add(symbol)
    if thread.platform.is_shipped and symbol in managed(thread.cubin):
        return thread.f.emit(f'load i64, {pointer} @"{spelling(symbol)}", align 8', "i64")
    return thread.f.emit(f"add i64 {text}, 0", "i64")
