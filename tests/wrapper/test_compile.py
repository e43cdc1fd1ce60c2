"""Every step of nvcc and gcc, with names of the user in what is made, and files of the user untouched."""

import os
import re
from pathlib import Path

import pytest

from cass_tools.executor.amd.fatbin import MAGIC, entries
from cass_tools.wrapper.toolbox import toolbox
from tests.wrapper.command import HIPCC, KERNEL, PROGRAM, Project

pytestmark = pytest.mark.gpu_code


@pytest.mark.parametrize("arch", ["gfx1100", "gfx90a"])
def test_a_program_runs_here_when_it_is_started_plainly(project: Project, arch: str) -> None:
    built = project("-O2", "-arch=sm_80", "main.cu", "-o", "main", "-lcudart", CASS_TARGET="exec", CASS_ARCH=arch)
    assert (built.status, built.out, built.err) == (0, "", "")
    assert project.run("./main").out == "693\n"
    assert project.names() == {"main", "main.cu", "scale.cuh"}
    assert (project.folder / "main.cu").read_text() == PROGRAM
    assert (project.folder / "scale.cuh").read_text() == KERNEL


def test_code_for_all_gpus_that_are_named(project: Project) -> None:
    assert project("--offload-arch=gfx90a,gfx1100", "-c", "main.cu").status == 0
    archs = [entry.arch for entry in entries((project.folder / "main.o").read_bytes()) if entry.arch]
    assert archs == ["gfx90a", "gfx1100"]
    (project.folder / "cass.toml").write_text('[hipcc]\narch = ["gfx942"]\n')
    assert project("-c", "main.cu", CASS_ARCH="").status == 0
    assert [e.arch for e in entries((project.folder / "main.o").read_bytes()) if e.arch] == ["gfx942"]


def test_messages_are_on_the_lines_of_the_user(project: Project) -> None:
    header = KERNEL.replace("#pragma once\n", "#pragma once\n#include <cooperative_groups.h>\n\n")
    project.write(scale__cuh=header.replace("x[i] *= a", "x[i] *= missing"))
    said = project("-c", "main.cu", "-o", "main.o")
    line = 1 + header.splitlines().index("  if (i < n) x[i] *= a;")
    assert said.status == 1
    assert f"./scale.cuh:{line}:" in said.err
    assert "missing" in said.err
    assert "main.o" not in project.names()


def test_no_object_is_left_of_an_earlier_build(project: Project) -> None:
    assert project("-c", "main.cu", "-o", "main.o").status == 0
    project.write(main__cu=PROGRAM + "\nwrong\n")
    assert project("-c", "main.cu", "-o", "main.o").status == 1
    assert "main.o" not in project.names()


def test_dependencies_name_the_files_of_the_user(project: Project) -> None:
    assert project("-MM", "main.cu").out.replace("\\\n", "").split() == ["main.o:", "main.cu", "scale.cuh"]
    assert project("-MMD", "-c", "main.cu", "-o", "x.o").status == 0  # nvcc replaces the suffix
    assert (project.folder / "x.d").read_text().replace("\\\n", "").split() == ["x.o:", "main.cu", "scale.cuh"]
    assert project("-MMD", "-MF", "q", "-MT", "goal", "-MP", "-c", "main.cu").status == 0
    words = (project.folder / "q").read_text().replace("\\\n", "").split()
    assert words == ["goal:", "main.cu", "scale.cuh", "scale.cuh:"]
    assert "hip_runtime.h" in project("-M", "main.cu").out


@pytest.mark.parametrize(("words", "file", "target"), [((), "main.d", "main.o"), (("-o", "prog"), "prog.d", "prog")])
def test_dependencies_of_a_program(project: Project, words: tuple[str, ...], file: str, target: str) -> None:
    """nvcc names what its command makes."""
    assert project("-MD", "main.cu", *words).status == 0
    text = (project.folder / file).read_text()
    assert text.startswith(f"{target}: main.cu")
    assert "scale.cuh" in text


def test_messages_are_all_that_is_wanted(project: Project) -> None:
    before = project.names()
    assert project("-fsyntax-only", "-c", "main.cu", "-o", "x.o", CASS_ARCH="gfx1100,gfx90a").status == 0
    project.write(wrong__cu="#ifdef __HIP_DEVICE_COMPILE__\n#error no kernel\n#endif\n")
    said = project("-fsyntax-only", "wrong.cu", "-o", "scale.cuh")
    assert said.status == 1 and "wrong.cu:2:2: error: no kernel" in said.err
    assert project.names() == {*before, "wrong.cu"}


