// Compiles at run time, launches what it made, and links bitcode: prints a line for each.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#if HIP_VERSION < 50300000 // headers that do not have the linker yet
using hiprtcLinkState = struct LinkState *;
enum hiprtcJITInputType { HIPRTC_JIT_INPUT_LLVM_BITCODE = 100 };
extern "C" {
hiprtcResult hiprtcGetBitcode(hiprtcProgram, char *);
hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram, size_t *);
hiprtcResult hiprtcLinkCreate(unsigned, int *, void **, hiprtcLinkState *);
hiprtcResult hiprtcLinkAddData(hiprtcLinkState, hiprtcJITInputType, void *, size_t, const char *,
                               unsigned, int *, void **);
hiprtcResult hiprtcLinkComplete(hiprtcLinkState, void **, size_t *);
hiprtcResult hiprtcLinkDestroy(hiprtcLinkState);
}
#endif

namespace {

const char *const kScale = R"(#include "factor.h"
template <typename T, int N> __global__ void scale(T *p) { p[threadIdx.x] *= FACTOR * N + EXTRA; }
__device__ int bias;
)";

const char *const kParts[] = {
    "__device__ int twice(int x) { return 2 * x; }",
    "__device__ int twice(int); extern \"C\" __global__ void both(int *p) { *p = twice(*p) + 1; }"};

void check(bool good, const char *what) {
  if (good)
    return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}

std::string log_of(hiprtcProgram program) {
  size_t size = 0;
  hiprtcGetProgramLogSize(program, &size);
  std::string log(size, '\0');
  if (size)
    hiprtcGetProgramLog(program, &log[0]);
  return log;
}

void run(const char *code, const char *kernel, int *values, size_t bytes) {
  hipModule_t module;
  hipFunction_t function;
  check(hipModuleLoadData(&module, code) == hipSuccess, "hipModuleLoadData");
  check(hipModuleGetFunction(&function, module, kernel) == hipSuccess, "hipModuleGetFunction");
  int *device;
  check(hipMalloc(reinterpret_cast<void **>(&device), bytes) == hipSuccess, "hipMalloc");
  check(hipMemcpy(device, values, bytes, hipMemcpyHostToDevice) == hipSuccess, "hipMemcpy");
  void *arguments[] = {&device};
  auto threads = static_cast<unsigned>(bytes / sizeof(int));
  check(hipModuleLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr) ==
            hipSuccess,
        "launch");
  check(hipMemcpy(values, device, bytes, hipMemcpyDeviceToHost) == hipSuccess, "hipMemcpy");
  check(hipFree(device) == hipSuccess && hipModuleUnload(module) == hipSuccess, "the end");
  check(hipModuleUnload(module) == hipErrorNotFound, "a module that is unloaded already");
  check(hipModuleGetFunction(&function, module, "scale") == hipErrorNotFound, "its function");
}

void templates() {
  const char *text = "#define FACTOR 10\n", *name = "factor.h";
  const char *expression = "scale<int, 1 + 2>";
  hiprtcProgram program;
  hiprtcCreateProgram(&program, kScale, "scale.cu", 1, &text, &name);
  const char *lowered = nullptr;
  check(hiprtcGetLoweredName(program, expression, &lowered) ==
            HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
        "a name before the compilation");
  hiprtcAddNameExpression(program, expression);
  hiprtcAddNameExpression(program, "&bias");
  const char *options[] = {"-DEXTRA=4", "-std=c++17"};
  hiprtcResult result = hiprtcCompileProgram(program, 2, options);
  check(result == HIPRTC_SUCCESS, log_of(program).c_str());
  check(hiprtcAddNameExpression(program, "scale<int, 1>") ==
            HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
        "an expression after the compilation");
  hiprtcGetLoweredName(program, "&bias", &lowered);
  std::printf("%s ", lowered);
  hiprtcGetLoweredName(program, expression, &lowered);
  size_t size = 0;
  hiprtcGetCodeSize(program, &size);
  std::vector<char> code(size);
  hiprtcGetCode(program, code.data());
  int values[] = {1, 2, 3};
  run(code.data(), lowered, values, sizeof values);
  std::printf("%s %d %d %d\n", lowered, values[0], values[1], values[2]);
  check(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS && !program, "hiprtcDestroyProgram");
}

void errors() {
  hiprtcProgram program;
  hiprtcCreateProgram(&program, "__global__ void k() {\n  nonsense;\n}", "k.cu", 0, nullptr,
                      nullptr);
  hiprtcResult result = hiprtcCompileProgram(program, 0, nullptr);
  std::string log = log_of(program);
  std::printf("%s %s\n", hiprtcGetErrorString(result), log.substr(0, log.find('\n')).c_str());
  hiprtcDestroyProgram(&program);
}

void linking() {
  hiprtcLinkState state;
  hiprtcLinkCreate(0, nullptr, nullptr, &state);
  const char *separable = "-fgpu-rdc";
  for (const char *part : kParts) {
    hiprtcProgram program;
    hiprtcCreateProgram(&program, part, nullptr, 0, nullptr, nullptr);
    hiprtcCompileProgram(program, 1, &separable);
    size_t size = 0;
    check(hiprtcGetBitcodeSize(program, &size) == HIPRTC_SUCCESS, log_of(program).c_str());
    std::vector<char> bitcode(size);
    hiprtcGetBitcode(program, bitcode.data());
    hiprtcLinkAddData(state, HIPRTC_JIT_INPUT_LLVM_BITCODE, bitcode.data(), size, "part", 0,
                      nullptr, nullptr);
    hiprtcDestroyProgram(&program);
  }
  void *code = nullptr;
  size_t size = 0;
  check(hiprtcLinkComplete(state, &code, &size) == HIPRTC_SUCCESS, "hiprtcLinkComplete");
  int value = 20;
  run(static_cast<char *>(code), "both", &value, sizeof value);
  std::printf("%d\n", value);
  check(hiprtcLinkDestroy(state) == HIPRTC_SUCCESS, "hiprtcLinkDestroy");
  check(hiprtcLinkDestroy(state) == HIPRTC_ERROR_INVALID_INPUT, "hiprtcLinkDestroy again");
}

} // namespace

int main() {
  templates();
  errors();
  linking();
}
