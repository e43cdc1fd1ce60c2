"""`cass asm check`: each kind of mistake with its class, its reason and its repair, on the real assembler."""

import json
from pathlib import Path

import pytest

from cass_tools.asm.diagnose import Diagnosis, diagnose
from cass_tools.asm.fixing import repaired
from cass_tools.asm.kinds import kinds as kinds_by_name
from cass_tools.model import Safety
from tests.cli.command import Command

KERNEL = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
\t.text
\t.globl\tscale
\t.p2align 8
\t.type\tscale,@function
scale:
\ts_load_b128 s[4:7], s[0:1], 0x0
\ts_load_b64 s[8:9], s[0:1], 0x10
\tv_lshlrev_b32_e32 v1, 2, v0
\ts_waitcnt lgkmcnt(0)
\tglobal_load_b32 v2, v1, s[4:5]
%s
\ts_cbranch_execz .LBB0_2
\ts_waitcnt vmcnt(0)
\tglobal_store_b32 v1, v2, s[6:7]
.LBB0_2:
\ts_endpgm
\t.section\t.rodata,"a",@progbits
\t.p2align\t6, 0x0
\t.amdhsa_kernel scale
\t\t.amdhsa_kernarg_size 24
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 16
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t.end_amdhsa_kernel
"""


def found(line: str, gpu: str | None = None) -> Diagnosis:
    return diagnose((KERNEL % line).encode(), gpu)


def kinds(line: str) -> list[str]:
    return [finding.rule for finding in found(line).findings]


MISTAKES = [
    ("\tsumba_send_msg_b32 s0", "unknown-instruction", "no instruction of any AMD GPU"),
    ("\ts_mov_b33 s12, 0", "unknown-instruction", "s_mov_b32"),
    ("\tv_mfma_f32_32x32x1f32 a[0:31], v0, v1, a[0:31]", "not-on-this-gpu", "gfx90a"),
    ("\ts_mov_b64 s[11:12], 0", "register-alignment", "even number"),
    ("\ts_load_b128 s[10:13], s[0:1], 0x0", "register-alignment", "multiple of 4"),
    ("\tv_mov_b32_e32 v300, 0", "register-range", "v300"),
    ("\ts_mov_b32 s200, 0", "register-range", "s105"),
    ("\tv_fma_f32 v3, s1, s2, s3", "constant-bus", "two scalar values"),
    ("\tv_fma_f32 v3, 0x12345678, 0x1234, v1", "literal", "one 32-bit literal"),
    ("\ts_add_u32 s12, 0x12345678, 0x9999", "literal", "one 32-bit literal"),
    ("\ts_mov_b64 s[12:13], 0x123456789abcdef0", "literal", "more than 32 bits"),
    ("\tglobal_load_b32 v3, v1, s[4:5] offset:99999", "immediate-range", "does not fit"),
    ("\ts_waitcnt vmcnt(99)", "immediate-range", "vmcnt"),
    ("\tv_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v6, v0", "dual-issue", "even-numbered"),
    ("\tv_dual_add_f32 v4, v1, v0 :: v_dual_mul_f32 v7, v5, v6", "dual-issue", "four banks"),
    ("\tv_add_f32_e32 v3, v1", "operand", "too few operands"),
    ("\tv_add_f32_e32 v3, v1, v0, v4", "operand", "operand 4"),
    ("\tv_add_f64 v3, v[4:5], v[6:7]", "operand", "2 registers wide, v3 is 1"),
    ("\ts_mov_b32 s12, v0", "operand", "vector register"),
    ("\ts_waitcnt foocnt(0)", "operand", "vmcnt, lgkmcnt and expcnt"),
    ("\tv_cndmask_b32_e64 v3, v1, v0, s[12:13]", "operand", "mask of 32 lanes"),
    ("\ts_branch .LBB0_99", "undefined-label", ".LBB0_2"),
    (".LBB0_2:", "redefinition", "already defined"),
    ("\t.set a, b+1\n\t.set b, a+1\n\t.long a", "recursive-symbol", "itself"),
    ("\tv_mov_b32_e32 v3, (1+", "syntax", "expression"),
    (".LBB0_7", "syntax", "colon"),
    ("\t.bogus 1", "directive", ".bogus"),
    ("\t.amdhsa_ieee_mode 1", "directive", "between .amdhsa_kernel"),
    ('\t.include "nosuch.s"', "missing-file", "nosuch.s"),
    ('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"', "target-mismatch", "gfx90a"),
    ("\tv_add_f32_e32 v3, v2, v1", "missing-wait", "line 11"),
    ("\tv_mov_b32_e32 v9, 0", "register-count", "v9"),
]


@pytest.mark.parametrize(
    ("line", "kind", "words"), MISTAKES, ids=[f"{kind}-{n}" for n, (_, kind, _) in enumerate(MISTAKES)]
)
def test_a_mistake_has_its_class_its_place_and_a_reason(line: str, kind: str, words: str) -> None:
    findings = found(line).findings
    of_kind = [each for each in findings if each.rule == kind]
    assert of_kind, [(each.rule, each.message) for each in findings]
    assert words in f"{of_kind[0].message} {of_kind[0].suggestion}"
    number = (KERNEL % line).encode()[: of_kind[0].span.start].count(b"\n") + 1
    expected = 22 if kind == "register-count" else 16 if kind == "redefinition" else 12
    assert number in range(expected, expected + line.count("\n") + 1)


def test_a_file_without_mistakes_has_no_findings() -> None:
    assert found("\tv_mov_b32_e32 v3, 0") == Diagnosis("gfx1100", (), assembled=True)


REPAIRS = [
    ("\ts_mov_b64 s[11:12], 0\n\ts_add_u32 s11, s11, 1", "s[24:25], 0\n\ts_add_u32 s24, s24, 1"),
    ("\tv_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v6, v0", "v_mov_b32_e32 v4, 0\n\tv_mov_b32_e32 v6, v0"),
    ("\tv_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v6, v4", "v_mov_b32_e32 v6, v4\n\tv_mov_b32_e32 v4, 0"),
    ("\tv_fma_f32 v3, v1, 0x12345678, 0x1234", "s_mov_b32 s24, 0x1234\n\tv_fma_f32 v3, v1, 0x12345678, s24"),
    ("\ts_add_u32 s12, 0x12345678, 0x9999", "s_mov_b32 s24, 0x9999\n\ts_add_u32 s12, 0x12345678, s24"),
    ("\ts_mov_b64 vcc, 0x123456789abcdef0", "s_mov_b32 vcc_lo, 0x9abcdef0\n\ts_mov_b32 vcc_hi, 0x12345678"),
    ("\tv_fma_f32 v3, s8, s9, s12", "v_mov_b32_e32 v4, s12\n\tv_fma_f32 v3, s8, s9, v4"),
    ("\ts_waitcnt vmcnt(99)", "s_waitcnt vmcnt(0)"),
    ("\ts_branch .lbb0_2", "s_branch .LBB0_2"),
    ("\ts_branch .LBB0_3\n.LBB0_3", "s_branch .LBB0_3\n.LBB0_3:"),
    ("\tv_add_f32_e32 v3, v2, v1", "s_waitcnt vmcnt(0)\n\tv_add_f32_e32 v3, v2, v1"),
    ("\tv_mov_b32_e32 v9, 0", ".amdhsa_next_free_vgpr 10"),
]


@pytest.mark.parametrize(("line", "after"), REPAIRS)
def test_what_is_sure_is_repaired_and_checked_again(line: str, after: str) -> None:
    done = repaired((KERNEL % line).encode())
    assert after in done.data.decode()
    assert done.after.findings == ()
    assert done.after.assembled


LEFT = [
    "\tv_dual_mov_b32 v4, v6 :: v_dual_mov_b32 v6, v4",  # exchanges two values
    "\ts_mov_b64 s[1:2], 0",  # overlaps the address of the arguments
    "\ts_add_u32 s11, s11, 1\n\ts_mov_b64 s[11:12], 0",  # read before it is written
    "\ts_branch .LBB0_99",
    "\tv_add_f32_e32 v3, v1",
]


@pytest.mark.parametrize("line", LEFT)
def test_what_is_not_sure_stays(line: str) -> None:
    data = (KERNEL % line).encode()
    done = repaired(data)
    assert done.data == data
    assert done.after.findings


def test_a_function_that_is_called_gets_no_register_of_its_callers() -> None:
    text = (KERNEL % "\tv_fma_f32 v3, v1, 0x12345678, 0x1234").replace("s_endpgm", "s_setpc_b64 s[30:31]")
    assert repaired(text.encode()).data == text.encode()


def test_a_missing_directive_gets_what_the_code_needs() -> None:
    text = (KERNEL % "\tv_mov_b32_e32 v5, 0").replace("\t\t.amdhsa_next_free_vgpr 8\n", "")
    done = repaired(text.encode())
    assert "\t.amdhsa_next_free_vgpr 6\n" in done.data.decode()
    assert done.after.findings == ()


def test_only_the_first_line_of_a_broken_descriptor_is_reported() -> None:
    text = (KERNEL % "").replace(".amdhsa_kernarg_size 24", ".amdhsa_bogus 24")
    assert [(each.rule, each.span.start) for each in diagnose(text.encode()).findings] == [
        ("directive", text.index(".amdhsa_bogus"))
    ]


def test_the_constant_bus_of_gfx90a_brings_one_value() -> None:
    text = b"\t.text\nk:\n\tv_fma_f32 v3, s2, s3, s4\n\ts_endpgm\n\t.amdhsa_kernel k\n\t.amdhsa_next_free_vgpr 8\n"
    text += b"\t.amdhsa_next_free_sgpr 8\n\t.amdhsa_accum_offset 8\n\t.end_amdhsa_kernel\n"
    done = repaired(text, "gfx90a")
    assert b"\tv_mov_b32_e32 v4, s3\n\tv_mov_b32_e32 v5, s4\n\tv_fma_f32 v3, s2, v4, v5\n" in done.data
    assert done.after.findings == ()


def test_registers_that_do_not_exist_are_not_asked_for() -> None:
    findings = found("\tv_add_f32_e32 v3, v1, v300").findings
    assert [each.rule for each in findings] == ["register-range"]


def test_spelling_of_another_family_is_repaired() -> None:
    text = """\t.text