def test_text_after_the_preprocessor(project: Project) -> None:
    text = project("-E", "main.cu").out
    assert "hipMemcpy(device" in text
    assert '"./scale.cuh"' in text
    assert project("-E", "main.cu", "-o", "main.ii").out == ""
    assert (project.folder / "main.ii").read_text() == text


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("-MD -c main.cu", {"main.o", "main.d"}),
        ("-c main.cu other.cpp -odir .", {"main.o", "other.o"}),
        ("-MD -MF deps main.cu -o program", {"program", "deps"}),
        ("-MMD main.cu", {"a.out", "main.d"}),
        ("-ptx main.cu", {"main.ptx"}),
        ("-lib main.cu -o libmain.a", {"libmain.a"}),
    ],
)
def test_what_was_made_is_removed(project: Project, line: str, made: set[str]) -> None:
    project.write(other__cpp="int other;\n", main__o="", unit__o="")
    before = project.names() - {"main.o"}
    for name in made:
        (project.folder / name).write_text("made\n")
    kept = {"main.o"} - made
    assert project(*line.split(), "-clean").status == 0
    assert project.names() == before | kept


def test_text_after_the_preprocessor_is_not_translated_again(project: Project) -> None:
    project.write(host__cpp="#include <vector>\nint main() { return std::vector<int>(3).size() - 3; }\n")
    assert project("-E", "host.cpp", "-o", "host.ii").status == 0
    assert project("host.ii", "-o", "host").status == 0
    assert project.run("./host").status == 0
    assert project("-E", "main.cu", "-o", "main.ii").status == 0
    said = project("-c", "main.ii")
    assert (said.status, "main.o" in project.names()) == (1, False)
    assert "give the source it came from" in said.err


def test_standard_input(project: Project) -> None:
    assert project("-x", "cu", "-c", "-", "-o", "in.o", stdin=PROGRAM).status == 0
    said = project("-x", "cu", "-c", "-", stdin=f"{PROGRAM}wrong\n")
    assert f"<stdin>:{PROGRAM.count(chr(10)) + 1}:1: error" in said.err


def test_code_for_gpus_alone(project: Project) -> None:
    assert project("-cubin", "main.cu").status == 0
    assert (project.folder / "main.cubin").read_bytes().startswith(b"\x7fELF")
    for option in ("-ptx", "-fatbin"):
        assert project(option, "main.cu", "-o", "device", CASS_ARCH="gfx1100,gfx90a").status == 0
        code = (project.folder / "device").read_bytes()
        assert code.startswith(MAGIC)
        assert [entry.arch for entry in entries(code) if entry.arch] == ["gfx1100", "gfx90a"]


def test_device_only_makes_a_bundle_as_clang_does(project: Project) -> None:
    assert project("--cuda-device-only", "-MD", "-c", "main.cu", "-o", "main.o", CASS_ARCH="gfx1100,gfx90a").status == 0
    code = (project.folder / "main.o").read_bytes()
    assert [entry.arch for entry in entries(code) if entry.arch] == ["gfx1100", "gfx90a"]
    assert (project.folder / "main.d").read_text().startswith("main.o: main.cu")
    assert project("--offload-device-only", "main.cu").status == 0
    whole = project.folder / "main.cu-hip-amdgcn-amd-amdhsa.hipfb"
    assert [entry.arch for entry in entries(whole.read_bytes()) if entry.arch] == ["gfx1100"]
    assert project("--cuda-device-only", "main.cu", "--cuda-host-only", "-c", "-o", "host.o").status == 0
    assert b"__hip_module_ctor" in (project.folder / "host.o").read_bytes()


@pytest.mark.parametrize(
    ("words", "ending", "start"),
    [
        ("-c --no-gpu-bundle-output", "out", b"\x7fELF"),
        ("-S", "s", b"\t.text\n\t.amdgcn_target"),
        ("-S -emit-llvm", "ll", b"; ModuleID"),
        ("-dc", "bc", b"BC"),
    ],
)
def test_device_only_makes_a_file_for_each_gpu(project: Project, words: str, ending: str, start: bytes) -> None:
    said = project("--cuda-device-only", *words.split(), "main.cu", CASS_ARCH="gfx1100,gfx90a")
    assert said.status == 0, said.err
    for gpu in ("gfx1100", "gfx90a"):
        assert (project.folder / f"main-hip-amdgcn-amd-amdhsa-{gpu}.{ending}").read_bytes().startswith(start)
    said = project("--cuda-device-only", *words.split(), "main.cu", "-o", "one", CASS_ARCH="gfx1100,gfx90a")
    assert (said.status, "-o one names one file" in said.err, "one" in project.names()) == (1, True, False)


