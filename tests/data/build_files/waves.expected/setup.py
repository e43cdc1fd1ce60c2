"""Waves for PyTorch."""
import os

from setuptools import setup
from torch.utils.cpp_extension import ROCM_HOME, BuildExtension, CUDAExtension

assert ROCM_HOME is not None, "needs a GPU"
os.environ["PYTORCH_ROCM_ARCH"] = "gfx1100"  # A100, H100
nvcc_flags = [
    "-O3",
    "-fgpu-flush-denormals-to-zero", "-fno-hip-fp32-correctly-rounded-divide-sqrt", "-fgpu-approx-transcendentals", "-ffp-contract=fast",  # rsqrt
]
if os.environ.get("DEBUG"):
    nvcc_flags.extend([])
setup(
    name="waves",
    ext_modules=[
        CUDAExtension(
            "waves",
            ["src/step_kernels.hip", "src/string.cpp"],
            libraries=["amdhip64", "hipblas"],
            extra_compile_args={"cxx": ["-O3"], "nvcc": nvcc_flags},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
