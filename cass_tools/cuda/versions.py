"""The CUDA that sources are read for, where they ask for its version: 12.0, the release whose functions HIP has.

Light to import.
"""

LIKE = {
    "CUDART_VERSION": 12000,
    "CUDA_VERSION": 12000,
    "__CUDACC_VER_MAJOR__": 12,
}
"""What the macros are for it that tests of them are decided by."""
ELSEWHERE = {"__CUDACC_VER_MINOR__": 0, "__CUDACC_VER_BUILD__": 140}
"""And those that say nothing alone."""