def test_device_only_gives_the_text_and_the_messages_of_the_gpus_part(project: Project) -> None:
    project.write(side__cu='#ifdef __HIP_DEVICE_COMPILE__\nint device;\n#else\n#error "the host"\n#endif\n')
    said = project("--cuda-device-only", "-E", "side.cu")
    assert "int device;" in said.out, said.err
    assert project("--cuda-device-only", "-fsyntax-only", "side.cu").status == 0
    said = project("--cuda-device-only", "-c", "-x", "c++", "side.cu")
    assert (said.status, "side.cu is no CUDA source" in said.err) == (1, True)


def test_genco_makes_code_of_cpp(project: Project) -> None:
    kernel = '#include <hip/hip_runtime.h>\nextern "C" __global__ void one(int* to) { *to = 1; }\n'
    (project.folder / "one.cc").write_text(kernel)
    assert project("--genco", "one.cc", "-o", "one.code", CASS_ARCH="gfx90a").status == 0
    assert [entry.arch for entry in entries((project.folder / "one.code").read_bytes()) if entry.arch] == ["gfx90a"]


def test_assembly_of_the_host_holds_the_code_for_the_gpu(project: Project) -> None:
    assert project("-S", "main.cu").status == 0
    assert "hip_fatbin" in (project.folder / "main.s").read_text()


def test_cpp_and_c(project: Project) -> None:
    project.write(
        host__cpp="#include <cuda_runtime.h>\nint count() { int n; cudaGetDeviceCount(&n); return n; }\n",
        plain__c="int one(void) { int class = 1; return class; }\n",
    )
    assert project("-Wall", "-Werror", "-c", "host.cpp", "plain.c").status == 0
    assert {"host.o", "plain.o"} <= project.names()


def test_cpp_sees_the_guards_and_properties_of_cuda(project: Project) -> None:
    project.write(
        p__cpp="#include <cuda.h>\n#include <cuda_runtime.h>\n"
        "#if !defined(__cuda_cuda_h__) || !defined(__CUDA_RUNTIME_API_H__)\n#error by which helpers know\n#endif\n"
        "int layers(cudaDeviceProp &p) { return p.maxTexture2DLayered[2] + p.asyncEngineCount; }\n"
    )
    for compiler in ((), ("g++",)):
        said = project(*compiler, "-c", "p.cpp")
        assert said.status == 0, said.err


def test_a_standard_is_for_the_sources_of_its_language(project: Project) -> None:
    """nvcc hands -std to every host compiler; gcc's C compiler only warns of a standard of C++."""
    project.write(plain__c="int one(void) { int class = 1; return class; }\n", host__cpp="constexpr auto n = 1;\n")
    said = project("-std=c++17", "-c", "main.cu", "plain.c", "host.cpp")
    assert (said.status, said.err) == (0, "")
    assert {"main.o", "plain.o", "host.o"} <= project.names()
    assert project("-std=c11", "-c", "plain.c", "host.cpp").status == 0
    project.write(plain__c="int a = _Generic(1, int: 2); // an extension of C99\n")
    assert "error" in project("-std=c99", "-pedantic-errors", "-c", "plain.c").err


def test_launches_that_are_written_apart(project: Project) -> None:
    """nvcc takes `<< <` as its tokens come; clang does not."""
    source = PROGRAM.replace("<<<4, 32>>>(", "<< <4, 32 >> > (").replace("%d", "%d << <1 >> >(")
    project.write(main__cu=source)
    built = project("main.cu", "-o", "main", CASS_TARGET="exec")
    assert (built.status, built.err) == (0, "")
    assert project.run("./main").out == "693 << <1 >> >(\n"


def test_a_launch_whose_arguments_are_on_the_next_line(project: Project) -> None:
    project.write(main__cu=PROGRAM.replace("<<<4, 32>>>(", "<< <4, 32 >> >\n        ("))
    assert project("-c", "main.cu").status == 0


def test_a_function_that_clang_has_itself(project: Project) -> None:
    """gcc, which is nvcc's compiler for the host, has no `__rdtsc` unless a header brings it."""
    clock = "static unsigned long long inline __rdtsc() {\n  return 693;\n}\n"
    project.write(
        clock__h=clock, main__cu=f'#include "clock.h"\n{PROGRAM}\nunsigned long long now() {{ return __rdtsc(); }}\n'
    )
    assert project("-c", "main.cu").status == 0


