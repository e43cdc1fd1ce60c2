"""NVIDIA's machine code as the CASS models were trained to read it: no addresses, no encodings, no spare white space.

The form is that of the paper's data: `cuobjdump -sass` without comments and indentation, kernel after kernel.
"""

from collections.abc import Collection, Iterator, Mapping

from cass_tools.executor.nvidia.cubin import Cubin
from cass_tools.executor.nvidia.instruction import Instruction

END = ".........."
FLAGS = "EF_CUDA_TEXMODE_UNIFIED EF_CUDA_64BIT_ADDRESS EF_CUDA_SM{0} EF_CUDA_VIRTUAL_SM(EF_CUDA_SM{0})"


def normalised(cubin: Cubin, code: Mapping[str, tuple[Instruction, ...]], kernels: Collection[str]) -> str:
    """The text of these kernels, in the cubin's order; `code` is what parse.disassemble gives."""
    return "\n".join(_lines(cubin, code, kernels)) + "\n"


def _lines(cubin: Cubin, code: Mapping[str, tuple[Instruction, ...]], kernels: Collection[str]) -> Iterator[str]:
    yield f"code for sm_{cubin.sm}"
    for name, kernel in cubin.kernels.items():
        if name in kernels:
            yield f"Function : {name}"
            yield f'.headerflags @"{FLAGS.format(cubin.sm)}"'
            for instruction in code.get(kernel.section, ()):
                yield f"{' '.join(instruction.text.split())} ;"
            yield END
