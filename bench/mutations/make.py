"""Make a job: mutants, sorted, with all that a GPU needs to execute them."""

import json
import shutil
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path

from bench.mutations import carrier, mutate, sort
from bench.mutations.sort import Sorted
from cass_tools import proc
from cass_tools.compilers import nvidia_tools
from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import Instruction
from cass_tools.executor.nvidia.parse import disassemble

SOURCE = Path(__file__).with_name("carriers.cu")
REFUSED, ILLEGAL = 600, 200  # how many of those that are not accepted the GPU is given


def make(folder: Path, count: int, seed: int) -> None:
    """`count` mutants that can be judged; prints how they are sorted."""
    tools = {name: nvidia_tools.find(name) for name in ("nvcc", "nvdisasm")}
    nvcc, nvdisasm = tools["nvcc"], tools["nvdisasm"]
    if nvcc is None or nvdisasm is None:
        raise CassError(f"nvcc or nvdisasm is not installed: {nvidia_tools.GET}")
    data = compiled(nvcc)
    sections = disassemble(Cubin(data, SOURCE.name), nvdisasm)
    slow = mutate.slow([each for code in sections.values() for each in code])
    found, left_out = _sorted(mutate.pool(sections), count, seed, nvdisasm)
    outcomes = Counter(each.outcome for each in found)
    print(
        f"{len(found)} mutants of {len(mutate.pool(sections))} instructions: {dict(outcomes)}; not judged: {left_out}"
    )
    chosen = [each for each in found if each.outcome == sort.ACCEPTED]
    chosen += [each for each in found if each.outcome == sort.REFUSED][:REFUSED]
    chosen += [each for each in found if each.outcome == sort.ILLEGAL][:ILLEGAL]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "all.json").write_text(json.dumps([each.as_json() for each in found]))
    _write(folder, carrier.template(data), chosen, slow, seed)


def compiled(nvcc: Path) -> bytes:
    """carriers.cu for sm_90."""
    with tempfile.TemporaryDirectory(prefix="cass-") as folder:
        made = Path(folder) / "carriers.cubin"
        done = proc.run([nvcc, "-cubin", "-arch=sm_90", "-w", "-o", made, SOURCE], timeout=300)
        if done.status != 0:
            raise CassError(f"nvcc does not compile {SOURCE.name}: {done.stderr.decode(errors='replace')[:500]}")
        return made.read_bytes()


def _sorted(pool: list[Instruction], count: int, seed: int, nvdisasm: Path) -> tuple[list[Sorted], Counter[str]]:
    """Different mutants, as many as are wanted, and how many were left out for which reason."""
    found: dict[int, Sorted] = {}
    left_out: Counter[str] = Counter()
    endless = mutate.mutants(pool, seed)
    while len(found) < count:
        some = {each.encoding: each for each in islice(endless, count) if each.encoding not in found}
        found |= {each.encoding: each for each in sort.sort(list(some.values()), nvdisasm, left_out)}
    return list(found.values())[:count], left_out


def _write(folder: Path, template: carrier.Template, chosen: list[Sorted], slow: frozenset[str], seed: int) -> None:
    rows, uniform = carrier.inputs(seed)
    (folder / "template.cubin").write_bytes(template.cubin)
    (folder / "inputs.bin").write_bytes(rows.tobytes())
    (folder / "parameters.bin").write_bytes(uniform.tobytes())
    slots = []
    for each in chosen:
        opcode = each.row["opcode"].split(".")[0] if each.row else ""
        slots.append(carrier.safe(each.encoding, 0 if opcode in slow else None).to_bytes(16, "little"))
    (folder / "slots.bin").write_bytes(b"".join(slots))
    job = {
        "kernel": carrier.KERNEL,
        "threads": carrier.THREADS,
        "output": 4 * carrier.THREADS * carrier.ROW_OUT,
        "places": [template.start + 16 * carrier.slot_index()],
        "seed": seed,
    }
    (folder / "job.json").write_text(json.dumps(job))
    (folder / "mutants.json").write_text(json.dumps([each.as_json() for each in chosen]))
    shutil.copy(Path(__file__).with_name("gpu.py"), folder / "run.py")
