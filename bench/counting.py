"""What kernels do as a program runs: instructions of waves, by kind, counted by copies of the kernels that count.

The copies are put into the cache of translated kernels, where the executor finds them. They tell when the program ends.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from bench.kernels import LABEL
from cass_tools.executor import cache, service
from cass_tools.executor.amd.codeobject import CodeObject
from cass_tools.executor.amd.translate import kernel_ir, program_of
from cass_tools.executor.amd.unsupported import Unsupported
from cass_tools.executor.ir.backend import compile_object
from cass_tools.executor.link import shared_library
from cass_tools.model import Outcome, Run, Target
from cass_tools.runners.exec import ExecRunner
from cass_tools.trial import Settings, run

TOLD = "counts.txt"
KINDS = (
    ("memory", re.compile(r"(?:global|flat|buffer)_(?:load|store|atomic)")),
    ("spilled", re.compile(r"scratch_")),
    ("shared", re.compile(r"ds_(?!b?permute|swizzle)")),
    ("constant", re.compile(r"s_(?:buffer_)?load")),
)
ENTRY = re.compile(r"(define [^\n]*@kernel\([^\n]*\{\n(?:entry:\n)?)")


@dataclass(frozen=True, slots=True)
class Counts:
    """Instructions that waves ran: all (without scheduling hints), and those of memories among them."""

    all: int = 0
    memory: int = 0
    spilled: int = 0
    shared: int = 0
    constant: int = 0


NAMES = [each.name for each in fields(Counts)]


def counts_of(names: Iterable[str]) -> Counts:
    """Counts of instructions by their names."""
    real = [name for name in names if not name.startswith(("s_delay_alu", "s_nop", "s_clause", "s_code_end"))]
    return Counts(len(real), *(sum(map(bool, map(kind.match, real))) for _, kind in KINDS))


def counting(code: CodeObject, name: str, told: Path) -> tuple[str, str, int]:
    """The kernel's module with counters, its function, and the rows of registers that it needs."""
    kernel = kernel_ir(code, name)
    instructions = program_of(code, code.kernels[name]).instructions
    places = sorted(instructions)
    starts = sorted(int(start, 16) for start in LABEL.findall(kernel.text))
    ends = dict(zip(starts, [*starts[1:], places[-1] + 1], strict=True))

    def counted(match: re.Match[str]) -> str:
        start = int(match[1], 16)
        found = counts_of(instructions[place].name for place in places if start <= place < ends[start])
        lines = [match[0]]
        for number, each in enumerate(NAMES):
            if amount := getattr(found, each):
                at = f"getelementptr (i64, ptr @counts, i64 {number})"
                stem = f"%count.{match[1]}.{number}"
                lines += [f"  {stem} = load i64, ptr {at}", f"  {stem}.new = add i64 {stem}, {amount}"]
                lines.append(f"  store i64 {stem}.new, ptr {at}")
        if start == starts[0]:
            lines.insert(1, "  call void @count.register()")
        return "\n".join(lines)

    return LABEL.sub(counted, kernel.text) + _telling(name, told), kernel.symbol, kernel.vgprs


def _telling(name: str, told: Path) -> str:
    """Code that writes the counters to a file when the program ends."""
    text = " ".join((name, *(["%ld"] * len(NAMES)))) + "\n"
    values = "\n".join(f"  %v{n} = load i64, ptr getelementptr (i64, ptr @counts, i64 {n})" for n in range(len(NAMES)))
    arguments = ", ".join(f"i64 %v{n}" for n in range(len(NAMES)))
    return f"""
@counts = internal global [{len(NAMES)} x i64] zeroinitializer
@count.known = internal global i32 0
@count.path = internal constant {_bytes(str(told))}
@count.text = internal constant {_bytes(text)}
declare i32 @open(ptr, i32, ...)
declare i32 @dprintf(i32, ptr, ...)
declare i32 @close(i32)
declare i32 @__cxa_atexit(ptr, ptr, ptr)
define internal void @count.tell(ptr %0) {{
  %file = call i32 (ptr, i32, ...) @open(ptr @count.path, i32 1089, i32 420)
{values}
  %n = call i32 (i32, ptr, ...) @dprintf(i32 %file, ptr @count.text, {arguments})
  %c = call i32 @close(i32 %file)
  ret void
}}
define internal void @count.register() {{
  %known = load i32, ptr @count.known
  %is = icmp ne i32 %known, 0
  br i1 %is, label %done, label %first
first:
  store i32 1, ptr @count.known
  %r = call i32 @__cxa_atexit(ptr @count.tell, ptr null, ptr null)
  br label %done
done:
  ret void
}}
"""


def _bytes(text: str) -> str:
    data = text.encode() + b"\0"
    return f"[{len(data)} x i8] c" + '"' + "".join(f"\\{byte:02X}" for byte in data) + '"'


def prepare(data: bytes, folder: Path) -> dict[str, str]:
    """Put counting copies of all kernels of a code object into a cache; the reasons for those that are not."""
    code, refused = CodeObject(data), {}
    place = folder / cache.code_folder(data)
    for name in code.kernels:
        try:
            text, symbol, rows = counting(code, name, folder / TOLD)
        except Unsupported as error:
            refused[name] = str(error)
            continue
        path = place / f"{cache.kernel_file(name, service.OPENING)}.so"
        cache.write(path, shared_library([compile_object(text, level=0)], symbol))
        cache.write(path.with_suffix(".txt"), f"{symbol} {rows}\n".encode())
    return refused


def counted_run(binary: Path, arch: str, settings: Settings, folder: Path) -> tuple[Run, dict[str, Counts]]:
    """Run a program whose kernels were prepared in `folder`; what each of them did."""
    asked = (("CASS_EXEC_CACHE", str(folder)), ("CASS_EXEC_TIER", str(service.OPENING)))
    runner = ExecRunner(asked=asked, writable=(folder,), readable=(binary.parent,))
    ran = run(binary, Target(arch), runner, folder=binary.parent, settings=settings, data=binary.parent)
    found: dict[str, Counts] = {}
    told = folder / TOLD
    if ran.outcome is Outcome.PASSED and told.exists():
        for line in told.read_text().splitlines():
            name, *numbers = line.split()
            old = found.get(name, Counts())
            found[name] = Counts(*(getattr(old, n) + int(v) for n, v in zip(NAMES, numbers, strict=True)))
    return ran, found
