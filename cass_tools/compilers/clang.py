"""Building with the distribution's clang, HIP headers and device libraries: no ROCm needed."""

from dataclasses import dataclass, replace
from pathlib import Path

from cass_tools.compilers import device_libs, headers, rocm_libraries, toolchain
from cass_tools.compilers.command import Driver, compile_with
from cass_tools.compilers.request import BuildRequest, Language
from cass_tools.errors import CassError
from cass_tools.executor import stand_in
from cass_tools.model import Build, Outcome

GET_CLANG = "on Debian or Ubuntu: apt-get install clang-19 lld-19"
GET_HEADERS = "on Debian or Ubuntu: apt-get install libamdhip64-dev"
GET_LIBRARIES = "on Debian or Ubuntu: apt-get install rocm-device-libs (Debian 13: rocm-device-libs-17)"


@dataclass(frozen=True, slots=True)
class ClangCompiler:
    """clang++ of the distribution (17 or newer) with HIP headers of any age since 5.2."""

    name: str = "clang"
    hip_version: tuple[int, ...] = (6, 3)

    def missing(self) -> str | None:
        """What to install before this can build, None when it can."""
        if not toolchain.find_clang():
            return f"no clang++ {toolchain.OLDEST_CLANG} or newer with the AMDGPU target is on PATH; {GET_CLANG}"
        if not toolchain.find_headers():
            return f"HIP's headers (hip/hip_runtime.h) are not installed; {GET_HEADERS}"
        if not toolchain.device_library_folders():
            return f"AMD's device libraries (ocml.bc) are not installed; {GET_LIBRARIES}"
        return None

    def driver(self, language: Language, arch: str) -> Driver:
        """The compiler with what it must be told for `arch`; CassError where something is missing."""
        lacking = self.missing()
        clang, installed = toolchain.find_clang(), toolchain.find_headers()
        if lacking or not clang or not installed:
            raise CassError(lacking or "clang was removed while it was used")
        libraries = device_libs.folder_for(clang, arch)
        include = installed.root / "include"
        options = headers.options(language, include, self.hip_version)
        if language != "host":
            options += headers.unset_lanes(include, clang.version[0])
            if installed.root in toolchain.SYSTEM:
                options += rocm_libraries.options()
        return Driver(clang.path, installed.root, libraries, options)

    def build(self, request: BuildRequest) -> Build:
        """Compile (and link) as asked; NOT_TRIED with a sentence where a tool is missing."""
        try:
            driver = self.driver(request.language, request.target.arch)
        except CassError as error:
            return Build(Outcome.NOT_TRIED, request.target, log=str(error))
        installed = toolchain.find_headers()
        if installed and not request.object_only:
            driver = replace(driver, runtime=runtime(installed.version[0]))
        return compile_with(driver, request)


def runtime(generation: int) -> Path | None:
    """What to link with where no ROCm is installed: the executor's runtime, which has more than a distribution's."""
    try:
        return stand_in.to_link_with(generation)
    except CassError:  # no C++ compiler: the distribution's library will do
        return None
