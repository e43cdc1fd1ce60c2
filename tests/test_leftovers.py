"""What is said about the files of a tree that nobody translates: other programs, and build files that name CUDA."""

from pathlib import Path

import pytest

from cass_tools.layout import Layout
from cass_tools.leftovers import is_build_file, notes
from cass_tools.tree import find

KERNELS = "__global__ void k() {}\n"


def said(root: Path, *, in_place: bool = False, **untried: str) -> list[str]:
    plan = Layout((root,), in_place=True) if in_place else Layout((root,), root.parent / "out")
    return list(notes(find([root]), plan, {root / name: why for name, why in untried.items()}))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "src"
    root.mkdir()
    (root / "kernels.cu").write_text(KERNELS)
    return root


def test_host_programs_that_were_not_tried(tree: Path) -> None:
    [note] = said(tree, main="undefined reference to `glutInit'")
    assert note.startswith(f"{tree}/main has a main and no CUDA of its own; it was not tried")
    assert note.endswith(": undefined reference to `glutInit'")


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("build.sh", "nvcc -o app src/kernels.cu\n", "kernels.cu (now kernels.hip) and nvcc"),
        ("configure.ac", "%.o: %.cu\n\t$(NVCC) -c $<\n", "%.cu and NVCC"),
        (
            "SConstruct",
            "env.Program('x', ['kernels.cu'], LIBS=['-lcudart'])",
            "kernels.cu (now kernels.hip) and -lcudart",
        ),
    ],
)
def test_build_files_that_name_cuda(tree: Path, name: str, text: str, names: str) -> None:
    (tree / name).write_text(text)
    [note] = said(tree)
    assert f"{name} was copied as it is, but names {names}" in note


def test_names_that_stay_are_no_matter(tree: Path) -> None:
    (tree / "build.sh").write_text("hipcc other.cu kernels.cu -x hip kernels.cuh $<\n")
    assert said(tree, in_place=True) == []
    assert "names kernels.cu (now kernels.hip):" in said(tree)[0]
    (tree / "build.sh").write_text("nvcc kernels.cu\n")
    assert "build.sh was left as it is, but names nvcc:" in said(tree, in_place=True)[0]


def test_build_files_by_name() -> None:
    assert all(map(is_build_file, map(Path, ("meson.build", "SConstruct", "build.sh"))))
    assert not any(map(is_build_file, map(Path, ("notes.txt", "x.cpp", "CMakeLists.md", "CMakeLists.txt", "Makefile"))))
