"""Building with the user's ROCm: its amdclang++ (hipcc where that is all there is), headers and device libraries."""

from dataclasses import dataclass

from cass_tools.compilers import device_libs, headers, toolchain
from cass_tools.compilers.command import Driver, compile_with
from cass_tools.compilers.request import BuildRequest, Language
from cass_tools.errors import CassError
from cass_tools.model import Build, Outcome

OLDEST_HEADERS = (5, 5)
GET_ROCM = "install ROCm 5.5 or newer and set ROCM_PATH, or use --compiler clang"


@dataclass(frozen=True, slots=True)
class RocmCompiler:
    """The ROCm that ROCM_PATH, /opt/rocm or PATH names, if its headers are new enough; never the NVIDIA platform."""

    name: str = "hipcc"
    hip_version: tuple[int, ...] = (6, 3)

    def missing(self) -> str | None:
        """What to install before this can build, None when it can."""
        rocm = toolchain.find_rocm()
        if not rocm:
            return f"no ROCm was found; {GET_ROCM}"
        if rocm.headers.version < OLDEST_HEADERS:
            found = ".".join(map(str, rocm.headers.version))
            return f"the ROCm in {rocm.root} has HIP {found}, too old for current clang; {GET_ROCM}"
        if not toolchain.version_of(rocm.compiler):
            return f"{rocm.compiler} does not run; {GET_ROCM}"
        return None

    def driver(self, language: Language, arch: str) -> Driver:
        """The compiler with what it must be told for `arch`; CassError where ROCm is missing."""
        lacking = self.missing()
        rocm = toolchain.find_rocm()
        if lacking or not rocm:
            raise CassError(lacking or "ROCm was removed while it was used")
        clang = toolchain.Clang(rocm.compiler, toolchain.version_of(rocm.compiler) or (0, 0))
        libraries = device_libs.folder_for(clang, arch, rocm.root)
        options = headers.options(language, rocm.headers.root / "include", self.hip_version)
        return Driver(rocm.compiler, rocm.root, libraries, options)

    def build(self, request: BuildRequest) -> Build:
        """Compile (and link) as asked; NOT_TRIED with a sentence where ROCm is missing."""
        try:
            driver = self.driver(request.language, request.target.arch)
        except CassError as error:
            return Build(Outcome.NOT_TRIED, request.target, log=str(error))
        return compile_with(driver, request)
