"""Special registers: what each of them is in HIP, for groups of 32 lanes."""

_THREAD = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
_AXES = ("x", "y", "z")
_LANE = "(__lane_id() & 31)"

# Register: its type, and an expression that binds no tighter than its operators say.
SPECIAL: dict[str, tuple[str, str]] = {
    "laneid": ("u32", "__lane_id() & 31"),
    "warpid": ("u32", f"({_THREAD}) / 32"),
    "lanemask_eq": ("u32", f"1u << {_LANE}"),
    "lanemask_lt": ("u32", f"(1u << {_LANE}) - 1"),
    "lanemask_le": ("u32", f"(2u << {_LANE}) - 1"),
    "lanemask_ge": ("u32", f"~0u << {_LANE}"),
    "lanemask_gt": ("u32", f"~1u << {_LANE}"),
    "smid": ("u32", "__smid()"),
    "clock": ("u32", "(unsigned)clock64()"),
    "clock_hi": ("u32", "(unsigned)(clock64() >> 32)"),
    "clock64": ("u64", "clock64()"),
    "globaltimer": ("u64", "wall_clock64() * 10"),
    "globaltimer_lo": ("u32", "(unsigned)(wall_clock64() * 10)"),
    "globaltimer_hi": ("u32", "(unsigned)(wall_clock64() * 10 >> 32)"),
    "WARP_SZ": ("u32", "32"),
}
SPECIAL |= {f"tid.{axis}": ("u32", f"threadIdx.{axis}") for axis in _AXES}
SPECIAL |= {f"ntid.{axis}": ("u32", f"blockDim.{axis}") for axis in _AXES}
SPECIAL |= {f"ctaid.{axis}": ("u32", f"blockIdx.{axis}") for axis in _AXES}
SPECIAL |= {f"nctaid.{axis}": ("u32", f"gridDim.{axis}") for axis in _AXES}
