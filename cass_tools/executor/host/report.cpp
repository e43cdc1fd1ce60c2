#include "report.hpp"

#include "channel.hpp"
#include "device_output.hpp"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <sys/resource.h>
#include <unistd.h>

namespace cass {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    char escaped[8];
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (byte < 0x20 || byte >= 0x7f)
      snprintf(escaped, sizeof escaped, "\\u%04x", byte), result += escaped;
    else
      result += c;
  }
  return result + "\"";
}

void write_all(int file, const std::string &text) {
  size_t done = 0;
  while (done < text.size()) {
    ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n <= 0)
      return;
    done += static_cast<size_t>(n);
  }
}

} // namespace

void report(std::string_view kind, std::string_view kernel, std::string_view message) {
  write_all(STDERR_FILENO, "cass: " + std::string(message) + "\n");
  note(kind, kernel, message);
}

void note(std::string_view kind, std::string_view kernel, std::string_view message) {
  note({{"kind", kind}, {"kernel", kernel}, {"message", message}});
}

void note(std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
  std::string line;
  for (const auto &[name, value] : fields)
    line += (line.empty() ? "{" : ", ") + quoted(name) + ": " + quoted(value);
  send_line(line + "}");
}

namespace {

void keep_output() {
  flush_device_output();
  // Another thread may hold a stream's lock for good: then its text is lost, but the program ends.
  for (FILE *stream : {stdout, stderr})
    if (ftrylockfile(stream) == 0) {
      fflush(stream);
      funlockfile(stream);
    }
}

} // namespace

void end_program(int status, std::string_view kind, std::string_view kernel,
                 std::string_view message) {
  keep_output();
  report(kind, kernel, message);
  _exit(status);
}

void abort_program(std::string_view kind, std::string_view kernel, std::string_view message) {
  keep_output();
  report(kind, kernel, message);
  const rlimit none{}; // a core file would hold the executor, not the GPU
  setrlimit(RLIMIT_CORE, &none);
  abort();
}

std::string demangled(const std::string &name) {
  int status = 0;
  char *plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && plain ? plain : name;
  free(plain);
  return result;
}

} // namespace cass

// What the CUDA-on-HIP headers call where a reference would need what AMD GPUs lack.
extern "C" __attribute__((visibility("default"))) void cass_refuse(const char *reason) {
  cass::end_program(cass::kRefused, "refused", "", reason);
}
