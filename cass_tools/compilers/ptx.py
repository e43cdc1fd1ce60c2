"""Telling a source with inline PTX from one that merely does not compile."""

import re

# What clang says about PTX for an AMD GPU: constraints that only NVPTX has, or text that AMD's assembler cannot read.
MESSAGE = re.compile(
    r"^(?P<place>.+?:\d+):\d+: error: "
    r"(invalid (input|output) constraint '[^']*' in asm|invalid instruction|not a valid operand|"
    r"(unknown|unexpected) token|couldn't allocate (input|output) reg|invalid operand|<inline asm>)",
    re.MULTILINE,
)
NOTE = re.compile(r"<inline asm>:\d+:\d+: note: instantiated into assembly here|constraint '[^']*' in asm")


def reason(log: str) -> str | None:
    """A sentence if `log` shows that the build stumbled over inline PTX, else None."""
    first = MESSAGE.search(log)
    if not first or not NOTE.search(log):
        return None
    return (
        f"{first['place']} has inline PTX, which only NVIDIA's compilers can build: the untranslated source cannot be "
        "run as reference; pass the expected output instead (--expected FILE)"
    )
