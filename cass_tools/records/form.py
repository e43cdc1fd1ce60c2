"""The file of a record: JSON that a person can review, with a digest over all of its content.

Text is kept line by line. The digest tells damage and careless edits; it is no signature of a person.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cass_tools.errors import CassError
from cass_tools.records.launches import Change, Launch

SCHEMA = 1
SUFFIX = ".cass-record.json"
LARGEST = 64 << 20  # bytes of a file that is read as a record


@dataclass(frozen=True, slots=True)
class Record:
    """What one program did.

    `sources` are SHA-256 digests by the name relative to the folder of `source`. `machine` names GPU, driver, tools.
    `again` is what a second run printed, where that was something else. `target` is sm_90 or gfx1100, for example.
    """

    source: str
    target: str
    sources: Mapping[str, str]
    flags: tuple[str, ...]
    args: tuple[str, ...]
    machine: Mapping[str, str]
    status: int
    stdout: bytes
    files: tuple[tuple[str, bytes | None], ...] = ()
    again: bytes | None = None
    launches: tuple[Launch, ...] = field(default=())

    @property
    def words(self) -> str:
        """Where it was made, for a sentence."""
        return f"{self.machine.get('gpu', 'an unknown GPU')} (driver {self.machine.get('driver', 'unknown')})"


def digest(value: Mapping[str, Any]) -> str:
    """The digest of everything but itself, however the file is laid out."""
    content = {key: each for key, each in value.items() if key != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def write(record: Record) -> bytes:
    """The file."""
    value: dict[str, Any] = {
        "cass-record": SCHEMA,
        "source": record.source,
        "target": record.target,
        "sources": dict(record.sources),
        "flags": list(record.flags),
        "args": list(record.args),
        "machine": dict(record.machine),
        "status": record.status,
        "stdout": _text(record.stdout),
        "again": None if record.again is None else _text(record.again),
        "files": {name: None if data is None else _text(data) for name, data in record.files},
        "launches": [_launch_value(launch) for launch in record.launches],
    }
    value["digest"] = digest(value)
    return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"


def read(path: Path) -> Record:
    """The record in a file; CassError where it is none, damaged or edited."""
    try:
        if path.stat().st_size > LARGEST:
            raise CassError(f"{path} is larger than {LARGEST >> 20} MiB, which no record is")
        value = json.loads(path.read_bytes())
    except OSError as error:
        raise CassError(f"{path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise CassError(f"{path} is not a record: it is damaged, or no JSON; record the program again") from error
    if not isinstance(value, dict) or "cass-record" not in value:
        raise CassError(f"{path} is not a record that cass record has made")
    if value["cass-record"] != SCHEMA:
        raise CassError(f"{path} is of another version of cass; record the program again")
    if value.get("digest") != digest(value):
        raise CassError(
            f"{path} was edited or damaged: its digest is not that of its content; record the program again"
        )
    try:
        return _record(value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CassError(f"{path} is not a whole record; record the program again") from error


def _record(value: Mapping[str, Any]) -> Record:
    return Record(
        source=value["source"],
        target=value["target"],
        sources=value["sources"],
        flags=tuple(value["flags"]),
        args=tuple(value["args"]),
        machine=value["machine"],
        status=value["status"],
        stdout=_bytes(value["stdout"]),
        files=tuple((name, None if text is None else _bytes(text)) for name, text in value["files"].items()),
        again=None if value["again"] is None else _bytes(value["again"]),
        launches=tuple(_launch(each) for each in value["launches"]),
    )


def _text(data: bytes) -> list[str] | dict[str, str]:
    """Lines with their ends; base64 for what is no text."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}
    return text.splitlines(keepends=True) if "\0" not in text else {"base64": base64.b64encode(data).decode()}


def _bytes(value: list[str] | Mapping[str, str]) -> bytes:
    return "".join(value).encode() if isinstance(value, list) else base64.b64decode(value["base64"], validate=True)


def _launch_value(launch: Launch) -> dict[str, Any]:
    value: dict[str, Any] = {
        "kernel": launch.kernel,
        "grid": "x".join(map(str, launch.grid)),
        "block": "x".join(map(str, launch.block)),
        "shared": launch.shared,
    }
    if launch.unread:
        return {**value, "unread": launch.unread}
    return {**value, "changed": [_change_value(change) for change in launch.changed]}


def _change_value(change: Change) -> dict[str, Any]:
    return {
        "buffer": change.buffer,
        "bytes": change.size,
        "sha256": change.sha256,
        "type": change.type,
        "samples": [f"{offset}: {' '.join(numbers)}" for offset, numbers in change.samples],
    }


def _launch(value: Mapping[str, Any]) -> Launch:
    grid, block = (tuple(map(int, value[key].split("x"))) for key in ("grid", "block"))
    changed = tuple(_change(each) for each in value.get("changed", ()))
    return Launch(value["kernel"], grid, block, value["shared"], changed, value.get("unread", ""))


def _change(value: Mapping[str, Any]) -> Change:
    samples = (text.split(": ") for text in value["samples"])
    read_back = tuple((int(offset), tuple(numbers.split())) for offset, numbers in samples)
    return Change(value["buffer"], value["bytes"], value["sha256"], value["type"], read_back)
