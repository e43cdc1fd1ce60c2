"""Finding CUDA in directories, where results go, and flags from compile_commands.json."""

import json
from pathlib import Path

import pytest

from cass_tools import compile_commands, layout
from cass_tools.errors import CassError
from cass_tools.layout import Layout, included_names
from cass_tools.tree import closure, find


def plant(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def names(root: Path, paths: tuple[Path, ...]) -> list[str]:
    return [str(path.relative_to(root)) for path in paths]


def test_cuda_by_name_and_by_content(tmp_path: Path) -> None:
    plant(
        tmp_path,
        a_cu="",
        sub__b_cuh="",
        host_cpp="#include <cuda_runtime.h>\n",
        plain_cpp="int x;",
        k_h="__global__ void k();",
        notes_txt="cudaMalloc",
        v_h="int cudaless;",
    )
    found = find([tmp_path])
    assert names(tmp_path, found.cuda) == ["a.cu", "host.cpp", "k.h", "sub/b.cuh"]
    assert names(tmp_path, found.others) == ["notes.txt", "plain.cpp", "v.h"]


def test_a_named_file_counts_whatever_it_is(tmp_path: Path) -> None:
    plant(tmp_path, x_txt="")
    assert find([tmp_path / "x.txt"]).cuda == (tmp_path / "x.txt",)
    assert find([tmp_path / "gone.cu"]).cuda == (tmp_path / "gone.cu",)


def test_hidden_and_ignored_files_are_left_out(tmp_path: Path) -> None:
    plant(tmp_path, a_cu="", b_cu="", build__c_cu="", deep__d_cu="", deep__keep_cu="")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "e.cu").write_text("")
    (tmp_path / ".gitignore").write_text("b.cu\n/build/\n")
    (tmp_path / "deep" / ".gitignore").write_text("*.cu\n!keep.cu\n")
    assert names(tmp_path, find([tmp_path]).cuda) == ["a.cu", "deep/keep.cu"]


def test_folders_that_a_build_made_are_left_out(tmp_path: Path) -> None:
    plant(tmp_path, a_cu="", out__b_cu="", target__c_cu="", deep__CMakeFiles__d_cu="", build__e_cu="")
    (tmp_path / "out/CMakeCache.txt").write_text("")
    (tmp_path / "target/CACHEDIR.TAG").write_text("")
    assert names(tmp_path, find([tmp_path]).cuda) == ["a.cu", "build/e.cu"]
    assert names(tmp_path, find([tmp_path / "out"]).cuda) == ["out/b.cu"]  # it was asked for


def test_a_line_that_is_no_rule_is_passed_over(tmp_path: Path) -> None:
    plant(tmp_path, a_cu="", b_cu="")
    (tmp_path / ".gitignore").write_text("!\nb.cu\n")
    assert names(tmp_path, find([tmp_path]).cuda) == ["a.cu"]


def test_rules_of_the_repository_above_hold(tmp_path: Path) -> None:
    plant(tmp_path, src__a_cu="", src__gen__b_cu="")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("gen/\n")
    assert names(tmp_path, find([tmp_path / "src"]).cuda) == ["src/a.cu"]


def test_headers_that_only_use_types_and_functions_of_gpus_are_cuda(tmp_path: Path) -> None:
    plant(
        tmp_path,
        types_h="inline float f(__nv_bfloat16 x);\n",
        votes_h="#define ANY(x) __any_sync(FULL, x)\n",
        index_h="#define IDX (blockIdx.x * N)\n",
        plain_h="int atomic_sync(int); struct blockIdx;\n",
    )
    assert sorted(names(tmp_path, find([tmp_path]).cuda)) == ["index.h", "types.h", "votes.h"]


def test_the_output_directory_is_not_input(tmp_path: Path) -> None:
    plant(tmp_path, a_cu="", out__a_cu="")
    assert names(tmp_path, find([tmp_path], leave_out=tmp_path / "out").cuda) == ["a.cu"]


def test_links_to_directories_are_not_followed(tmp_path: Path) -> None:
    plant(tmp_path, real__a_cu="")
    (tmp_path / "real" / "loop").symlink_to(tmp_path)
    assert names(tmp_path, find([tmp_path]).cuda) == ["real/a.cu"]


def test_closure_follows_includes_beside_and_in_folders(tmp_path: Path) -> None:
    plant(
        tmp_path,
        src__a_cu='#include "b.h"\n# include <c.h>\n#include "gone.h"\n',
        src__b_h='#include "../other/d.h"\n#include "b.h"\n',
        inc__c_h="",
        other__d_h="",
    )
    assert sorted(names(tmp_path, closure(tmp_path / "src/a.cu", [tmp_path / "inc"]))) == [
        "inc/c.h",
        "other/d.h",
        "src/b.h",
    ]


