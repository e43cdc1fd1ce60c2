"""Static variables of GPU code that is compiled separately.

Where the host uses such a variable, clang gives it a name that other units do not have (`x.static.<unit>`); functions
for GPUs that clang 19 had made before it saw that use keep the first name, which nothing defines. Here they get the
other.
"""

import re
from pathlib import Path

from cass_tools.errors import CassError

MARK = b".static."
TARGET = "--target=amdgcn-amd-amdhsa"
AS_IT_IS = ("-nogpulib", "-Xclang", "-disable-llvm-passes", "-Wno-override-module", "-emit-llvm")
DEFINED = re.compile(rb"^@([\w.$]+)" + re.escape(MARK) + rb"(\w+) = ", re.M)


def settle(bitcode: Path, clang: str) -> None:
    """Give each static variable of a unit one name, in place; CassError where clang cannot read its own bitcode."""
    if MARK not in bitcode.read_bytes():
        return
    text = bitcode.with_suffix(".ll")
    _converted(clang, bitcode, text, "-S")
    before = text.read_bytes()
    after = with_one_name(before)
    if after != before:
        text.write_bytes(after)
        _converted(clang, text, bitcode, "-c")


def with_one_name(text: bytes) -> bytes:
    """LLVM's text with the uses of a name that is only declared led to the variable that was renamed."""
    for name, unit in DEFINED.findall(text):
        declared = re.compile(rb"^@" + re.escape(name) + rb" = external [^\n]*\n", re.M)
        text, found = declared.subn(b"", text)
        if found:
            text = re.sub(rb"@" + re.escape(name) + rb"(?![\w.$])", b"@" + name + MARK + unit, text)
    return text


def _converted(clang: str, source: Path, to: Path, how: str) -> None:
    from cass_tools import proc  # few units have such variables

    done = proc.run([clang, TARGET, "-x", "ir", str(source), *AS_IT_IS, how, "-o", str(to)])
    if done.status != 0:
        raise CassError(f"{source}: {done.stderr.decode(errors='replace').strip()}")
