"""Reading the head of a GGUF file: metadata and tensors, without loading it and without trusting it.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (version 2 and 3, little endian). Every count and
length is held against the size of the file, and what is read and kept of it has its limits in all, so a broken or
hostile file gives a sentence and costs little.
"""

import math
import os
import stat
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from cass_tools.errors import CassError

MAGIC = b"GGUF"
MOST_KEYS, MOST_TENSORS = 1 << 16, 1 << 18
MOST_NUMBERS = 1 << 42  # of one tensor
MOST_TEXT = 1 << 24  # bytes of one string: a chat template or a licence
ALL_TEXT = 1 << 26  # bytes of all strings that are read
ALL_ITEMS = 1 << 21  # strings and arrays in arrays, each of which is gone to; the largest vocabularies have 2^18
SHOWN_ITEMS = 64  # items that are kept of an array; its length is known anyhow
DEEPEST = 2  # arrays of arrays
_STRING, _ARRAY = 8, 9
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
# general.file_type, as llama.cpp's llama_ftype numbers it
FILE_TYPES = {
    **{0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S"},
    **{12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 32: "BF16"},
}
# Bytes of a block and elements in it, by ggml's type number: what the size of a tensor follows from.
_BLOCKS = {
    **{0: (4, 1), 1: (2, 1), 2: (18, 32), 3: (20, 32), 6: (22, 32), 7: (24, 32), 8: (34, 32), 9: (36, 32)},
    **{10: (84, 256), 11: (110, 256), 12: (144, 256), 13: (176, 256), 14: (210, 256), 15: (292, 256)},
    **{24: (1, 1), 25: (2, 1), 26: (4, 1), 27: (8, 1), 28: (8, 1), 30: (2, 1)},
}

Value = int | float | bool | str | list["Value"]


@dataclass(frozen=True, slots=True)
class Head:
    """What a GGUF file says of itself: `values` by key; of long arrays only the first items are kept."""

    version: int
    values: dict[str, Value] = field(default_factory=dict)
    tensors: int = 0
    parameters: int = 0
    size: int = 0

    def text(self, key: str) -> str:
        """The string of a key; empty where there is none."""
        found = self.values.get(key)
        return found if isinstance(found, str) else ""

    def number(self, key: str) -> int:
        """The number of a key; 0 where there is none, or none that can count something."""
        found = self.values.get(key)
        fine = isinstance(found, int | float) and math.isfinite(found) and 0 <= found < 1 << 63
        return int(found) if fine and isinstance(found, int | float) else 0

    @property
    def architecture(self) -> str:
        """`qwen2`, `llama` ..."""
        return self.text("general.architecture")

    @property
    def context(self) -> int:
        """Tokens that it was trained for; 0 where it does not say."""
        return self.number(f"{self.architecture}.context_length")

    @property
    def quantisation(self) -> str:
        """`Q4_K_M` and the like."""
        kind = self.number("general.file_type")
        return FILE_TYPES.get(kind, f"type {kind}") if "general.file_type" in self.values else "unknown"

    @property
    def cache_bytes(self) -> int:
        """Bytes that one token takes in the KV cache at 16 bits a number."""
        heads = max(self.number(f"{self.architecture}.attention.head_count"), 1)
        shared = self.number(f"{self.architecture}.attention.head_count_kv") or heads
        width = self.number(f"{self.architecture}.embedding_length") // heads * shared
        return 4 * width * self.number(f"{self.architecture}.block_count")


def read(path: Path) -> Head:
    """The head of a file; CassError with what is wrong with it, a file that is cut short included."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for who writes to it
            raise CassError(f"{path} is no GGUF file: it is not a regular file")
        with path.open("rb") as file:
            return _Reader(file, os.fstat(file.fileno()).st_size, path).head()
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error


class _Reader:
    """A cursor in the file that never reads beyond its end."""

    def __init__(self, file: IO[bytes], size: int, path: Path) -> None:
        self.file = file
        self.size = size
        self.path = path
        self.text_left = ALL_TEXT
        self.items_left = ALL_ITEMS

    def head(self) -> Head:
        if self.file.read(4) != MAGIC:
            raise CassError(f"{self.path} is no GGUF file: it does not begin with 'GGUF'")
        (version,) = self._numbers("I")
        if version not in (2, 3):
            raise CassError(f"{self.path} is GGUF version {version}; versions 2 and 3 can be read")
        tensors, keys = self._numbers("QQ")
        if tensors > MOST_TENSORS or keys > MOST_KEYS:
            raise self._broken(f"it claims {tensors} tensors and {keys} keys")
        values = dict(self._pair() for _ in range(keys))
        needed, parameters = self._tensors(tensors)
        alignment = values.get("general.alignment", 32)
        if not isinstance(alignment, int) or alignment <= 0 or alignment % 8:
            raise self._broken(f"its alignment is {alignment}")
        start = -(-self.file.tell() // alignment) * alignment
        if start + needed > self.size:
            raise CassError(
                f"{self.path} is cut short: its tensors end at byte {start + needed}, the file at {self.size}; "
                "fetch it again"
            )
        return Head(version, values, tensors, parameters, self.size)

    def _tensors(self, count: int) -> tuple[int, int]:
        """The bytes behind the head that tensors take, and how many numbers they hold."""
        needed = parameters = 0
        for _ in range(count):
            name = self._string()
            (dimensions,) = self._numbers("I")
            if dimensions > 4:
                raise self._broken(f"tensor {name!r} has {dimensions} dimensions")
            shape = self._numbers("Q" * dimensions)
            kind, offset = self._numbers("IQ")
            elements = 1
            for length in shape:
                elements *= length
            if elements > MOST_NUMBERS:
                raise self._broken(f"tensor {name!r} claims {elements} numbers")
            block, width = _BLOCKS.get(kind, (0, 1))
            needed = max(needed, offset + -(-elements // width) * block)
            parameters += elements
        return needed, parameters

    def _pair(self) -> tuple[str, Value]:
        key = self._string()
        (kind,) = self._numbers("I")
        return key, self._value(kind, 0)

    def _value(self, kind: int, depth: int) -> Value:
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY and depth < DEEPEST:
            return self._items(depth + 1)
        if kind not in _SCALARS:
            raise self._broken(f"a value has the unknown type {kind}")
        value: Value = self._numbers(_SCALARS[kind])[0]
        return value

    def _items(self, depth: int) -> list[Value]:
        """The first items of an array; the cursor goes behind all of them."""
        inner, length = self._numbers("IQ")
        if length > self.size:
            raise self._broken(f"an array claims {length} items")
        kept = [self._value(inner, depth) for _ in range(min(length, SHOWN_ITEMS))]
        rest = length - len(kept)
        if inner in _SCALARS:
            self._skip(rest * struct.calcsize(f"<{_SCALARS[inner]}"))
            return kept
        self.items_left -= length
        if self.items_left < 0:
            raise self._broken(f"its arrays hold more than {ALL_ITEMS} strings")
        for _ in range(rest):
            if inner == _STRING:
                self._skip(self._length())
            else:
                self._value(inner, depth)
        return kept

    def _string(self) -> str:
        length = self._length()
        self.text_left -= length
        if self.text_left < 0:
            raise self._broken(f"its strings have more than {ALL_TEXT >> 20} MiB")
        return self._bytes(length).decode("utf-8", "replace")

    def _length(self) -> int:
        """The length of the string that follows."""
        (length,) = self._numbers("Q")
        if length > min(MOST_TEXT, self.size):
            raise self._broken(f"a string claims {length} bytes")
        return length

    def _skip(self, count: int) -> None:
        if self.file.tell() + count > self.size:
            raise self._cut()
        self.file.seek(count, os.SEEK_CUR)

    def _numbers(self, form: str) -> tuple[int, ...]:
        return struct.unpack(f"<{form}", self._bytes(struct.calcsize(f"<{form}")))

    def _bytes(self, count: int) -> bytes:
        data = self.file.read(count)
        if len(data) < count:
            raise self._cut()
        return data

    def _cut(self) -> CassError:
        return CassError(f"{self.path} is cut short: the file ends inside its head; fetch it again")

    def _broken(self, what: str) -> CassError:
        return CassError(f"{self.path} is no GGUF file that can be read: {what}")
