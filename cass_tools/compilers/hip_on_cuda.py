"""A HIP program built by NVIDIA's compiler, for NVIDIA's machine code: the port runs on the original's hardware too.

Through our own headers with HIP's names (include/hip_on_cuda and hip_headers.py), at 32 lanes. What only AMD's compiler
has is not built, and nothing is said about it then.
"""

from dataclasses import dataclass, replace

from cass_tools.compilers import hip_headers, nvcc
from cass_tools.compilers.request import BuildRequest
from cass_tools.model import Build

DEFINED = ("-D__HIP_PLATFORM_NVIDIA__=1",)


@dataclass(frozen=True, slots=True)
class HipOnCuda:
    """nvcc for sources in HIP; requests are in the language "nvidia"."""

    name: str = "nvcc"

    def missing(self) -> str | None:
        """What to install before this can build, None when it can."""
        return nvcc.missing()

    def build(self, request: BuildRequest) -> Build:
        """The program or cubin, as NvccCompiler.build."""
        if self.missing():
            return nvcc.NvccCompiler().build(request)
        folders = (hip_headers.WRITTEN, hip_headers.folder(), *request.include_dirs)
        return nvcc.NvccCompiler().build(replace(request, include_dirs=folders, flags=(*DEFINED, *request.flags)))
