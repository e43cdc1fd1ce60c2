"""`cass asm view`: mixes, occupancy as LLVM says, control flow, source lines, and the page in a browser."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from cass_tools.asm.flow import blocks
from cass_tools.asm.graph import Node, back_edges, layout, svg
from cass_tools.asm.mix import category, mix
from cass_tools.asm.occupancy import occupancy
from cass_tools.asm.program import Program
from cass_tools.asm.sides import amd_side, ir_side
from cass_tools.asm.statements import functions, statements
from tests.browsing import chromium
from tests.cli.command import Command

DATA = Path(__file__).parents[1] / "data" / "asm"
EXAMPLE = Path(__file__).parents[2] / "examples" / "reduce.cu"


@pytest.mark.parametrize(
    ("name", "amd"),
    [
        ("v_mfma_f32_16x16x4f32", "tensor"),
        ("s_waitcnt", "synchronisation"),
        ("s_and_saveexec_b64", "control flow"),
        ("global_load_b32", "global memory"),
        ("ds_load_b64", "shared memory"),
        ("ds_bpermute_b32", "cross-lane"),
        ("s_load_dwordx4", "constant memory"),
        ("v_cmp_gt_i32_e32", "comparison"),
        ("v_dual_fmac_f32", "floating point"),
        ("v_cvt_f32_u32_e32", "conversion"),
        ("v_dual_mov_b32", "move"),
        ("v_add_nc_u32_e32", "integer and logic"),
        ("nonsense", "other"),
    ],
)
def test_instructions_of_amd_have_a_category(name: str, amd: str) -> None:
    assert category(name, "amd") == amd


@pytest.mark.parametrize(
    ("name", "nvidia"),
    [
        ("HMMA.16816.F32", "tensor"),
        ("BAR.SYNC", "synchronisation"),
        ("LDG.E", "global memory"),
        ("LDS", "shared memory"),
        ("LDL", "local memory"),
        ("SHFL.BFLY", "cross-lane"),
        ("LDC", "constant memory"),
        ("ISETP.GE.AND", "comparison"),
        ("FFMA", "floating point"),
        ("I2F.RP", "conversion"),
        ("MOV", "move"),
        ("IMAD.WIDE", "integer and logic"),
    ],
)
def test_instructions_of_nvidia_have_the_same_categories(name: str, nvidia: str) -> None:
    assert category(name, "nvidia") == nvidia


def test_a_mix_counts_in_the_order_of_the_table() -> None:
    counted = mix(["v_add_f32_e32", "s_waitcnt", "v_mul_f32_e32"], "amd")
    assert list(counted.items()) == [("synchronisation", 1), ("floating point", 2)]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.s")), ids=lambda path: path.name)
def test_occupancy_is_what_llvm_says(path: Path) -> None:
    text = path.read_text()
    read = Program(text.encode(), path.name.split(".")[1])
    said = dict(re.findall(r"\.amdhsa_kernel (\S+).*?; Occupancy: (\d+)", text, re.DOTALL))
    sizes = {name: int(size) for size, name in re.findall(r"max_flat_workgroup_size: (\d+)\n +\.name: +(\S+)", text)}
    assert said
    for kernel, waves in said.items():
        found = occupancy(read.descriptors[kernel], read.gpu, read.wave, sizes[kernel])
        assert found is not None
        assert found.waves == int(waves), kernel


@pytest.mark.parametrize(("gpu", "wave", "vectors", "waves"), [
    ("gfx1100", 32, 24, 16), ("gfx1100", 32, 97, 12), ("gfx1100", 32, 256, 5), ("gfx1100", 64, 256, 2),
    ("gfx90a", 64, 64, 8), ("gfx90a", 64, 65, 7), ("gfx90a", 64, 512, 1), ("gfx1030", 32, 128, 8),
])  # fmt: skip
def test_registers_limit_waves(gpu: str, wave: int, vectors: int, waves: int) -> None:
    text = f"\t.amdhsa_kernel k\n\t.amdhsa_next_free_vgpr {vectors}\n\t.end_amdhsa_kernel\nk:\n\ts_endpgm\n"
    found = occupancy(Program(text.encode(), gpu).descriptors["k"], gpu, wave)
    assert found is not None
    assert (found.waves, found.limit) == (waves, "vector registers" if waves < found.most else "")


def test_local_memory_limits_waves() -> None:
    lines = (".amdhsa_kernel k", ".amdhsa_next_free_vgpr 8", ".amdhsa_group_segment_fixed_size 32768")
    text = "\n".join((*lines, ".end_amdhsa_kernel"))
    found = occupancy(Program(text.encode(), "gfx90a").descriptors["k"], "gfx90a", 64, 256)
    assert found is not None
    assert (found.waves, found.limit) == (2, "local memory")


def test_blocks_end_at_jumps_and_begin_at_their_targets() -> None:
    text = b"f:\n.Ltmp0:\n\ts_nop 0\n\ts_cbranch_scc1 .L2\n\ts_nop 1\n.L1:\n\ts_branch .L1\n.L2:\n\ts_endpgm\n"
    (function,) = functions(statements(text))
    found = blocks(function)
    assert [(block.labels, len(block.code), block.following) for block in found] == [
        ([], 2, [3, 1]),
        ([], 1, [2]),
        ([".L1"], 1, [2]),
        ([".L2"], 1, []),
    ]


NODES = (Node("a", "", (1, 3)), Node("b <&>", "", (2,)), Node("c", "", (1, 3)), Node("d", "", ()))


def test_a_picture_has_layers_and_edges_back() -> None:
    assert back_edges(NODES) == {(2, 1)}
    places = layout(NODES).places
    assert [places[n][1] for n in range(4)] == sorted(places[n][1] for n in range(4))
    picture = ET.fromstring(svg(NODES, "k"))  # noqa: S314 - our own
    assert len(picture.findall(".//{*}rect")) == 4
    assert len(picture.findall(".//{*}path")) == 1 + 5


def test_lines_of_assembly_have_their_source() -> None:
    text = b'\t.file\t1 "." "k.hip"\nf:\n\t.loc\t1 7 3\n\ts_nop 0\n\t.loc\t2 9 1 ; h.h:9:1 @[ k.hip:8:2 ]\n\ts_endpgm\n'
    rows = amd_side(Program(text, "gfx1100")).rows["code"]
    assert [(row.mnemonic, row.file, row.line) for row in rows] == [
        ("", "", 0),
        ("s_nop", "k.hip", 7),
        ("s_endpgm", "k.hip", 8),
    ]


def test_lines_of_ir_have_their_source() -> None:
    text = """define void @f(ptr %p) !dbg !4 {
  %1 = load i32, ptr %p, align 4, !dbg !6
  %2 = add i32 %1, 1, !dbg !7
  ret void
}
!1 = !DIFile(filename: "src/k.hip", directory: "/x")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3)
!6 = !DILocation(line: 5, column: 2, scope: !4)
!7 = !DILocation(line: 90, column: 2, scope: !8, inlinedAt: !6)
!8 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 80)
"""
    rows = ir_side(text).rows["f"]
    assert [(row.mnemonic, row.file, row.line) for row in rows] == [
        ("load", "k.hip", 5),
        ("add", "k.hip", 5),
        ("ret", "", 0),
    ]


def test_text_json_and_svg_of_assembly(cass: Command) -> None:
    text = (DATA / "reduce.gfx90a.s").read_text()
    count = len(re.findall(r"^\t[a-z]\w+", text, re.MULTILINE))
    cass.write("k.gfx90a.s", text)
    said = cass("asm", "view", "k.gfx90a.s")
    assert said.status == 0
    assert f"{count} instructions for gfx90a" in said.out
    assert "8 of 8 waves per SIMD" in said.out
    value = json.loads(cass("asm", "view", "k.gfx90a.s", "--format", "json").out)
    (kernel,) = value["kernels"]
    assert sum(kernel["instructions"]["amd"].values()) == count
    assert kernel["blocks"][0]["name"] == kernel["name"]
    assert cass("asm", "view", "k.gfx90a.s", "-o", "k.svg").status == 0
    assert ET.fromstring(cass.read("k.svg")).tag.endswith("svg")  # noqa: S314 - our own


@pytest.mark.parametrize(("words", "sentence"), [
    (["nosuch.s"], "No such file"),
    (["k.s", "--kernel", "g"], "there is no kernel g; there are f"),
    (["k.s", "-o", "k.pdf"], "choose text, json, html or svg"),
    (["empty.s"], "there is no code in it"),
    (["bad.hip"], "bad.hip does not compile for gfx1100"),
])  # fmt: skip
def test_what_cannot_be_shown_is_a_sentence(cass: Command, words: list[str], sentence: str) -> None:
    cass.write("k.s", "\t.globl f\nf:\n\ts_endpgm\n")
    cass.write("empty.s", "")
    cass.write("bad.hip", "__global__ void k() { nonsense }\n")
    said = cass("asm", "view", *words)
    assert said.status == 2
    assert sentence in said.err


def test_the_page_links_lines_by_keyboard(cass: Command) -> None:
    source = EXAMPLE.read_text().replace("// One warp", "// </script><b id=evil> One warp")
    cass.write("reduce.cu", source)
    assert cass("asm", "view", "reduce.cu", "-o", "page.html").status == 0
    with chromium() as browser:
        page = browser.new_page(color_scheme="dark")
        page.context.set_offline(True)
        page.on("pageerror", lambda error: pytest.fail(f"the page's script: {error}"))
        page.goto((cass.folder / "page.html").absolute().as_uri())
        assert page.locator("#evil").count() == 0
        assert page.locator("#sides h3").all_text_contents()[-1].startswith("gfx1100 assembly")
        page.keyboard.press("j")
        page.keyboard.press("j")
        here = page.locator("#sides section").first.locator(".here").get_attribute("data-src")
        assert here
        assert page.locator("#sides section").last.locator(f'.here[data-src="{here}"]').count() > 0
        page.keyboard.press("Escape")
        assert page.locator("#sides .here").count() == 0
        page.locator("#graph .block").last.click()
        assert page.locator("#sides section").last.locator(".here").count() == 1
        before = page.evaluate("document.documentElement.dataset.theme || 'dark'")
        page.keyboard.press("d")
        assert page.evaluate("document.documentElement.dataset.theme") != before


@pytest.mark.nvidia_tools
def test_nvidias_code_stands_beside(cass: Command) -> None:
    cass.write("reduce.cu", EXAMPLE.read_text())
    value = json.loads(cass("asm", "view", "reduce.cu", "--format", "json").out)
    assert value["notes"] == []
    assert value["kernels"][0]["instructions"]["nvidia"]["global memory"] > 0
