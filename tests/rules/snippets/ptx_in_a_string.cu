// https://github.com/ROCm/hip/pull/3564 a kernel kept as PTX text in the program
#include <cuda.h>
static const char* code =
    ".version 6.4\n"
    ".target sm_70\n"
    ".address_size 64\n"
    ".visible .entry fill(.param .u64 p) { ret; }\n";
CUfunction get() {
    CUmodule module;
    CUfunction f;
    CUjit_option names[] = {CU_JIT_MAX_REGISTERS};
    void* values[] = {(void*)32};
    cuModuleLoadDataEx(&module, code, 1, names, values);
    cuModuleLoadData(&module, code);
    cuModuleGetFunction(&f, module, "fill");
    return f;
}
