#include "runtime_compiler.hpp"

#include "device.hpp"
#include "helper.hpp"
#include "percent.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <string_view>

namespace cass {

namespace {

struct Answer {
  bool good = false;
  std::string log, code;
  std::vector<std::string> symbols;
};

Answer ask(const std::string &request) {
  static std::mutex mutex;
  static auto *helper = new Helper("cass_tools.compilers.runtime", "compile at run time");
  std::lock_guard lock(mutex);
  std::string reply = helper->ask(request);
  Answer answer;
  if (reply.empty()) {
    answer.log = helper->trouble();
    return answer;
  }
  std::string_view fields[4], rest = reply;
  for (std::string_view &field : fields) {
    field = rest.substr(0, rest.find('\t'));
    rest.remove_prefix(std::min(rest.size(), field.size() + 1));
  }
  answer.good = fields[0] == "ok";
  answer.log = unescaped(fields[1]);
  answer.code = unescaped(fields[2]);
  answer.symbols = unescaped_list(fields[3]);
  return answer;
}

} // namespace

bool compile(SourceProgram &program, const std::vector<std::string> &options) {
  std::error_code error;
  std::string here = std::filesystem::current_path(error).string();
  program.separable = std::find(options.begin(), options.end(), "-fgpu-rdc") != options.end();
  Answer answer = ask("compile\t" + escaped(error ? "/" : here) + '\t' + escaped(device().arch) +
                      '\t' + escaped(program.name) + '\t' + escaped(program.source) + '\t' +
                      escaped_list(program.headers) + '\t' + escaped_list(options) + '\t' +
                      escaped_list(program.expressions));
  program.log = answer.log;
  program.code = answer.code;
  program.compiled = answer.good;
  for (size_t i = 0; i < std::min(answer.symbols.size(), program.expressions.size()); ++i)
    program.symbols[program.expressions[i]] = answer.symbols[i];
  return answer.good;
}

bool link(LinkInputs &inputs) {
  Answer answer = ask("link\t" + escaped(device().arch) + '\t' + escaped_list(inputs.bitcode) +
                      '\t' + escaped_list(inputs.options));
  inputs.log = answer.log;
  inputs.code = answer.code;
  return answer.good;
}

} // namespace cass
