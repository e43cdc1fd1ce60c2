"""What a GPU made of the mutants, beside what is computed here."""

import json
import struct
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.mutations import carrier, execute, listing, sort
from bench.mutations.carrier import Words
from bench.mutations.sort import Sorted
from cass_tools.compilers import nvidia_tools, toolchain
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.instruction import TRUE

HEAD = struct.Struct("<IiI")  # as gpu.py writes it
PLAIN = 0xFFFFFFFF
UNUSED = (41, 42, 43, 67)  # words of a row that the kernel does not store, or of which it does not know the content
STATUS = {-1: "hung", 200: "invalid image", 700: "illegal address", 715: "illegal instruction", 716: "misaligned"}
APPROXIMATE = {"MUFU": 1e-6, "MUFU.TANH": 2.0**-10, "MUFU.F16": 2e-3, "MUFU.BF16": 1e-2}


@dataclass(frozen=True, slots=True)
class Job:
    """A folder of `make`, with what the GPU gave: the driver's status for each mutant, and what was stored."""

    mutants: list[Sorted]
    rows: Words
    uniform: Words
    plain: Words
    statuses: dict[int, int]
    stored: dict[int, Words]


def read(folder: Path) -> Job:
    """A job and its results (FOLDER/result)."""
    mutants = [sort.again(sort.from_json(each)) for each in json.loads((folder / "mutants.json").read_text())]
    rows = np.frombuffer((folder / "inputs.bin").read_bytes(), np.uint32).reshape(carrier.THREADS, carrier.ROW_IN)
    uniform = np.frombuffer((folder / "parameters.bin").read_bytes(), np.uint32)
    statuses, contents = {}, {}
    for file in sorted((folder / "result").glob("results-*.bin")):
        content, at = file.read_bytes(), 0
        while at + HEAD.size <= len(content):
            number, status, length = HEAD.unpack_from(content, at)
            at += HEAD.size + length
            statuses[number], contents[number] = status, content[at - length : at]
    if PLAIN not in contents:
        raise CassError(f"{folder / 'result'} has no results of a GPU")
    shape = carrier.THREADS, carrier.ROW_OUT
    words = {n: np.frombuffer(zlib.decompress(c), np.uint32).reshape(shape) for n, c in contents.items() if c}
    plain = words.pop(PLAIN)
    del statuses[PLAIN]
    return Job(mutants, rows.copy(), uniform.copy(), plain, statuses, {n: each ^ plain for n, each in words.items()})


def computed(job: Job) -> dict[int, Words]:
    """What is stored after each mutant that is accepted, as it is computed here."""
    taken = {str(n): each.instruction for n, each in enumerate(job.mutants) if each.outcome == sort.ACCEPTED}
    apart = {name: each for name, each in taken.items() if each.opcode in execute.OF_WARPS}
    done = execute.alone({n: each for n, each in taken.items() if n not in apart}, job.rows, job.uniform)
    done |= execute.whole(frame(), apart, job.rows, job.uniform, clang())
    return {int(name): words for name, words in done.items()}


def frame() -> execute.Frame:
    """The frame, compiled and disassembled."""
    from bench.mutations import make

    nvcc, nvdisasm = nvidia_tools.find("nvcc"), nvidia_tools.find("nvdisasm")
    if nvcc is None or nvdisasm is None:
        raise CassError(f"nvcc or nvdisasm is not installed: {nvidia_tools.GET}")
    encodings = carrier.code()
    rows = listing.rows(encodings, nvdisasm)
    known = [listing.instruction(row, each) for row, each in zip(rows, encodings, strict=True) if row is not None]
    return execute.Frame(carrier.template(make.compiled(nvcc)), tuple(known))


def clang() -> Path:
    """The compiler of what was lifted."""
    found = toolchain.find_clang()
    if found is None:
        raise CassError("clang is not installed")
    return found.path


def differences(mutant: Sorted, rows: Words, ours: Words, theirs: Words) -> NDArray[np.bool_]:
    """Where two results differ; what NVIDIA states only to a bound may differ by it."""
    wrong: NDArray[np.bool_] = ours != theirs
    wrong[:, UNUSED] = False
    guard = mutant.instruction.guard
    if mutant.instruction.opcode in execute.OF_WARPS and guard is not None and guard.file == "P":
        # A uniform register is the warp's, here each thread's: a thread that the guard leaves out keeps its own.
        held = (
            rows[:, carrier.REGISTERS] >> guard.number & 1 if guard.number != TRUE else np.ones_like(rows[:, 0])
        ) != 0
        wrong[held == guard.inverted, carrier.AT_UNIFORM :] = False
    words = mutant.row["opcode"].split(".") if mutant.row else [""]
    if words[0] == "MUFU":
        half = next((word for word in words[1:] if word in ("F16", "BF16")), "")
        kind = half or ("TANH" if words[1] == "TANH" else "")
        bound = APPROXIMATE[".".join(filter(None, ("MUFU", kind)))]
        wrong &= ~_near(ours, theirs, bound, half or ("F64" if words[1].endswith("64H") else "F32"))
    return wrong


