"""A whole cubin as one LLVM module: its kernels, variables and constants. Kernels that are refused are left out."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cfg import routines
from cass_tools.executor.nvidia.cubin import Cubin, Kernel, Relocation, Variable
from cass_tools.executor.nvidia.instruction import Instruction, SpecialRegister
from cass_tools.executor.nvidia.joining import joined
from cass_tools.executor.nvidia.lift import clusters, constants, parameters, places
from cass_tools.executor.nvidia.lift.flow import Flow
from cass_tools.executor.nvidia.lift.ops.wide import changes
from cass_tools.executor.nvidia.lift.platform import Platform
from cass_tools.executor.nvidia.lift.thread import Thread
from cass_tools.executor.nvidia.unsupported import Unsupported

CODE_OBJECT_VERSION = 500
RUNTIME, KERNEL = 0, 1  # numbers of attribute groups

NATIVE_KERNEL = "kernel."  # before a kernel's name on a CPU, where it might be that of a function of the C library
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")  # what a host program can name; the compiler's own have a $ or a dot
FIRST = ".managed"  # the end of the name of what a managed variable holds at first, as clang has it
LONG = 4000  # instructions
ALIKE = ("SR_CTAID", "SR_CgaCtaId", "SRZ", "SR_CLOCK")  # the same for all threads of a warp
# What a kernel loads that does not tell its threads apart could stay in scalar registers. LLVM looks from each such
# load at all that depends on it ("SI Fix SGPR copies"): in a kernel of 13,328 instructions for more than 3 minutes.
CONSTANTS = ".nv.constant3"  # the section of __constant__ variables


@dataclass(frozen=True, slots=True)
class Lifted:
    """LLVM's text, and the reason for each kernel that is not in it.

    `places`: the offset in its section of the instruction that it is for, where it is one. `clustered`: the kernels
    that can run in clusters of blocks.
    """

    text: str
    kernels: tuple[str, ...]
    refused: dict[str, str]
    places: dict[str, int] = field(default_factory=dict)
    clustered: frozenset[str] = frozenset()


def lift(
    cubin: Cubin,
    code: Mapping[str, tuple[Instruction, ...]],
    platform: Platform,
    chosen: Collection[str] | None = None,
) -> Lifted:
    """The kernels of a cubin for one platform, all or those `chosen`; `code` is what parse.disassemble gives."""
    done: list[Thread] = []
    refused: dict[str, str] = {}
    found: dict[str, int] = {}
    wide = any(changes(instruction.name) for section in code.values() for instruction in section)
    for kernel in cubin.kernels.values():
        if chosen is not None and kernel.name not in chosen:
            continue
        try:
            done.append(_kernel(cubin, *joined(cubin, kernel, code), platform, wide))
        except Unsupported as error:
            refused[kernel.name] = str(error)
            if error.address is not None:
                found[kernel.name] = error.address
    names = tuple(thread.kernel.name for thread in done)
    clustered = frozenset(thread.kernel.name for thread in done if thread.clustered)
    return Lifted("\n".join(_module(cubin, done, platform)) + "\n", names, refused, found, clustered)


def _kernel(cubin: Cubin, kernel: Kernel, code: Sequence[Instruction], platform: Platform, wide: bool) -> Thread:
    thread = Thread(cubin, kernel, platform)
    thread.changes_wide = wide
    thread.clustered = clusters.knows_clusters(cubin, kernel, code)
    thread.is_long = platform.name == "amd" and len(code) >= LONG and not any(map(_tells_threads_apart, code))
    Flow(thread, routines(kernel, code)).lift(0)
    return thread


def _tells_threads_apart(instruction: Instruction) -> bool:
    """Whether threads of a warp may get different values by it, not counting what they load."""
    names = [each.name for each in instruction.operands if isinstance(each, SpecialRegister)]
    return any(not name.startswith(ALIKE) for name in names)


def _module(cubin: Cubin, threads: list[Thread], platform: Platform) -> Iterator[str]:
    if platform.triple:
        yield f'target triple = "{platform.triple}"'
    symbols = set(_host_symbols(cubin)).union(*(thread.symbols for thread in threads))
    for symbol in sorted(_pointed_to(cubin, symbols)):
        yield _variable(cubin, symbol, platform)
    if CONSTANTS in symbols:
        yield from _constant_symbols(cubin, platform)
    for thread in threads:
        if thread.uses_shared and platform.has_spaces:
            yield _shared(thread)
    declarations = {name: text for thread in threads for name, text in thread.f.declarations.items()}
    for name, text in sorted(declarations.items()):
        yield f"{text} #{RUNTIME}" if name.startswith("nv_") else text
    if any(thread.uses_grid for thread in threads):
        type_ = f"[{places.WORKSPACE_BYTES} x i8]"
        yield f"@{places.WORKSPACE} = internal{platform.space('global')} global {type_} zeroinitializer, align 16"
    if any(thread.uses_barriers for thread in threads):
        yield f"declare void @nv_barriers_start({platform.pointer('shared')}) #{RUNTIME}"
    if platform.name == "amd":
        yield "declare ptr addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()"
    else:
        yield "declare ptr @nv_parameters()"
        yield "declare ptr @nv_shared()"
    for number, thread in enumerate(threads):
        yield from _functions(thread, KERNEL + number)
    yield f"attributes #{RUNTIME} = {{ convergent nounwind }}"
    for number, thread in enumerate(threads):
        yield _attributes(thread, KERNEL + number)
    yield "!llvm.module.flags = !{!1}"
    yield "!0 = !{}"
    yield f'!1 = !{{i32 1, !"amdhsa_code_object_version", i32 {CODE_OBJECT_VERSION}}}'


def literal(content: bytes) -> str:
    """LLVM's text of bytes."""
    return 'c"' + "".join(f"\\{byte:02X}" for byte in content) + '"' if any(content) else "zeroinitializer"