k:
\tglobal_load_b32 v2, v[0:1], off
\ts_waitcnt vmcnt(0)
\tv_add_nc_u32_e32 v2, v2, v2
\tglobal_store_b32 v[0:1], v2, off
\ts_endpgm
"""
    done = repaired(text.encode(), "gfx90a")
    assert [each.rule for each in done.before.findings] == ["not-on-this-gpu"] * 3
    assert "global_load_dword v2" in done.data.decode()
    assert "v_add_u32_e32 v2" in done.data.decode()
    assert done.after.findings == ()


def test_vector_pairs_are_even_on_gfx90a_only() -> None:
    text = (
        b"\t.text\nk:\n\tv_mov_b32_e32 v1, 0\n\tv_mov_b32_e32 v2, 0\n\tglobal_store_dword v[1:2], v0, off\n\ts_endpgm\n"
    )
    assert [each.rule for each in diagnose(text, "gfx90a").findings] == ["register-alignment"]
    assert diagnose(text, "gfx1030").findings == ()


def test_a_kernel_without_end_is_found() -> None:
    text = (KERNEL % "").replace("\ts_endpgm\n", "")
    assert [each.rule for each in diagnose(text.encode()).findings] == ["no-end"]


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe\n", b"v_" * 50_000, b"\n" * 1000 + b'.ascii "', b".rept 3\nfoo\n.endr", b":::"]
)
def test_whatever_is_in_a_file_is_an_answer(data: bytes) -> None:
    for finding in diagnose(data).findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(data)


def test_the_command_prints_repairs_and_writes_what_is_better(cass: Command) -> None:
    cass.write("k.s", KERNEL % "\tv_add_f32_e32 v3, v2, v1")
    said = cass("asm", "check", "k.s")
    assert said.status == 1
    assert "k.s:12:20: ASM201 warning: v_add_f32_e32 uses v2 before the load in line 11 has ended" in said.out
    assert "= repair: Insert s_waitcnt vmcnt(0)" in said.out
    shown = cass("asm", "check", "--fix", "--diff", "k.s")
    assert shown.status == 1
    assert "+\ts_waitcnt vmcnt(0)\n" in shown.out
    assert cass.read("k.s") == KERNEL % "\tv_add_f32_e32 v3, v2, v1"
    assert cass("asm", "check", "--fix", "k.s").status == 0
    assert cass.read("k.s") == KERNEL % "\ts_waitcnt vmcnt(0)\n\tv_add_f32_e32 v3, v2, v1"
    assert cass("asm", "check", "k.s").out == "nothing to report in 1 file for gfx1100\n"


def test_json_has_the_classes_of_the_paper(cass: Command) -> None:
    cass.write("k.s", KERNEL % "\ts_mov_b64 s[11:12], 0")
    value = json.loads(cass("asm", "check", "k.s", "--format", "json").out)
    assert [(each["code"], each["class"]) for each in value["findings"]] == [("ASM106", "Register/Alignment")]
    assert value["assembled"] == [{"path": "k.s", "gpu": "gfx1100", "assembles": False, "repaired": []}]
    log = json.loads(cass("asm", "check", "k.s", "--format", "sarif").out)
    assert [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]] == ["ASM106"]


def test_what_cannot_be_checked_is_a_sentence(cass: Command, tmp_path: Path) -> None:
    cass.write("k.s", KERNEL % "")
    assert "gfx9999" in cass("asm", "check", "k.s", "--mcpu", "gfx9999").err
    assert cass("asm", "check", "nosuch.s").status == 2
    assert cass("asm", "check", "k.s", "--diff").status == 2


def test_a_repair_is_of_a_kind_that_is_applied() -> None:
    for line, _ in REPAIRS:
        assert any(f.fix and f.fix.safety is Safety.SAFE for f in found(line).findings), line


def test_the_page_lists_all_classes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "asm-check.md").read_text(encoding="utf-8")
    for kind in kinds_by_name().values():
        assert f"| {kind.code} | {kind.name} | {kind.paper or '-'} | {kind.title} |" in page