def _near(ours: Words, theirs: Words, bound: float, kind: str) -> NDArray[np.bool_]:
    """Whether the floats (or the halves) in words are near each other, or both no numbers."""
    if kind == "F64":
        pairs = [(each.astype(np.uint64) << np.uint64(32)).view(np.float64) for each in (ours, theirs)]
    elif kind == "F32":
        pairs = [each.view(np.float32).astype(np.float64) for each in (ours, theirs)]
    else:
        parts = [np.ascontiguousarray(each).view(np.uint16) for each in (ours, theirs)]
        if kind == "BF16":
            parts = [(each.astype(np.uint32) << np.uint32(16)).view(np.float32) for each in parts]
        else:
            parts = [each.view(np.float16) for each in parts]
        wide = [each.astype(np.float64) for each in parts]
        low, high = (_close(wide[0][:, n::2], wide[1][:, n::2], bound) for n in (0, 1))
        return low & high
    return _close(pairs[0], pairs[1], bound)


def both_nan(ours: Words, theirs: Words) -> NDArray[np.bool_]:
    """Words that are a NaN in both: as a float, in each half that differs, or as a half of a double."""
    single = _nan(ours, 0x7F800000, 0x7FFFFFFF) & _nan(theirs, 0x7F800000, 0x7FFFFFFF)
    double = _nan(ours, 0x7FEFFFFF, 0x7FFFFFFF) & _nan(theirs, 0x7FEFFFFF, 0x7FFFFFFF)
    lower = np.zeros_like(double)
    lower[:, :-1] = double[:, 1:]
    halves = np.ones_like(double)
    for shift in (np.uint32(0), np.uint32(16)):
        first, second = ((each >> shift) & np.uint32(0xFFFF) for each in (ours, theirs))
        halves &= (first == second) | (_nan(first, 0x7C00, 0x7FFF) & _nan(second, 0x7C00, 0x7FFF))
    return single | double | lower | halves


def _nan(words: Words, limit: int, mask: int) -> NDArray[np.bool_]:
    nan: NDArray[np.bool_] = (words & np.uint32(mask)) > np.uint32(limit)
    return nan


def _close(ours: NDArray[np.float64], theirs: NDArray[np.float64], bound: float) -> NDArray[np.bool_]:
    with np.errstate(all="ignore"):
        near = np.abs(ours - theirs) <= np.maximum(np.abs(theirs), 1) * bound
    same: NDArray[np.bool_] = near | (np.isnan(ours) & np.isnan(theirs)) | (ours == theirs)
    return same


def report(folder: Path, amd: int) -> int:
    """Print what agrees and each mutant that does not; 1 if any."""
    job = read(folder)
    ours = computed(job)
    judged = [n for n in ours if n in job.statuses]
    faults = {n: job.statuses[n] for n in judged if job.statuses[n]}
    wrong = {
        n: d
        for n in judged
        if n not in faults and (d := differences(job.mutants[n], job.rows, ours[n], job.stored[n])).any()
    }
    same = sum(bool((job.stored[n] == job.plain).all()) for n in judged if n not in faults)
    print(
        f"{len(judged)} accepted mutants judged; {len(judged) - len(wrong) - len(faults)} as on the GPU, "
        f"{len(wrong)} differ, {len(faults)} fault there; {same} change nothing for these inputs"
    )
    for n, status in faults.items():
        print(f"fault {STATUS.get(status, status)}: {show(job.mutants[n])}")
    for n, where in wrong.items():
        row, word = np.argwhere(where)[0]
        print(
            f"#{n} {show(job.mutants[n])}: {len(np.unique(np.argwhere(where)[:, 0]))} rows, word {word} of row {row}: "
            f"{ours[n][row, word]:#x}, GPU {job.stored[n][row, word]:#x}"
        )
    _refused(job)
    return int(bool(wrong or faults) or (amd > 0 and not _as_gfx1100(job, ours, amd)))


def show(mutant: Sorted) -> str:
    """Its text and encoding."""
    row = mutant.row or {}
    words = (row.get("predicate"), row.get("opcode"), row.get("operands"))
    return f"{' '.join(filter(None, words))} [{mutant.encoding:026x}]"


def _refused(job: Job) -> None:
    """What the GPU made of those that are refused."""
    outcomes: Counter[str] = Counter()
    for number, status in job.statuses.items():
        mutant = job.mutants[number]
        if mutant.outcome != sort.ACCEPTED:
            outcomes[f"{mutant.outcome}: {STATUS.get(status, status) if status else 'a result'}"] += 1
    print("refused here, and on the GPU: " + ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items())))


def _apart(job: Job, number: int, amd: Words, ours: Words) -> bool:
    """Whether they differ in more than the bits of a NaN."""
    wrong = differences(job.mutants[number], job.rows, amd, ours)
    if (job.mutants[number].row or {})["opcode"][0] in "FDH":
        wrong &= ~both_nan(amd, ours)
    return bool(wrong.any())


def _as_gfx1100(job: Job, ours: Mapping[int, Words], count: int) -> bool:
    """Whether some have the same results as gfx1100 and thread by thread with the whole kernel."""
    names = execute.chosen([str(number) for number in ours], count, 1)
    some = {name: job.mutants[int(name)].instruction for name in names}
    around = frame()
    whole = execute.whole(around, some, job.rows, job.uniform, clang())
    amd = execute.on_amd(around, some, job.rows, job.uniform, clang())
    bad = [n for n in names if (whole[n] != ours[int(n)]).any() or _apart(job, int(n), amd[n], ours[int(n)])]
    print(f"{len(names)} of them as gfx1100 and with the whole kernel on this CPU: {len(bad)} differ")
    for name in bad:
        print(f"#{name} {show(job.mutants[int(name)])}")
    return not bad
