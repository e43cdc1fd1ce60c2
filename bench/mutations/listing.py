"""What nvdisasm says of single encodings: an instruction, or that there is none.

nvdisasm reads a file of bare code, lists all illegal encodings with their addresses and then ends; so they are taken
out, and the rest is read again.
"""

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cass_tools import proc
from cass_tools.errors import CassError
from cass_tools.executor.nvidia import parse
from cass_tools.executor.nvidia.instruction import Instruction

ILLEGAL = re.compile(rb"at address (0x[0-9a-f]+)")
Row = dict[str, str]


def rows(encodings: Sequence[int], nvdisasm: Path, sm: int = 90) -> list[Row | None]:
    """For each encoding what nvdisasm prints (opcode, operands, predicate), None where it finds no instruction."""
    left = dict(enumerate(encodings))
    while left:
        order = list(left)
        with tempfile.TemporaryDirectory(prefix="cass-") as folder:
            file = Path(folder) / "code.bin"
            file.write_bytes(b"".join(left[number].to_bytes(parse.SIZE, "little") for number in order))
            done = proc.run([nvdisasm, "-json", "-b", f"SM{sm}", file], timeout=600, max_output=1 << 30)
        if done.status == 0:
            found = json.loads(done.stdout)[1][0]["sass-instructions"]
            known = dict(zip(order, found, strict=True))
            return [known.get(number) for number in range(len(encodings))]
        illegal = {int(address, 16) // parse.SIZE for address in ILLEGAL.findall(done.stderr)}
        if not illegal:
            raise CassError(f"nvdisasm ended with {done.status}: {done.stderr[-200:].decode(errors='replace')}")
        left = {number: left[number] for place, number in enumerate(order) if place not in illegal}
    return [None] * len(encodings)


def instruction(row: Row, encoding: int, address: int = 0) -> Instruction:
    """The instruction that a row is; CassError names what is odd."""
    return parse._instruction(address, row, encoding)
