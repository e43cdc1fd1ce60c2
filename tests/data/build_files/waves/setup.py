"""Waves for PyTorch."""
import os

from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CUDAExtension

assert CUDA_HOME is not None, "needs a GPU"
os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0"  # A100, H100
nvcc_flags = [
    "-O3",
    "--use_fast_math",  # rsqrt
    "--expt-relaxed-constexpr",
    "-gencode", "arch=compute_80,code=sm_80",
]
if os.environ.get("DEBUG"):
    nvcc_flags.append("-lineinfo")
setup(
    name="waves",
    ext_modules=[
        CUDAExtension(
            "waves",
            ["src/step_kernels.cu", "src/string.cpp"],
            libraries=["cudart", "cublas"],
            extra_compile_args={"cxx": ["-O3"], "nvcc": nvcc_flags},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
