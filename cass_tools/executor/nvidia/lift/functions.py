"""Functions that compute from registers alone: lifted once for a kernel that calls them often, as functions of LLVM.

Put in at each of a hundred calls, the long way of a division is most of a kernel's code, and of the time that its
translation takes. Such a function gets all registers that it names as arguments, and gives back those that it writes;
LLVM drops those that nobody needs. What touches memory, other threads, the stack or parameters is put in as before. The
reference on this CPU puts everything in, so that a comparison is of two ways.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cass_tools.executor.ir.value import Value
from cass_tools.executor.nvidia.cfg import Calls, Goes, Leaves, Routine
from cass_tools.executor.nvidia.lift.ops import OPS
from cass_tools.executor.nvidia.lift.thread import Thread

MANY = 8  # places that call it, from which on it is worth a function of its own
QUIET = frozenset(("BSSY", "BSYNC", "BRA", "RET"))  # compute nothing where threads do not part
LOCAL = ("%local", "%parameters", "%parameter_bank", "%shared")  # what only a kernel's own code has


@dataclass(frozen=True, slots=True)
class Function:
    """`arguments` and `results` are variables of the thread, name and type; `body` is LLVM's text."""

    symbol: str
    arguments: tuple[tuple[str, str], ...]
    results: tuple[tuple[str, str], ...]
    body: tuple[str, ...]

    @property
    def type(self) -> str:
        """What it returns."""
        return f"{{ {', '.join(type_ for _, type_ in self.results)} }}"

    def text(self, group: int) -> Iterator[str]:
        """Its definition, with the attributes of that number."""
        given = ", ".join(f"{type_} %in.{name}" for name, type_ in self.arguments)
        yield f'define internal {self.type} @"{self.symbol}"({given}) noinline #{group} {{'
        yield "entry:"
        for name, type_ in self.arguments:
            yield f"  %{name} = alloca {type_}, addrspace(5)"
            yield f"  store {type_} %in.{name}, ptr addrspace(5) %{name}"
        yield from self.body
        yield "}"


def often_called(routines: Mapping[str, Routine]) -> frozenset[str]:
    """The functions of a kernel's section that may be called instead of put in, and are worth it."""
    endings = (block.ending for routine in routines.values() for block in routine.blocks.values())
    calls = Counter(ending.function for ending in endings if isinstance(ending, Calls) and not ending.indirect)
    return frozenset(name for name, count in calls.items() if count >= MANY and _is_plain(routines.get(name)))


def _is_plain(routine: Routine | None) -> bool:
    """Whether a function computes, jumps within itself and returns, and does nothing else."""
    if routine is None or routine.callees:
        return False
    for block in routine.blocks.values():
        ending = block.ending
        if isinstance(ending, Calls) or (isinstance(ending, Leaves) and ending.kind != "return"):
            return False
        if isinstance(ending, Goes) and ending.kind not in ("next", "branch", "sync"):
            return False
        for opcode in (each.instruction.opcode for each in block.instructions):
            known = OPS.get(opcode)
            if opcode not in QUIET and (known is None or known.branches or opcode in ("LEPC", "R2UR")):
                return False
    return True


def finished(thread: Thread, symbol: str) -> Function | None:
    """A function whose blocks have been written to `thread`, up to its end; None if it needs what only a kernel has."""
    results = tuple((name, type_) for name, type_ in sorted(thread.slots.items()) if name in thread.versions)
    used = thread.uses_shared or thread.uses_local or thread.uses_barriers or thread.uses_grid
    if used or not results or any(word in line for line in thread.f.lines for word in LOCAL):
        return None
    total, type_ = "poison", f"{{ {', '.join(type_ for _, type_ in results)} }}"
    for number, (name, each) in enumerate(results):
        value = thread.load(name, each)
        total = thread.f.emit(f"insertvalue {type_} {total}, {value.typed}, {number}", type_).name
    thread.f.do(f"ret {type_} {total}")
    return Function(symbol, tuple(sorted(thread.slots.items())), results, tuple(thread.f.lines))


def call(thread: Thread, function: Function) -> None:
    """Call it with the thread's variables, and write those that it gives back."""
    given = ", ".join(thread.load(name, type_).typed for name, type_ in function.arguments)
    done = thread.f.emit(f'call {function.type} @"{function.symbol}"({given})', function.type)
    for number, (name, type_) in enumerate(function.results):
        thread.store(name, Value(thread.f, thread.f.emit(f"extractvalue {done.typed}, {number}", type_).name, type_))
