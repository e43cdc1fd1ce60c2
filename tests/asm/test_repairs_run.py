"""Repairs do not change what a program computes: repaired code is put into the program and run on the executor."""

import re
import subprocess
from pathlib import Path

import pytest

from cass_tools.asm.assembler import assemble
from cass_tools.asm.fixing import repaired
from cass_tools.asm.program import Program
from cass_tools.asm.refine import Reason
from cass_tools.asm.repairs import repair
from cass_tools.asm.statements import Form
from cass_tools.asm.viewed import text_of
from cass_tools.compilers.bundle import offload_bundle
from cass_tools.compilers.clang import ClangCompiler
from cass_tools.engine import apply
from cass_tools.executor.link import linker
from cass_tools.executor.stand_in import to_link_with
from cass_tools.model import Outcome, Target
from cass_tools.runners import Limits
from cass_tools.runners.exec import ExecRunner

pytestmark = pytest.mark.gpu_code
SOURCE = Path(__file__).parents[2] / "examples" / "renamed" / "reduce.hip"
GPU = "gfx1100"


def output(text: bytes, folder: Path) -> bytes:
    """What the program prints with this code for the GPU in it."""
    folder.mkdir()
    made = assemble(text, GPU)
    assert made.object, made.messages
    (folder / "k.o").write_bytes(made.object)
    subprocess.run([str(linker()), "-shared", "k.o", "-o", "k.hsaco"], cwd=folder, check=True)
    (folder / "k.hipfb").write_bytes(offload_bundle({GPU: (folder / "k.hsaco").read_bytes()}))
    driver = ClangCompiler().driver("hip", GPU)
    words = [str(driver.path), *driver.options, f"--rocm-path={driver.rocm_path}", "-w", "-x", "hip", str(SOURCE)]
    words += ["--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", "k.hipfb", "-c", "-o", "h.o"]
    subprocess.run(words, cwd=folder, check=True)
    runtime = to_link_with(5)
    subprocess.run([str(driver.path), "h.o", f"-L{runtime}", "-lamdhip64", "-o", "program"], cwd=folder, check=True)
    run = ExecRunner().run(folder / "program", Target(GPU), limits=Limits(timeout=120.0), cwd=folder)
    assert run.outcome is Outcome.PASSED, run.detail
    assert run.launches
    return run.stdout


def moved(text: str, old: int, new: int) -> str:
    """A pair of scalar registers under other numbers, everywhere in the code."""
    text = re.sub(rf"\bs\[{old}:{old + 1}\]", f"s[{new}:{new + 1}]", text)
    return re.sub(rf"\bs{old + 1}\b", f"s{new + 1}", re.sub(rf"\bs{old}\b", f"s{new}", text))


def test_repaired_code_computes_the_same(tmp_path: Path) -> None:
    text = text_of(SOURCE, SOURCE.read_bytes(), "amd", GPU)
    expected = output(text.encode(), tmp_path / "whole")
    assert expected.count(b"\n") > 2
    code, _, rest = text.partition("\t.section\t.rodata")
    broken = moved(code, 2, 21) + "\t.section\t.rodata" + rest
    broken = re.sub(r"\n\ts_waitcnt (?:vm|lgkm)[^\n]*", "", broken)
    done = repaired(broken.encode(), GPU)
    assert {each.rule for each in done.made} == {"register-alignment", "missing-wait"}
    assert done.after.findings == ()
    assert b"s[21:22]" not in done.data
    assert output(done.data, tmp_path / "repaired") == expected


def test_pairs_that_are_split_compute_the_same(tmp_path: Path) -> None:
    data = text_of(SOURCE, SOURCE.read_bytes(), "amd", GPU).encode()
    expected = output(data, tmp_path / "whole")
    read, edits = Program(data, GPU), []
    for each in read.statements:
        if each.form is Form.INSTRUCTION and "::" in each.operands:
            fix = repair(Reason("dual-issue", "", "", each.span), each, read)
            edits += list(fix.edits) if fix else []
    assert edits
    split = apply(data, edits)
    assert split.count(b"::") < data.count(b"::")
    assert output(split, tmp_path / "split") == expected
