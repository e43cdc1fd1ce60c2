"""Which of the headers we ship a build sees: names that old HIP headers lack, and CUDA's names for CUDA sources."""

from pathlib import Path

from cass_tools.compilers import cuda_headers, half_header
from cass_tools.compilers.request import Language

SHIPPED = Path(__file__).parent.parent / "include"
# CUDA's functions are not marked [[nodiscard]] as HIP's are, and its pragmas are nvcc's.
CUDA_WARNINGS = (
    "-Wno-unused-result",
    "-Wno-register",
    "-Wno-unknown-pragmas",
    "-Wno-pass-failed",
    "-Wno-deprecated-declarations",
)

SHUFFLES = Path("hip", "amd_detail", "amd_warp_functions.h")


def options(language: Language, include: Path, hip_version: tuple[int, ...] = (6, 3)) -> tuple[str, ...]:
    """Options for clang: our folders before HIP's in `include`, whose headers they include in turn.

    `hip_version` is the release that a HIP source is written for: names that only a later one has stay unknown.
    """
    if language == "host":
        return ()
    compat = ("-isystem", str(SHIPPED / "hip_compat"), *half_header.options(include))
    if language == "hip":
        release = 100 * hip_version[0] + (hip_version[1] if len(hip_version) > 1 else 0)
        return ("-DHIP_ENABLE_WARP_SYNC_BUILTINS", f"-DCASS_HIP_RELEASE={release}", *compat)
    folders = (SHIPPED / "cuda_on_hip", cuda_headers.folder())
    places = tuple(word for folder in folders for word in ("-isystem", str(folder)))
    return (*CUDA_WARNINGS, *places, *compat, "-include", str(SHIPPED / "cuda_on_hip" / "cuda_runtime.h"))


def unset_lanes(include: Path, clang: int) -> tuple[str, ...]:
    """Options for clang, by its first version number, where HIP's headers in `include` are older than 5.3.

    Lanes may hand on to shuffles what they never set, as long as nothing reads it: `if (lane == 0) i = atomicAdd(...);
    i = __shfl(i, 0);`. Later headers mark the arguments so; without that clang concludes that every lane is lane 0.
    """
    try:
        text = (include / SHUFFLES).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return ("-Xclang", "-no-enable-noundef-analysis") if clang >= 15 and "MAYBE_UNDEF" not in text else ()
