"""Assembly of single kernels, as a model answers, put behind the text of a whole module.

An answer brings labels, variables and metadata of its own: labels are renamed, what the module has already is left out,
and its kernels' metadata are added to the module's. An answer is a stranger's text: only directives that a compiler
writes are let to the assembler, none that reads other files, repeats text or takes up much memory.
"""

import re
from collections.abc import Collection, Iterator

from cass_tools.asm.statements import Form, statements

BLOCK, END, KERNELS = ".amdgpu_metadata", ".end_amdgpu_metadata", "amdhsa.kernels:"
ALLOWED = frozenset(
    (
        *(".text", ".data", ".section", ".globl", ".global", ".protected", ".hidden", ".internal", ".weak", ".local"),
        *(".p2align", ".p2alignl", ".align", ".balign", ".type", ".size", ".set", ".fill", ".zero", ".skip", ".space"),
        *(".byte", ".short", ".2byte", ".long", ".4byte", ".int", ".quad", ".8byte", ".ascii", ".asciz", ".string"),
        *(".file", ".loc", ".ident", ".addrsig", ".addrsig_sym", ".amdgcn_target", ".amdgpu_lds"),
        *(".amdhsa_kernel", ".end_amdhsa_kernel", ".amdhsa_code_object_version", BLOCK, END),
    )
)
SIZED = frozenset((".fill", ".zero", ".skip", ".space", ".p2align", ".p2alignl", ".align", ".balign"))
MOST = 1 << 16  # bytes, or pieces, that one directive may make
ONCE = (".amdgcn_target", ".amdhsa_code_object_version", ".ident", ".addrsig", ".addrsig_sym", ".file")
LOCAL = re.compile(r"\.L[\w.$]*|L?BB\d+_\d+")
LABEL = re.compile(r"^[ \t]*([A-Za-z_.$][\w.$]*)[ \t]*:", re.MULTILINE)
SYMBOL = re.compile(r"(?<![\w.$])[A-Za-z_.][\w.$]*")


def refused(answer: str, kernels: Collection[str]) -> str | None:
    """Why an answer is not even assembled; None where nothing speaks against it."""
    found = statements(answer.encode())
    for each in found:
        if each.form is Form.DIRECTIVE and each.name not in ALLOWED and not each.name.startswith((".amdhsa_", ".cfi_")):
            return f"{each.name} in line {each.line} is nothing that a compiler writes"
        first = each.operands.partition(",")[0].strip()
        if each.name in SIZED and not (first.isdigit() and int(first) <= MOST):
            return f"{each.name} in line {each.line} takes up more than any kernel needs"
    made = {each.operands.strip() for each in found if each.name == ".amdhsa_kernel"}
    lacking = [name for name in kernels if name not in made]
    if lacking:
        return f"it has no kernel {lacking[0]}"
    return None if BLOCK in answer and END in answer else "it has no metadata"


def joined(module: str, answer: str, tag: str) -> str:
    """The module's text with the kernels of an answer; `tag` makes its labels unlike all others."""
    own, ours = _parted(module)
    text, theirs = _parted(answer)
    text = "\n".join(_fitting(text, set(LABEL.findall(own))))
    local = {name for name in LABEL.findall(text) if LOCAL.fullmatch(name)}
    renamed = SYMBOL.sub(lambda m: f".L{tag}_{m[0].removeprefix('.L')}" if m[0] in local else m[0], text)
    return f"{own.rstrip()}\n{renamed.rstrip()}\n{_metadata(ours, theirs)}"


def _parted(text: str) -> tuple[str, dict[str, list[str]]]:
    """The text without its metadata, and these by key: `amdhsa.kernels:` and the lines below it."""
    before, _, rest = text.partition(f"{BLOCK}\n")
    inside, _, after = rest.partition(END)
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in inside.splitlines():
        if line.strip() in ("", "---", "..."):
            continue
        if line[0].isspace() or line.startswith("-"):
            lines.append(line)
        else:
            key, _, value = line.partition(":")
            lines = found[f"{key}:"] = [value] if value.strip() not in ("", "[]") else []
    return before.rstrip(" \t") + after, found


def _fitting(text: str, defined: Collection[str]) -> Iterator[str]:
    """The lines without directives that a file has once, and without variables that the module has."""
    skipping = ""
    for line in text.splitlines():
        name, _, operands = line.strip().partition("\t" if "\t" in line.strip() else " ")
        symbol = operands.partition(",")[0].split(";")[0].strip()
        if skipping:
            skipping = "" if name == ".size" and symbol == skipping else skipping
        elif name == ".type" and "@object" in operands and symbol in defined:
            skipping = symbol
        elif name not in ONCE and not (name in (".globl", ".protected", ".weak", ".hidden") and symbol in defined):
            yield line


def _metadata(ours: dict[str, list[str]], theirs: dict[str, list[str]]) -> str:
    lines = [f"\t{BLOCK}", "---", KERNELS, *_indented(ours), *_indented(theirs)]
    for key, values in (theirs | ours).items():
        if key != KERNELS:
            inline = values and not values[0].lstrip().startswith("-")
            lines += [key + values[0], *values[1:]] if inline else [key, *values]
    return "\n".join((*lines, "...", "", f"\t{END}", ""))


def _indented(metadata: dict[str, list[str]]) -> Iterator[str]:
    """The list of kernels, two spaces in, as LLVM writes it."""
    lines = metadata.get(KERNELS, [])
    first = next((len(line) - len(line.lstrip()) for line in lines), 0)
    return (f"  {line[first:] if line[:first].isspace() or not first else line.lstrip()}" for line in lines)