def _variable(cubin: Cubin, symbol: str, platform: Platform) -> str:
    """A constant bank or a variable of the program; what is defined elsewhere is external."""
    if symbol == ".nv.constant4":
        return _addresses(cubin, platform)
    if symbol.startswith(".nv.constant"):
        content = cubin.content(symbol)
        return _global(symbol, content, platform.space("constant"))
    space = platform.space("global")
    variable = next((v for v in cubin.variables() if v.name == symbol), None)
    if variable is None:
        return f'@"{constants.spelling(symbol)}" = external protected{space} global i8, align 16'
    name = constants.spelling(symbol)
    if variable.is_managed and platform.is_shipped:
        return "\n".join((_global(name, bytes(8), space), _defined(cubin, variable, f"{name}{FIRST}", platform)))
    return _defined(cubin, variable, name, platform)


def _defined(cubin: Cubin, variable: Variable, name: str, platform: Platform) -> str:
    """What a variable holds at first, under a name."""
    if pointers := _pointers(cubin, variable):
        return _with_pointers(cubin, variable, pointers, name, platform)
    return _global(name, variable.data or bytes(variable.size), platform.space("global"))


def _pointed_to(cubin: Cubin, symbols: set[str]) -> set[str]:
    """The symbols, and those whose addresses stand in them."""
    variables = {variable.name: variable for variable in cubin.variables() if variable.section != CONSTANTS}
    found, waiting = set(symbols), list(symbols)
    while waiting:
        variable = variables.get(waiting.pop())
        named = {each.symbol for each in _pointers(cubin, variable).values()} if variable else set()
        waiting.extend(named - found)
        found |= named
    return found


def _pointers(cubin: Cubin, variable: Variable) -> dict[int, Relocation]:
    """The addresses that the loader puts into a variable, by their offset in it."""
    found = {
        each.offset - variable.offset: each
        for each in cubin.relocations
        if each.section == variable.section and variable.offset <= each.offset < variable.offset + variable.size
    }
    for each in found.values():
        if each.kind not in ("R_CUDA_64", "R_CUDA_G64"):
            raise CassError(f"{cubin.what}: {variable.name} is initialised by {each.kind}, which is not known")
    return found


def _with_pointers(
    cubin: Cubin, variable: Variable, pointers: dict[int, Relocation], name: str, platform: Platform
) -> str:
    """A variable in which addresses of others stand."""
    data, end = variable.data or bytes(variable.size), 0
    pieces: list[tuple[str, str]] = []
    for at, each in sorted(pointers.items()):
        pieces.append((f"[{at - end} x i8]", literal(data[end:at])))
        whole = constants.address(cubin, each.symbol, platform.pointer("global"))
        pieces.append(("i64", f"add (i64 {whole}, i64 {each.addend})"))
        end = at + 8
    pieces.append((f"[{len(data) - end} x i8]", literal(data[end:])))
    type_, content = ", ".join(type_ for type_, _ in pieces), ", ".join(f"{t} {value}" for t, value in pieces)
    space = platform.space("global")
    return f'@"{name}" = protected{space} externally_initialized global <{{ {type_} }}> <{{ {content} }}>, align 16'


