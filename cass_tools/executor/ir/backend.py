"""Native code from LLVM IR text, for the CPU this runs on (llvmlite).

Small pass pipelines only: GPU code arrives optimised and already in vectors of lanes, so the vectorisers and the
unroller would cost time for nothing. Floating point keeps its strict meaning: no fast-math, no contraction.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm


@cache
def _host() -> tuple[str, str]:
    """CPU name and feature string; 512-bit vectors are used where the CPU has them.

    Without AVX-512VL: LLVM 22 makes wrong code of some kernels with 256-bit vectors and masks in registers (bfloat16
    conversions for gfx90a took the branch for NaN), right code without it, and about as fast.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for the one inline instruction that sets the rounding
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten() + ",-prefer-256-bit,-avx512vl"


def cpu_key() -> str:
    """Names everything on this machine that native code depends on: for keys of code caches (16 hex digits)."""
    parts = (llvm.get_process_triple(), *_host(), ".".join(map(str, llvm.llvm_version_info)), llvmlite.__version__)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _target_machine(level: int) -> Any:
    cpu, features = _host()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(cpu=cpu, features=features, opt=level, reloc="pic", codemodel="default")


def _simplify(module: Any, machine: Any, level: int) -> None:
    """Remove unused results; where there is time, fold what the translator wrote naively (half selections, repeated
    splats). Code for level 0 gets no smaller by that, and it costs a third of the whole time."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    passes = llvm.create_new_function_pass_manager()
    if level > 0:
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
    if level > 1:
        passes.add_new_gvn_pass()
        passes.add_dead_store_elimination_pass()
        passes.add_instruction_combine_pass()
    passes.add_aggressive_dce_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


def compile_object(ir: str, *, level: int) -> bytes:
    """A native, position-independent ELF object; `level` 0 (fast to compile) to 2 (fast to run).

    Raises RuntimeError with LLVM's message when the text is not valid IR.
    """
    machine = _target_machine(level)
    module = llvm.parse_assembly(ir)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    _simplify(module, machine, level)
    return bytes(machine.emit_object(module))


@dataclass(frozen=True, slots=True)
class Native:
    """Machine code in this process; it lives as long as this value."""

    address: int
    engine: Any

    def address_of(self, name: str) -> int:
        """Address of another function of the same module."""
        return int(self.engine.get_function_address(name))


def jit(ir: str, name: str, *, level: int = 1) -> Native:
    """Compile as `compile_object` does and load into this process, for tests; `address` is that of `name`."""
    image = compile_object(ir, level=level)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine(level), use_lmm=True)
    engine.add_object_file(llvm.ObjectFileRef.from_data(image))
    engine.finalize_object()
    return Native(int(engine.get_function_address(name)), engine)
