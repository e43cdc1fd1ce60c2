"""Functions that device code calls and no cubin has. Arguments and results are in registers from R4 on."""

from cass_tools.executor.nvidia.lift import places
from cass_tools.executor.nvidia.lift.slots import Slots

BULK_COPY = "__cuda_syscall_cp_async_bulk_unicast"  # sm_120: for a place of which it is not sure that it is the block's
NUMBERS = {"vprintf": 1, "__assertfail": 2, "malloc": 3, "free": 4, BULK_COPY: 5}  # what stands for their addresses
LIBRARY = "@nv_printf(", "@nv_assert_fail(", "@nv_malloc(", "@nv_free("  # these need AMD's device libraries


def call(thread: Slots, name: str) -> None:
    """What the function does with this thread's registers."""
    first, second = thread.pair("R", 4), thread.pair("R", 6)
    if name == "vprintf":
        thread.set_register("R", 4, thread("printf", "i32", first, second))
    elif name == "__assertfail":
        thread.do("assert_fail", first, second, thread.register("R", 8), thread.pair("R", 10))
    elif name == "malloc":
        place = thread("malloc", "i64", first)
        thread.set_register("R", 4, place.trunc("i32"))
        thread.set_register("R", 5, (place >> 32).trunc("i32"))
    elif name == BULK_COPY:
        to, barrier = (
            thread.at("shared", places.shared_base(thread), thread.register("R", number)) for number in (4, 10)
        )
        source = thread.f.emit(
            f"inttoptr {second.typed} to {thread.platform.pointer('global')}", thread.platform.pointer("global")
        )
        thread.do("bulk_in", to, source, thread.register("R", 8), barrier, 1)
    else:
        thread.do("free", first)