def _addresses(cubin: Cubin, platform: Platform) -> str:
    """Bank 4 as the loader fills it in."""
    known = constants.addresses(cubin)
    words = [
        constants.address(cubin, known[at], platform.pointer("global")) if at in known else "0"
        for at in range(0, cubin.size(".nv.constant4"), 8)
    ]
    type_ = f"[{len(words)} x i64]"
    content = ", ".join(f"i64 {word}" for word in words)
    return f'@".nv.constant4" = internal{platform.space("constant")} constant {type_} [{content}], align 16'


def _global(symbol: str, content: bytes, space: str) -> str:
    type_ = f"[{len(content)} x i8]"
    return f'@"{symbol}" = protected{space} externally_initialized global {type_} {literal(content)}, align 16'


def _host_symbols(cubin: Cubin) -> Iterator[str]:
    """What the host may copy to or from though no lifted kernel uses it: variables, and the bank of constants."""
    for variable in cubin.variables():
        if variable.section == CONSTANTS:
            yield CONSTANTS
        elif variable.binding != "local" or (_IDENTIFIER.fullmatch(variable.name) and _can_stand(cubin, variable)):
            yield variable.name


def _can_stand(cubin: Cubin, variable: Variable) -> bool:
    """Whether the addresses in a local variable, and in those that they are of, can be had here."""
    try:
        for symbol in _pointed_to(cubin, {variable.name}):
            for each in _pointers(cubin, next(v for v in cubin.variables() if v.name == symbol)).values():
                constants.address(cubin, each.symbol, "ptr")
    except (Unsupported, StopIteration):
        return False
    return True


def _constant_symbols(cubin: Cubin, platform: Platform) -> Iterator[str]:
    """__constant__ variables as parts of their bank, so that the host finds them by name."""
    for variable in cubin.variables():
        if variable.section == CONSTANTS:
            place = f'getelementptr (i8, {platform.pointer("constant")} @"{CONSTANTS}", i32 {variable.offset})'
            space = platform.space("constant")
            yield f'@"{variable.name}" = protected alias [{variable.size} x i8], ptr{space} {place}'


def _shared(thread: Thread) -> str:
    reserved = thread.cubin.bank0.shared_reserved
    size = (max(thread.kernel.shared, reserved) + (0 if reserved else places.BARRIERS) + 15) & ~15
    space = thread.platform.space("shared")
    return f"{places.shared_name(thread)} = internal{space} global [{size} x i8] undef, align 16"


def _functions(thread: Thread, group: int) -> Iterator[str]:
    """Those that the kernel calls, and the kernel."""
    for function in filter(None, thread.called.values()):
        yield from function.text(group)
    yield from _function(thread, group)


def _function(thread: Thread, group: int) -> Iterator[str]:
    amd = thread.platform.name == "amd"
    kinds = [each.type for each in parameters.placed(thread.kernel)] if amd else []
    taken = ", ".join(f"{type_} %a{number}" for number, type_ in enumerate(kinds))
    name = thread.kernel.name if amd else f"{NATIVE_KERNEL}{thread.kernel.name}"
    yield f'define {"protected amdgpu_kernel " if amd else ""}void @"{name}"({taken}) #{group} {{'
    yield "entry:"
    space = f", addrspace({5})" if amd else ""
    for name, type_ in sorted(thread.slots.items()):
        yield f"  %{name} = alloca {type_}{space}"
    if thread.uses_local:
        yield f"  %local = alloca [{places.frame(thread)} x i8], align 16{space}"
    source = "addrspace(4) @llvm.amdgcn.kernarg.segment.ptr()" if amd else "@nv_parameters()"
    yield f"  %parameters = call ptr {source}"
    if thread.uses_bank:
        yield f"  {constants.BANK} = alloca [{thread.kernel.parameter_bytes} x i8], align 16{space}"
        yield from parameters.copied(thread.kernel, constants.BANK)
    if thread.uses_shared and not amd:
        yield "  %shared = call ptr @nv_shared()"
        yield f"  %shared.base = getelementptr i8, ptr %shared, i32 {places.BARRIERS}"
    for name, type_ in sorted(thread.slots.items()):
        yield f"  store {type_} 0, {thread.platform.pointer('local')} %{name}"
    if thread.uses_barriers:
        yield f"  call void @nv_barriers_start({thread.platform.pointer('shared')} {places.shared_name(thread)})"
    yield from thread.f.lines
    yield "}"


def _attributes(thread: Thread, group: int) -> str:
    if thread.platform.name != "amd":
        return f"attributes #{group} = {{ nounwind }}"
    size = thread.kernel.required_block or thread.kernel.max_threads
    most = size[0] * size[1] * size[2] if size else 1024
    words = f'"amdgpu-flat-work-group-size"="1,{most}" "uniform-work-group-size"="true" "denormal-fp-math"="ieee"'
    return f"attributes #{group} = {{ convergent nounwind {words} }}"
