"""Control flow of our kernels: blocks partition what is reached, jump tables, calls, recursion, warps that diverge."""

from dataclasses import replace

import pytest

from cass_tools.errors import CassError
from cass_tools.executor.nvidia.cfg import Calls, Goes, Leaves, Routine, routines
from cass_tools.executor.nvidia.instruction import Instruction, Target
from cass_tools.executor.nvidia.unsupported import Unsupported
from tests.executor.nvidia.committed import ARCHITECTURES, SOURCES, cubin, sections

EACH_SM = pytest.mark.parametrize("sm", ARCHITECTURES)


def code(source: str, sm: int, name: str) -> tuple[Instruction, ...]:
    return sections(source, sm)[f".text.{name}"]


def flow(source: str, sm: int, name: str) -> dict[str, Routine]:
    return routines(cubin(source, sm).kernels[name], code(source, sm, name))


def kinds(routine: Routine) -> set[str]:
    return {b.ending.kind for b in routine.blocks.values() if not isinstance(b.ending, Calls)}


@EACH_SM
@pytest.mark.parametrize("source", SOURCES)
def test_blocks_are_whole_disjoint_and_reach_everything(source: str, sm: int) -> None:
    for name, kernel in cubin(source, sm).kernels.items():
        found = routines(kernel, sections(source, sm)[kernel.section])
        assert found[name].entry == 0
        covered: set[int] = set()
        for routine in found.values():
            for start, block in routine.blocks.items():
                places = [d.instruction.address for d in block.instructions]
                assert places == list(range(start, start + 16 * len(places), 16))
                assert all(to in routine.blocks for to in routine.successors(start))
                covered.update(places)
            inside = [d.instruction.address for b in routine.blocks.values() for d in b.instructions]
            assert len(set(inside)) == len(inside)
        left = {i.opcode for i in sections(source, sm)[kernel.section] if i.address not in covered}
        assert left <= {"NOP", "BRA"}, name  # padding, and the endless loop behind the last exit


@EACH_SM
def test_a_loop_goes_back_and_a_guarded_exit_goes_on(sm: int) -> None:
    found = flow("kernels", sm, "k02_daxpy")["k02_daxpy"]
    assert any(to <= start for start in found.blocks for to in found.successors(start))
    exits = [b.ending for b in found.blocks.values() if isinstance(b.ending, Leaves)]
    assert {each.kind for each in exits} == {"exit"}
    assert any(each.rest is not None for each in exits)


@pytest.mark.parametrize("sm", [80, 89, 90])
def test_a_jump_table(sm: int) -> None:
    found = flow("harder", sm, "m01_brx")["m01_brx"]
    tables = [b.ending for b in found.blocks.values() if isinstance(b.ending, Goes) and b.ending.kind == "indirect"]
    assert tables
    assert all(len(each.targets) >= 2 and not each.conditional for each in tables)


@EACH_SM
def test_calls_recursion_and_calls_elsewhere(sm: int) -> None:
    found = flow("kernels", sm, "k18_call")
    assert found["k18_call"].callees == {"$k18_call$_Z2fnfi", "$k18_call$_Z3fn2Pfi"}
    assert "return" in kinds(found["$k18_call$_Z2fnfi"])
    assert "exit" not in kinds(found["$k18_call$_Z2fnfi"])
    recursive = flow("hard", sm, "h7_rec")["$h7_rec$_Z3reci"]
    assert recursive.callees == {"$h7_rec$_Z3reci"}
    printing = flow("hard", sm, "h4_printf")["h4_printf"]
    calls = [b.ending for b in printing.blocks.values() if isinstance(b.ending, Calls)]
    assert [each.indirect for each in calls] == [True]
    assert [each.target for each in calls] == [None]


@EACH_SM
def test_a_function_pointer_is_a_call_that_names_no_function(sm: int) -> None:
    found = flow("hard", sm, "h5_fptr")
    calls = [b.ending for b in found["h5_fptr"].blocks.values() if isinstance(b.ending, Calls)]
    assert [(each.indirect, each.target) for each in calls] == [(True, None)]
    assert {"$h5_fptr$_Z2f1i", "$h5_fptr$_Z2f2i"} <= set(found)


@EACH_SM
def test_convergence_barriers_and_divergent_branches_stay(sm: int) -> None:
    for source, name in (("kernels", "k11_early"), ("harder", "m05_partial"), ("harder", "m12_syncwarp")):
        section = code(source, sm, name)
        kept = {
            d.instruction.address
            for routine in flow(source, sm, name).values()
            for b in routine.blocks.values()
            for d in b.instructions
        }
        wanted = {i.address for i in section if i.opcode in ("BSSY", "BSYNC", "BREAK", "WARPSYNC", "YIELD", "BMOV")}
        assert wanted <= kept
    diverging = [
        b.ending
        for b in flow("harder", sm, "m05_partial")["m05_partial"].blocks.values()
        if isinstance(b.ending, Goes) and b.ending.kind == "diverge"
    ]
    assert diverging
    assert all(each.conditional and len(each.targets) == 2 for each in diverging)


def test_what_cannot_be_followed_is_refused() -> None:
    section = code("harder", 80, "m01_brx")
    kernel = cubin("harder", 80).kernels["m01_brx"]
    with pytest.raises(Unsupported, match="BRX without a table of targets"):
        routines(replace(kernel, branches={}), section)
    wild = [replace(i, operands=(*i.operands[:-1], Target(0x7))) if i.opcode == "BRA" else i for i in section]
    with pytest.raises(CassError, match="control reaches 0x7, where there is no instruction"):
        routines(kernel, wild)
    with pytest.raises(CassError, match="where there is no instruction"):
        routines(kernel, section[:3])
