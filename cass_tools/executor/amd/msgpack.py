"""Reading MessagePack, the form of the metadata in AMD code objects."""

import struct
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "bool | int | float | str | bytes | list[Value] | dict[str, Value] | None"

DEEPEST = 32  # levels of nesting; the metadata has four
FIXED = {0xC0: None, 0xC2: False, 0xC3: True}
NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q"}
NUMBERS |= {0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
SIZED = {
    0xC4: ("bytes", 1),
    0xC5: ("bytes", 2),
    0xC6: ("bytes", 4),
    0xD9: ("str", 1),
    0xDA: ("str", 2),
    0xDB: ("str", 4),
}
SIZED |= {0xDC: ("list", 2), 0xDD: ("list", 4), 0xDE: ("map", 2), 0xDF: ("map", 4)}


@dataclass(slots=True)
class _Reader:
    data: bytes
    at: int = 0

    def take(self, size: int) -> bytes:
        part = self.data[self.at : self.at + size]
        if len(part) != size:
            raise ValueError(f"ends inside a value at byte {self.at}")
        self.at += size
        return part

    def value(self, depth: int) -> Value:
        if depth > DEEPEST:
            raise ValueError(f"is nested too deeply at byte {self.at}")
        code = self.take(1)[0]
        if code in FIXED:
            return FIXED[code]
        if code < 0x80 or code >= 0xE0:
            return code - 256 if code >= 0xE0 else code
        if code in NUMBERS:
            form = NUMBERS[code]
            number: int | float = struct.unpack(form, self.take(struct.calcsize(form)))[0]
            return number
        kind, size = self._sized(code)
        if kind == "list":
            return [self.value(depth + 1) for _ in range(size)]
        if kind == "map":
            return dict(self._pair(depth) for _ in range(size))
        content = self.take(size)
        return content.decode("utf-8", "replace") if kind == "str" else content

    def _sized(self, code: int) -> tuple[str, int]:
        if code < 0xC0:
            return ("map", code & 15) if code < 0x90 else ("list", code & 15) if code < 0xA0 else ("str", code & 31)
        if code not in SIZED:
            raise ValueError(f"has an unknown type {code:#x} at byte {self.at - 1}")
        kind, width = SIZED[code]
        size = int.from_bytes(self.take(width), "big")
        if size > len(self.data) - self.at:  # every element takes a byte at least
            raise ValueError(f"ends inside a value at byte {self.at}")
        return kind, size

    def _pair(self, depth: int) -> tuple[str, Value]:
        key = self.value(depth + 1)
        if not isinstance(key, str):
            raise ValueError(f"has a key that is no text at byte {self.at}")
        return key, self.value(depth + 1)


def unpack(data: bytes) -> Value:
    """The first value in ``data``; ValueError (a phrase that says where) for what is cut, too deep or unknown."""
    return _Reader(data).value(0)
