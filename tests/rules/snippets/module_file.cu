// https://github.com/tmcdonell/cuda/issues/49 a module that is read from a .ptx or .cubin file
#include <cuda.h>
#include <string>
CUmodule load(const std::string& folder) {
    CUmodule module;
    if (cuModuleLoad(&module, (folder + "/solver.ptx").c_str()) != CUDA_SUCCESS) cuModuleLoad(&module, "solver.cubin");
    return module;
}