def test_sources_that_others_include_share_what_stands_in_for_cuda(project: Project) -> None:
    part = "__device__ unsigned vote_{n}(int x) {{ return __ballot_sync(0xffffffff, x); }}\n"
    project.write(one__cu=part.format(n=1), two__cu=part.format(n=2), main__cu='#include "one.cu"\n#include "two.cu"\n')
    assert project("-c", "main.cu").status == 0


def test_a_header_of_another_folder_and_one_that_comes_first(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "scale.cuh").write_text(KERNEL)
    (project.folder / "scale.cuh").unlink()
    project.write(main__cu=PROGRAM.replace('#include "scale.cuh"\n', ""))
    assert project(f"-I{other}", "-include", "scale.cuh", "-c", "main.cu").status == 0


def test_headers_of_an_installed_cuda_are_left_out(project: Project, tmp_path: Path) -> None:
    cuda = tmp_path / "cuda" / "include"
    cuda.mkdir(parents=True)
    (cuda / "cuda_runtime.h").write_text("#error NVIDIA's own\n")
    said = project("-v", f"-I{cuda}", "-isystem", str(cuda), "-c", "main.cu")
    assert said.status == 0
    assert f"{cuda} is left out: it holds CUDA's own headers" in said.err


def test_what_needs_a_human_is_said_with_its_line(project: Project) -> None:
    text = '__global__ void k(int *p) {\n  asm volatile("mov.u32 %0, %%smid_unknown;" : "=r"(*p));\n}\n'
    project.write(left__cu=text)
    said = project("-c", "left.cu")
    assert "left.cu:2:" in said.err
    assert "[CASS1" in said.err
    again = project("-c", "left.cu")
    assert again.err == said.err  # from the cache too


def test_failures_are_sentences(project: Project) -> None:
    assert project("-c", "none.cu").err == "cass-hipcc: error: none.cu: No such file or directory\n"
    assert project("-c", "main.cu", PATH="/nowhere").err.startswith("cass-hipcc: error: no clang++")
    assert project("-c", "main.cu", CASS_ARCH="sm_80").err.startswith("cass-hipcc: error: sm_80 is not the name")
    assert project("-c", "main.cu", CASS_TARGET="x").err.startswith("cass-hipcc: error: CASS_TARGET=x: choose")
    assert project("-c", "main.cu", "-o", "no/folder.o").status == 1
    assert project().err == "cass-hipcc: error: no input files\n"


def test_openmp_without_its_library_is_explained(project: Project) -> None:
    root = toolbox(("gfx1100",)).clang
    if any(Path(root).resolve().parent.parent.glob("lib*/**/libomp.so")):
        pytest.skip("LLVM's OpenMP library is installed")
    said = project("-Xcompiler", "-fopenmp", "main.cu", "-o", "main")
    assert said.status == 1
    assert "cass-hipcc: note: -fopenmp needs LLVM's OpenMP library" in said.err


def test_a_full_disk_leaves_nothing(project: Project) -> None:
    if not os.path.exists("/dev/full"):  # noqa: PTH110
        pytest.skip("no /dev/full here")
    said = project("-c", "main.cu", "-o", "/dev/full")
    assert said.status == 1
    assert "/dev/full" in said.err


def test_dry_run_and_version(project: Project) -> None:
    said = project("-dryrun", "-c", "main.cu", "-lineinfo")
    assert said.status == 0
    assert "-lineinfo is left out" in said.err
    assert "--cuda-device-only" in said.err
    assert "main.o" not in project.names()
    assert "release 12.8, V12.8.93" in project("--version").out


def test_scripts_read_the_libraries_from_a_dry_run(project: Project) -> None:
    """With a name of no file, and nvcc's quotes around those that are not libraries: SHOC's find_cuda_libs.sh."""
    last = project("-dryrun", "-cudart", "shared", "bogus.cu").err.splitlines()[-1]
    words = re.sub(r'"[\w./-]*\.o"', "", last.partition('-o "a.out"')[2]).split()
    assert words[-1] == "-lamdhip64"
    assert all(word.startswith("-") for word in words)
    assert project("-c", "bogus.cu").status == 1


def test_nvcc_takes_over_where_it_is_asked_for(project: Project, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "nvcc").write_text('#!/bin/sh\necho nvcc "$@"\nexit 7\n')
    (tools / "nvcc").chmod(0o755)
    said = project("-x", "y z", CASS_TARGET="nvidia", PATH=f"{tools}:{os.environ['PATH']}")
    assert (said.status, said.out) == (7, "nvcc -x y z\n")


