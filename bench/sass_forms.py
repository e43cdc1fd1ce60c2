"""Which forms of NVIDIA's instructions occur in cubins, and which are not known: python -m bench.sass_forms DIR...

Prints each opcode with its modifiers and operand classes, and how often it occurs for each architecture; a "!" stands
before what the tables refuse. Needs nvdisasm, and your agreement to use it (docs/decisions/nvidia-tools.md).
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from cass_tools.compilers import nvidia_settings, nvidia_tools
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import fatbin
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.parse import disassemble
from cass_tools.executor.nvidia.tables import classify, describe
from cass_tools.executor.nvidia.unsupported import Unsupported

Forms = dict[str, Counter[int]]


def collect(files: Iterable[Path], nvdisasm: Path) -> tuple[Forms, set[str]]:
    """Counts of each form for each architecture, and the forms that are refused."""
    counts: Forms = defaultdict(Counter)
    refused: set[str] = set()
    for file in files:
        for entry in fatbin.entries(file.read_bytes(), str(file)):
            if entry.kind != "cubin":
                continue
            sections = disassemble(Cubin(entry.data, str(file)), nvdisasm)
            for instruction in (i for part in sections.values() for i in part):
                form = shown(instruction)
                counts[form][entry.sm] += 1
                try:
                    classify(instruction)
                except Unsupported:
                    refused.add(form)
    return counts, refused


def shown(instruction: Instruction) -> str:
    """The name and the operand classes of an instruction."""
    return f"{instruction.name} {','.join(map(describe, instruction.operands))}".strip()


def main() -> int:
    """1 if something is refused."""
    nvidia_settings.require()
    nvdisasm = nvidia_tools.find("nvdisasm")
    if nvdisasm is None:
        raise CassError(f"nvdisasm is not installed: {nvidia_tools.GET}")
    files = sorted(file for folder in sys.argv[1:] for file in Path(folder).rglob("*.cubin"))
    counts, refused = collect(files, nvdisasm)
    for form, by_sm in sorted(counts.items()):
        numbers = "  ".join(f"sm_{sm}:{count}" for sm, count in sorted(by_sm.items()))
        print(f"{'!' if form in refused else ' '} {form:60} {numbers}")
    total = sum(count for by_sm in counts.values() for count in by_sm.values())
    lost = sum(count for form in refused for count in counts[form].values())
    print(f"{len(files)} files, {total:,} instructions in {len(counts)} forms; {lost:,} in {len(refused)} not known")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
