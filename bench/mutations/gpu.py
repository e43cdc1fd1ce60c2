"""Execute mutants on an NVIDIA GPU: a script of its own that needs only Python and the driver (libcuda.so.1).

    OUT=/some/folder python3 gpu.py [FOLDER]

FOLDER (default: where this file is) has what `python -m bench.mutations make` wrote: template.cubin, inputs.bin (the
rows), parameters.bin (what follows the two addresses), slots.bin (the encodings of each mutant, 16 bytes each) and
job.json. Workers share the mutants; one that faults or hangs costs only its worker, which is started again behind it.
OUT gets results-N.bin: for each mutant its number, the driver's status (-1: it hung) and the compressed difference of
its output to that of the kernel without mutants.
"""

import ctypes
import json
import os
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

FILES = 8
HANGS_AFTER, ENDS_AFTER = 10.0, 215.0  # seconds
HEAD = struct.Struct("<IiI")
HUNG = -1


class Gpu:
    """A context on the first GPU, with the buffers of the launch."""

    def __init__(self, folder: Path) -> None:
        self.job = json.loads((folder / "job.json").read_text())
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.cubin = bytearray((folder / "template.cubin").read_bytes())
        self.original = bytes(self.cubin)
        context, device = ctypes.c_void_p(), ctypes.c_int()
        for name, *words in (("cuInit", 0), ("cuDeviceGet", ctypes.byref(device), 0)):
            self.must(name, *words)
        self.must("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.must("cuCtxSetCurrent", context)
        rows = (folder / "inputs.bin").read_bytes()
        self.source, self.target = ctypes.c_uint64(), ctypes.c_uint64()
        self.must("cuMemAlloc_v2", ctypes.byref(self.source), ctypes.c_size_t(len(rows)))
        self.must("cuMemAlloc_v2", ctypes.byref(self.target), ctypes.c_size_t(self.job["output"]))
        self.must("cuMemcpyHtoD_v2", self.source, rows, ctypes.c_size_t(len(rows)))
        self.words = (folder / "parameters.bin").read_bytes()

    def must(self, name: str, *words: object) -> None:
        """Call the driver; ends the worker where it says no."""
        status = getattr(self.cuda, name)(*words)
        if status:
            raise SystemExit(f"{name}: {status}")

    def execute(self, slots: bytes) -> tuple[int, bytes]:
        """The status of a launch with these encodings in the slots, and the output."""
        self.cubin[:] = self.original
        for number, place in enumerate(self.job["places"]):
            part = slots[16 * number : 16 * number + 16]
            self.cubin[place : place + len(part)] = part
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        status = self.cuda.cuModuleLoadData(ctypes.byref(module), bytes(self.cubin))
        status = status or self.cuda.cuModuleGetFunction(ctypes.byref(function), module, self.job["kernel"].encode())
        if status:
            return status, b""
        size = ctypes.c_size_t(self.job["output"])
        self.must("cuMemsetD8_v2", self.target, 0, size)
        words = ctypes.create_string_buffer(self.words, len(self.words))
        pointers = [ctypes.addressof(each) for each in (self.source, self.target, words)]
        given = (ctypes.c_void_p * 3)(*pointers)
        status = self.cuda.cuLaunchKernel(function, 1, 1, 1, self.job["threads"], 1, 1, 0, None, given, None)
        status = status or self.cuda.cuCtxSynchronize()
        if status:
            return status, b""
        output = ctypes.create_string_buffer(self.job["output"])
        self.must("cuMemcpyDtoH_v2", output, self.target, size)
        self.must("cuModuleUnload", module)
        return 0, output.raw


def work(folder: Path, file: str, first: int, step: int) -> None:
    """Execute the mutants first, first + step, ...; ends with 3 after one that faults."""
    gpu = Gpu(folder)
    slots = (folder / "slots.bin").read_bytes()
    size = 16 * len(gpu.job["places"])
    status, plain = gpu.execute(b"")
    if status:
        raise SystemExit(f"the kernel without mutants: {status}")
    base = int.from_bytes(plain, "little")
    with Path(file).open("ab", buffering=0) as out:
        if first == 0:
            content = zlib.compress(plain, 6)
            out.write(HEAD.pack(0xFFFFFFFF, 0, len(content)) + content)
        for number in range(first, len(slots) // size, step):
            status, output = gpu.execute(slots[number * size : number * size + size])
            content = zlib.compress((int.from_bytes(output, "little") ^ base).to_bytes(len(plain), "little"), 6)
            content = b"" if status else content
            out.write(HEAD.pack(number, status, len(content)) + content)
            if status:
                os._exit(3)


def numbers(content: bytes) -> Iterator[int]:
    """The numbers of the mutants in a file, in order."""
    at = 0
    while at + HEAD.size <= len(content):
        number, _, length = HEAD.unpack_from(content, at)
        yield number
        at += HEAD.size + length


class Worker:
    """A process that goes through a share of the mutants, started again where it ends too early."""

    def __init__(self, folder: Path, out: Path, share: int, workers: int, count: int) -> None:
        self.folder, self.share, self.step, self.count = folder, share, workers, count
        self.file = out / f"share-{share}.bin"
        self.file.write_bytes(b"")
        self.process: subprocess.Popen[bytes] | None = None
        self.size, self.since, self.failed = 0, 0.0, 0
        self.start()

    def start(self) -> None:
        """Go on behind the last mutant that was done."""
        done = [number for number in numbers(self.file.read_bytes()) if number != 0xFFFFFFFF]
        self.next = done[-1] + self.step if done else self.share
        self.process = None
        if self.next < self.count and self.failed < 5:
            words = [sys.executable, __file__, str(self.folder), str(self.file), str(self.next), str(self.step)]
            self.process = subprocess.Popen(words)
            self.since = time.time()

    def look(self) -> bool:
        """Whether it still works."""
        if self.process is None:
            return False
        size = self.file.stat().st_size
        if size != self.size:
            self.size, self.since, self.failed = size, time.time(), 0
        if self.process.poll() is not None:
            self.failed += self.process.returncode not in (0, 3)
            self.start()
        elif time.time() - self.since > HANGS_AFTER + (20 if not size else 0):
            self.process.kill()
            self.process.wait()
            done = [number for number in numbers(self.file.read_bytes()) if number != 0xFFFFFFFF]
            with self.file.open("ab") as out:
                out.write(HEAD.pack(done[-1] + self.step if done else self.share, HUNG, 0))
            self.start()
        return self.process is not None


def main() -> None:
    """Share the mutants among workers, or be one of them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent).resolve()
    if len(sys.argv) > 2:
        work(folder, sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
        return
    out = Path(os.environ["OUT"])
    begun = time.time()
    job = json.loads((folder / "job.json").read_text())
    count = (folder / "slots.bin").stat().st_size // (16 * len(job["places"]))
    shares = max(1, min(16, os.cpu_count() or 1, count))
    workers = [Worker(folder, out, share, shares, count) for share in range(shares)]
    working = workers
    while working and time.time() - begun < ENDS_AFTER:
        time.sleep(0.02)
        working = [worker for worker in working if worker.look()]
    for worker in workers:
        if worker.process is not None:
            worker.process.kill()
    for part in range(FILES):
        files = [worker.file for worker in workers[part::FILES]]
        if files:
            (out / f"results-{part}.bin").write_bytes(b"".join(file.read_bytes() for file in files))
        for file in files:
            file.unlink()
    total = sum(len(list(numbers((out / f"results-{p}.bin").read_bytes()))) for p in range(min(FILES, shares)))
    print(f"{total - 1} of {count} mutants in {time.time() - begun:.1f} s")


if __name__ == "__main__":
    main()