def test_closure_leaves_out_headers_of_hips_libraries(tmp_path: Path) -> None:
    plant(
        tmp_path,
        a_cu="#include <thrust/reduce.h>\n#include <own.h>\n",
        rocm__thrust__reduce_h="#include <thrust/system/cuda/detail/reduce.h>\n",
        inc__own_h="",
    )
    folders = [tmp_path / "rocm", tmp_path / "inc"]
    (tmp_path / "rocm/thrust/rocthrust_version.hpp").write_text("")
    assert names(tmp_path, closure(tmp_path / "a.cu", folders)) == ["inc/own.h"]


def test_places_in_another_tree_beside_and_in_place(tmp_path: Path) -> None:
    plant(tmp_path, src__a_cu='#include "part.cu"\n', src__part_cu="", src__sub__b_cuh="", src__c_cpp="")
    src, out = tmp_path / "src", tmp_path / "out"
    plan = Layout((src,), out, False, included_names(find([src]).cuda))
    placed = {name: plan.place(src / name).path for name in ("a.cu", "part.cu", "sub/b.cuh", "c.cpp")}
    assert names(out, tuple(placed.values())) == ["a.hip", "part.cu", "sub/b.cuh", "c.cpp"]
    assert Layout((src / "a.cu",)).place(src / "a.cu").path == src / "a.hip"
    assert Layout((src / "sub/b.cuh",)).place(src / "sub/b.cuh").path == src / "sub/b.hip.cuh"
    assert Layout((src,), in_place=True).place(src / "a.cu").path == src / "a.cu"
    assert Layout((src / "a.cu",), tmp_path / "y.hip").place(src / "a.cu").path == tmp_path / "y.hip"
    assert Layout((src / "a.cu",), tmp_path).place(src / "a.cu").path == tmp_path / "a.hip"


def test_several_trees_keep_their_names(tmp_path: Path) -> None:
    plant(tmp_path, one__a_cu="", two__a_cu="")
    plan = Layout((tmp_path / "one", tmp_path / "two"), tmp_path / "out")
    assert plan.place(tmp_path / "two/a.cu").path == tmp_path / "out/two/a.hip"


@pytest.mark.parametrize(
    ("output", "in_place", "sentence"),
    [(None, False, "give -o DIRECTORY"), ("out", True, "exclude each other"), (".", False, "is the source itself")],
)
def test_requests_without_a_place(tmp_path: Path, output: str | None, in_place: bool, sentence: str) -> None:
    with pytest.raises(CassError, match=sentence):
        layout.check([tmp_path], tmp_path / output if output else None, in_place)


def test_standard_output_is_no_place(tmp_path: Path) -> None:
    with pytest.raises(CassError, match="--stdout prints"):
        layout.check([tmp_path / "a.cu"], Path("-"), in_place=False)


def test_flags_that_change_how_a_source_reads(tmp_path: Path) -> None:
    plant(tmp_path, build__x="", src__a_cu="", src__b_cu="")
    entries = [
        {
            "directory": str(tmp_path / "build"),
            "file": "../src/a.cu",
            "command": "nvcc -arch=sm_80 -I../inc -isystem sys -DN=4 -D M -std=c++17 -O3 -o a.o -c ../src/a.cu",
        },
        {"directory": str(tmp_path), "file": "src/b.cu", "arguments": ["nvcc", "-UX", "-include", "pre.h", "src/b.cu"]},
    ]
    (tmp_path / "build/compile_commands.json").write_text(json.dumps(entries))
    found = compile_commands.near(tmp_path)
    build = tmp_path / "build"
    flags = found.of(tmp_path / "src/a.cu")
    assert flags == (f"-I{build / '../inc'}", "-isystem", f"{build / 'sys'}", "-DN=4", "-DM", "-std=c++17", "-O3")
    assert found.of(tmp_path / "src/b.cu") == ("-UX", "-include", str(tmp_path / "pre.h"))
    assert found.of(tmp_path / "src/c.cu") == ()
    assert compile_commands.include_folders(flags) == (build / "../inc", build / "sys")


def test_a_broken_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "compile_commands.json").write_text('[{"file": 3}]')
    with pytest.raises(CassError, match="is not a compile_commands"):
        compile_commands.near(tmp_path)