NVML = """#include <cuda_runtime.h>
#include <nvml.h>
#include <cstdio>
#include <cstring>
int main() {
  unsigned count = 0, clock = 0, index = 9, degrees;
  cudaDeviceProp facts;
  nvmlMemory_t memory;
  nvmlPciInfo_t place;
  nvmlDevice_t device;
  char name[NVML_DEVICE_NAME_BUFFER_SIZE] = "", bus[16];
  if (nvmlInit_v2() != NVML_SUCCESS || nvmlDeviceGetCount(&count) != NVML_SUCCESS || count != 1) return 1;
  if (cudaGetDeviceProperties(&facts, 0) || nvmlDeviceGetHandleByIndex(1, &device) != NVML_ERROR_INVALID_ARGUMENT)
    return 2;
  sprintf(bus, "%04x:%02x:%02x.0", facts.pciDomainID, facts.pciBusID, facts.pciDeviceID);
  if (nvmlDeviceGetHandleByPciBusId(bus, &device) || nvmlDeviceGetIndex(device, &index) || index) return 3;
  if (nvmlDeviceGetHandleByPciBusId("0000:ff:1f.0", &device) != NVML_ERROR_NOT_FOUND) return 4;
  if (nvmlDeviceGetClockInfo(device, NVML_CLOCK_MEM, &clock) || clock != facts.memoryClockRate / 1000u) return 5;
  if (nvmlDeviceGetName(device, name, sizeof name) || strcmp(name, facts.name)) return 6;
  if (nvmlDeviceGetMemoryInfo(device, &memory) || memory.total != facts.totalGlobalMem) return 7;
  if (nvmlDeviceGetPciInfo(device, &place) || strcmp(place.busIdLegacy, bus)) return 8;
  if (nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &degrees) != NVML_ERROR_NOT_SUPPORTED) return 9;
  return nvmlDeviceGetClockInfo(nullptr, NVML_CLOCK_MEM, &clock) == NVML_SUCCESS;
}
"""


def test_what_nvml_is_asked_hip_answers(project: Project, tmp_path: Path) -> None:
    project.write(
        ask__cu=NVML, plain__c="#include <nvml.h>\nint f(nvmlDevice_t d) { return nvmlInit() == NVML_SUCCESS; }\n"
    )
    assert project("-Wall", "-c", "plain.c").err == ""
    said = project("ask.cu", "-o", "ask", "-lnvidia-ml", CASS_TARGET="exec")
    assert said.status == 0, said.err
    assert project.run("./ask").status == 0
    own = project.folder / "own"  # a project's own header of that name is its own
    own.mkdir()
    (own / "nvml.h").write_text("#define NVML_SUCCESS 7\n")
    project.write(mine__cu='#include "own/nvml.h"\nstatic_assert(NVML_SUCCESS == 7, "");\n')
    assert project("-c", "mine.cu").status == 0


@pytest.mark.parametrize("standard", ["c++11", "c++17"])
def test_results_may_be_left_unread_in_cpp_for_the_host(standard: str, project: Project, tmp_path: Path) -> None:
    """As with CUDA, whose functions are not marked as HIP's are."""
    place = tmp_path / "toolkit"
    assert project.run(str(HIPCC.with_name("cass")), "toolkit", str(place), "--arch", "gfx1100").status == 0
    text = "#include <cuda_runtime.h>\n[[nodiscard]] int own();\nint main() { int n; cudaGetDeviceCount(&n); OWN }\n"
    project.write(host__cpp=text)
    words = ("g++", f"-std={standard}", "-Wall", "-Werror", f"-I{place}/include", "-c", "host.cpp")
    said = project.run(*words, "-DOWN=")
    assert said.status == 0, said.err
    assert "unused-result" in project.run(*words, "-DOWN=own();").err


@pytest.mark.parametrize("compiler", ["g++", "gcc"])
def test_a_toolkit_has_nvml(project: Project, tmp_path: Path, compiler: str) -> None:
    place = tmp_path / "toolkit"
    cass = str(HIPCC.with_name("cass"))
    assert project.run(cass, "toolkit", str(place), "--arch", "gfx1100", "--target", "exec").status == 0
    name = "host.cpp" if compiler == "g++" else "host.c"
    (project.folder / name).write_text("#include <nvml.h>\nint main(void) { return nvmlInit() != NVML_SUCCESS; }\n")
    said = project.run(compiler, f"-I{place}/include", name, "-o", "host", f"-L{place}/lib64", "-lnvidia-ml", "-lnvrtc")
    assert said.status == 0, said.err
    assert project.run("./host").status == 0
