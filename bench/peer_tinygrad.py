"""One launch of a kernel in tinygrad's emulator: a script of its own, for a Python that finds a checkout of tinygrad.

Usage: peer_tinygrad.py JOB. JOB is JSON with the fields of `bench.peers.Job`. Prints milliseconds of wall time and of
processor time of a launch after one that compiled the instructions, and the milliseconds that this one took.
"""

import ctypes
import importlib
import json
import struct
import sys
import time
from pathlib import Path
from typing import Any


def loaded(data: bytes, align: int = 4096) -> tuple[Any, int]:
    """The bytes at an aligned address, which live as long as the first value."""
    room = ctypes.create_string_buffer(len(data) + align)
    address = ctypes.addressof(room) + -ctypes.addressof(room) % align
    ctypes.memmove(address, data, len(data))
    return room, address


def main() -> None:
    """Run the job."""
    emu = importlib.import_module("test.mockgpu.amd.emu")
    job = json.loads(Path(sys.argv[1]).read_text())
    folder = Path(sys.argv[1]).parent
    image, entry = loaded((folder / "image").read_bytes())
    buffers = {name: loaded((folder / name).read_bytes()) for name in ("first", "second", "out")}
    arguments = bytearray(bytes.fromhex(job["arguments"]))
    for name, offset in job["pointers"]:
        struct.pack_into("<Q", arguments, offset, buffers[name][1])
    kept, place = loaded(bytes(arguments))
    user = [place & 0xFFFFFFFF, place >> 32, *[0] * (job["user_sgprs"] - 2)]
    times = []
    for _ in range(2):
        wall, busy = time.perf_counter(), time.process_time()
        emu.run_asm(
            entry + job["entry"],
            len(image),
            *job["grid"],
            *job["block"],
            place,
            rsrc2=job["rsrc2"],
            arch="rdna3",
            user_data=user,
        )
        times.append((1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - busy)))
    room, address = buffers["out"]
    (folder / "out.tinygrad").write_bytes(ctypes.string_at(address, (folder / "out").stat().st_size))
    del kept, room
    print(*times[1], times[0][0])


main()
