// https://github.com/CEED/libCEED/pull/767 options for the compiler at run time that name an NVIDIA architecture
#include <cuda.h>
#include <nvrtc.h>
#include <string>
CUmodule build(const char* source, int major, int minor) {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source, "k.cu", 0, nullptr, nullptr);
    std::string arch = "--gpu-architecture=compute_" + std::to_string(major * 10 + minor);
    const char* fixed[] = {"--gpu-architecture=compute_70", "-default-device", "--use_fast_math", "--std=c++14"};
    const char* options[] = {arch.c_str(), "--fmad=false", "-I/usr/local/cuda/include"};
    if (nvrtcCompileProgram(program, 3, options) != NVRTC_SUCCESS) nvrtcCompileProgram(program, 4, fixed);
    size_t bytes;
    nvrtcGetPTXSize(program, &bytes);
    std::string ptx(bytes, 0);
    nvrtcGetPTX(program, &ptx[0]);
    CUmodule module;
    cuModuleLoadDataEx(&module, ptx.c_str(), 0, nullptr, nullptr);
    return module;
}
