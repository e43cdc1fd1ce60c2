"""Code that was compiled separately (-rdc=true): functions in sections of their own, which kernels call by name.

They are laid behind a kernel's own code, as if the compiler had put them into its section.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cass_tools.executor.nvidia import attributes as attr
from cass_tools.executor.nvidia.cubin import Cubin, Function, Kernel
from cass_tools.executor.nvidia.instruction import Instruction, SymbolReference, Target
from cass_tools.executor.nvidia.parse import SIZE
from cass_tools.executor.nvidia.unsupported import Unsupported

Code = Sequence[Instruction]


def joined(cubin: Cubin, kernel: Kernel, code: Mapping[str, Code]) -> tuple[Kernel, Code]:
    """The kernel with the functions of other sections that it reaches, and the code of all; offsets are in that code.

    Unsupported where such a function has literals of its own, which bank 2 of the kernel has not.
    """
    places = {function.name: function for function in cubin.functions if not function.is_kernel}
    whole, functions, branches = list(code[kernel.section]), list(kernel.functions), dict(kernel.branches)
    present = {kernel.section}
    for name in _named(whole):  # which grows
        section = places[name].section if name in places else kernel.section
        if section in present or section not in code:
            continue
        present.add(section)
        base = max((each.address for each in whole), default=-SIZE) + SIZE
        whole += [_moved(each, base) for each in code[section]]
        for function in (each for each in places.values() if each.section == section):
            functions.append(replace(function, offset=function.offset + base))
            branches |= _branches(cubin, function, base)
    return (kernel if len(present) == 1 else replace(kernel, functions=tuple(functions), branches=branches)), whole


def _named(code: Iterable[Instruction]) -> Iterator[str]:
    """The symbols in code, which may grow meanwhile."""
    return (o.name for instruction in code for o in instruction.operands if isinstance(o, SymbolReference))


def _moved(instruction: Instruction, base: int) -> Instruction:
    operands = tuple(Target(o.offset + base) if isinstance(o, Target) else o for o in instruction.operands)
    return replace(instruction, address=instruction.address + base, operands=operands)


def _branches(cubin: Cubin, function: Function, base: int) -> dict[int, tuple[int, ...]]:
    """The targets of a function's indirect branches."""
    if cubin.size(f".nv.constant2.{function.name}"):
        raise Unsupported(f"the function {function.name}, which has literals of its own,")
    found: dict[int, tuple[int, ...]] = {}
    for each in cubin.attributes(function.name):
        if each.number == attr.BRANCH_TARGETS:
            found |= attr.branch_targets(each, f"{cubin.what}, section .nv.info.{function.name}")
    return {at + base: tuple(target + base for target in targets) for at, targets in found.items()}
