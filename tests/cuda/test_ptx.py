"""Reading `asm` statements: their instructions and registers, and what is PTX at all."""

from importlib import resources

import pytest

from cass_tools.cuda.ptx import advice, read


@pytest.mark.parametrize(
    ("statement", "instructions"),
    [
        (rb'asm("mov.b32 %0, {%1,%2};" : "=r"(d))', ("mov.b32",)),
        (
            rb'asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p bra DONE; @!p ret; DONE: }" :: "r"(x))',
            ("setp.ne.u32", "bra", "ret"),
        ),
        (rb'asm("add.cc.u32 %0, %1, %2;\n\t" "addc.u32 %3, %4, %5;" : "=r"(a))', ("add.cc.u32", "addc.u32")),
        (rb'asm("// nothing.u32 here\n" "popc.b32 %0, %1; /* neg.s32 */" : "=r"(a))', ("popc.b32",)),
        (
            rb'asm("ld.global.L1::evict_last.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a))',
            ("ld.global.L1::evict_last.v4.f32",),
        ),
        (rb'asm(PREFIX "trap;")', ("trap",)),
        (rb'asm(R"x(bar.sync 0;)x")', ("bar.sync",)),
    ],
)
def test_instructions(statement: bytes, instructions: tuple[str, ...]) -> None:
    assembly = read(statement)
    assert assembly.instructions == instructions
    assert assembly.is_ptx


def test_registers_are_told_from_operands() -> None:
    assembly = read(
        rb'asm("mad.lo.u32 %0, %%ntid.x, %%ctaid.x, %1; mov.u64 %2, %%globaltimer; mov.u32 %3, %smid;" : "=r"(a))'
    )
    assert assembly.registers == ("ntid.x", "ctaid.x", "globaltimer", "smid")


def test_operands_are_seen_but_a_clobber_is_none() -> None:
    assert read(rb'asm volatile("" : "+r"(x))').operands
    assert not read(rb'asm volatile("" ::: "memory")').operands
    assert not read(rb'asm volatile("nop")').operands


@pytest.mark.parametrize(
    "text", ["nop", "mov %1, %0", "add x0, x1, x2", "vadd.vv v0, v1, v2", "pause", "fence.i", ".byte 0x0f"]
)
def test_other_assembly_is_not_ptx(text: str) -> None:
    assert not read(f'asm("{text}" : "=r"(x))'.encode()).is_ptx


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("ld.global.nc.u32", "__ldg"),
        ("ld.global.u32", "ordinary load"),
        ("cp.async.cg.shared.global", "ordinary load and store"),
        ("cp.async.wait_all", "__syncthreads"),
        ("%lanemask_lt", "1u << (__lane_id() & 31)"),
        ("unknown.u32", ""),
    ],
)
def test_advice_is_that_of_the_row_with_most_modifiers(name: str, part: str) -> None:
    assert part in advice(name)
    assert bool(advice(name)) is bool(part)


def test_the_table_is_sorted_and_unique() -> None:
    rows = resources.files("cass_tools").joinpath("data/ptx.tsv").read_text(encoding="utf-8").splitlines()[1:]
    names = [row.partition("\t")[0] for row in rows]
    assert names == sorted(set(names))
    assert all(row.count("\t") == 1 for row in rows)


@pytest.mark.parametrize(("text", "is_ptx"), [(b"vshr.u8 q0, q12, #2", False), (b"vshr.u32 q0, q1, #2", False),
                                              (b"vshr.u32.u32.u32.clamp %0, %1, %2;", True)])  # fmt: skip
def test_instructions_of_arm_are_no_video_instructions(text: bytes, is_ptx: bool) -> None:
    assert read(b'asm("' + text + b'")').is_ptx is is_ptx
