// hiprtc: compiling at run time.
#include "hip_types.hpp"

#include "runtime_compiler.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

using namespace cass;

enum hiprtcResult : int {
  HIPRTC_SUCCESS = 0,
  HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4,
  HIPRTC_ERROR_INVALID_OPTION = 5,
  HIPRTC_ERROR_COMPILATION = 6,
  HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  HIPRTC_ERROR_LINKING = 100,
};

using hiprtcProgram = SourceProgram *;
using hiprtcLinkState = LinkInputs *;

namespace {

enum Input { Bitcode = 100, BundledBitcode = 101 };
enum Option { IrToIsa = 10000, IrToIsaCount = 10001 };
constexpr int kOptions = 22; // the first number behind CUDA's options

// Handles that are in use: others are told from them, whatever they point to.
template <typename T> class Handles {
public:
  T *add(std::unique_ptr<T> object) {
    std::lock_guard lock(mutex_);
    all_.insert(object.get());
    return object.release();
  }

  bool known(T *handle) {
    std::lock_guard lock(mutex_);
    return all_.count(handle);
  }

  bool remove(T *handle) {
    std::lock_guard lock(mutex_);
    bool found = all_.erase(handle);
    if (found)
      delete handle;
    return found;
  }

private:
  std::mutex mutex_;
  std::set<T *> all_;
};

auto &programs = *new Handles<SourceProgram>;
auto &links = *new Handles<LinkInputs>;

std::string text(const char *given) { return given ? given : ""; }

bool readable(int type) { return type == Bitcode || type == BundledBitcode; }

} // namespace

HIP_API const char *hiprtcGetErrorString(hiprtcResult result) {
  static const std::map<int, const char *> names = {
      {0, "HIPRTC_SUCCESS"},
      {1, "HIPRTC_ERROR_OUT_OF_MEMORY"},
      {2, "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE"},
      {3, "HIPRTC_ERROR_INVALID_INPUT"},
      {4, "HIPRTC_ERROR_INVALID_PROGRAM"},
      {5, "HIPRTC_ERROR_INVALID_OPTION"},
      {6, "HIPRTC_ERROR_COMPILATION"},
      {7, "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE"},
      {8, "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION"},
      {9, "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION"},
      {10, "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID"},
      {11, "HIPRTC_ERROR_INTERNAL_ERROR"},
      {100, "HIPRTC_ERROR_LINKING"}};
  auto found = names.find(result);
  return found == names.end() ? nullptr : found->second;
}

HIP_API hiprtcResult hiprtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return HIPRTC_ERROR_INVALID_INPUT;
  *major = 9; // what every release says
  *minor = 0;
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcCreateProgram(hiprtcProgram *program, const char *source,
                                         const char *name, int count, const char **headers,
                                         const char **names) {
  if (!program)
    return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!source || !*source || count < 0 || (count && (!headers || !names)))
    return HIPRTC_ERROR_INVALID_INPUT;
  auto made = std::make_unique<SourceProgram>();
  made->source = source;
  made->name = name && *name ? name : "CompileSource";
  for (int i = 0; i < count; ++i) {
    if (!headers[i] || !names[i] || !*names[i])
      return HIPRTC_ERROR_INVALID_INPUT;
    made->headers.push_back(names[i]);
    made->headers.push_back(headers[i]);
  }
  *program = programs.add(std::move(made));
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcDestroyProgram(hiprtcProgram *program) {
  if (!program)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.remove(*program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  *program = nullptr;
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcAddNameExpression(hiprtcProgram program, const char *expression) {
  if (!expression || !*expression)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  if (program->compiled)
    return HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  program->expressions.push_back(expression);
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int count, const char **options) {
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count && !options))
    return HIPRTC_ERROR_INVALID_INPUT;
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i)
    words.push_back(text(options[i]));
  return compile(*program, words) ? HIPRTC_SUCCESS : HIPRTC_ERROR_COMPILATION;
}

HIP_API hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char *expression,
                                          const char **name) {
  if (!expression || !name)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!program->compiled)
    return HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  auto found = program->symbols.find(expression);
  if (found == program->symbols.end())
    return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *name = found->second.c_str();
  return HIPRTC_SUCCESS;
}

// The log ends with a zero byte, which counts, unless it is empty.
HIP_API hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, size_t *size) {
  if (!size)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  *size = program->log.empty() ? 0 : program->log.size() + 1;
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char *log) {
  if (!log)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!program->log.empty())
    std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t *size) {
  if (!size)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  *size = program->separable ? 0 : program->code.size();
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcGetCode(hiprtcProgram program, char *code) {
  if (!code)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program))
    return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!program->separable)
    std::memcpy(code, program->code.data(), program->code.size());
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram program, size_t *size) {
  if (!size)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program) || !program->separable || program->code.empty())
    return HIPRTC_ERROR_INVALID_PROGRAM;
  *size = program->code.size();
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcGetBitcode(hiprtcProgram program, char *bitcode) {
  if (!bitcode)
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs.known(program) || !program->separable || program->code.empty())
    return HIPRTC_ERROR_INVALID_PROGRAM;
  std::memcpy(bitcode, program->code.data(), program->code.size());
  return HIPRTC_SUCCESS;
}

// Of the options, only the compiler's own have an effect; CUDA's are known, and mean nothing here.
HIP_API hiprtcResult hiprtcLinkCreate(unsigned count, const int *options, void **values,
                                      hiprtcLinkState *state) {
  if (!state || (count && (!options || !values)))
    return HIPRTC_ERROR_INVALID_INPUT;
  auto made = std::make_unique<LinkInputs>();
  auto words = static_cast<const char **>(nullptr);
  size_t number = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == IrToIsa)
      words = static_cast<const char **>(values[i]);
    else if (options[i] == IrToIsaCount)
      number = reinterpret_cast<size_t>(values[i]);
    else if (options[i] < 0 || options[i] >= kOptions)
      return HIPRTC_ERROR_INVALID_OPTION;
  }
  for (size_t i = 0; words && i < number; ++i)
    made->options.push_back(text(words[i]));
  *state = links.add(std::move(made));
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcLinkAddData(hiprtcLinkState state, int type, void *image, size_t size,
                                       const char *, unsigned, const int *, void **) {
  if (!image || size == 0 || !readable(type) || !links.known(state))
    return HIPRTC_ERROR_INVALID_INPUT;
  state->bitcode.emplace_back(static_cast<const char *>(image), size);
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcLinkAddFile(hiprtcLinkState state, int type, const char *path, unsigned,
                                       const int *, void **) {
  if (!path || !readable(type) || !links.known(state))
    return HIPRTC_ERROR_INVALID_INPUT;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return HIPRTC_ERROR_PROGRAM_CREATION_FAILURE;
  state->bitcode.emplace_back(std::istreambuf_iterator<char>(file),
                              std::istreambuf_iterator<char>());
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcLinkComplete(hiprtcLinkState state, void **code, size_t *size) {
  if (!code || !size || !links.known(state))
    return HIPRTC_ERROR_INVALID_INPUT;
  if (!link(*state))
    return HIPRTC_ERROR_LINKING;
  *code = state->code.data();
  *size = state->code.size();
  return HIPRTC_SUCCESS;
}

HIP_API hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state) {
  return links.remove(state) ? HIPRTC_SUCCESS : HIPRTC_ERROR_INVALID_INPUT;
}
