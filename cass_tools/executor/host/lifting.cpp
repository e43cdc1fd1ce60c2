#include "lifting.hpp"

#include "bytes.hpp"
#include "device.hpp"
#include "helper.hpp"
#include "nvidia_device.hpp"
#include "sha256.hpp"
#include "translator.hpp"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <sstream>
#include <unistd.h>

namespace cass {

namespace fs = std::filesystem;

namespace {

constexpr uint32_t kFatBinary = 0xba55ed50;
constexpr uint16_t kMachine = 190,
                   kMachineCode = 2; // EM_CUDA; the kind of an entry that is a cubin

// A fat binary: its header, and that of each of its entries.
struct Header {
  uint32_t magic;
  uint16_t version, header_size;
  uint64_t size; // of what follows
};

struct Entry {
  uint16_t kind, version;
  uint32_t header_size;
  uint64_t size;
  uint32_t packed, unused;
  uint16_t minor, major;
  uint32_t sm;
};

template <typename T> T at(const char *image, size_t offset = 0) {
  T value;
  std::memcpy(&value, image + offset, sizeof value);
  return value;
}

bool is_fat(const char *image) { return at<uint32_t>(image) == kFatBinary; }

bool is_cubin(const char *image) {
  return std::memcmp(image, "\177ELF", 4) == 0 && at<uint16_t>(image, 18) == kMachine;
}

// PTX starts with comments or directives; all that is sure is that it is text with a .version.
bool is_ptx(const char *image) {
  for (int i = 0; i < 4; ++i)
    if (static_cast<unsigned char>(image[i]) < 9 || static_cast<unsigned char>(image[i]) > 126)
      return false;
  return std::strstr(image, ".version") != nullptr;
}

// An ELF file ends with its table of sections or the last of those.
size_t cubin_size(const char *image) {
  auto table = at<uint64_t>(image, 0x28);
  auto entry = at<uint16_t>(image, 0x3a), count = at<uint16_t>(image, 0x3c);
  size_t end = table + size_t{entry} * count;
  constexpr uint32_t kNoBits = 8;
  for (size_t i = 0; i < count; ++i) {
    const char *section = image + table + i * entry;
    if (at<uint32_t>(section, 4) != kNoBits)
      end = std::max<size_t>(end, at<uint64_t>(section, 0x18) + at<uint64_t>(section, 0x20));
  }
  return end;
}

// Lines of fields parted by tabs; executor/nvidia/lift/service.py says which.
void read_notes(const std::string &text, Lifted &result) {
  std::istringstream lines(text);
  for (std::string line, kind, name; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::getline(fields, kind, '\t');
    std::getline(fields, name, '\t');
    if (kind == "refused") {
      std::getline(fields, result.refused[name]);
    } else if (kind == "variable") {
      fields >> result.variables[name];
      if (std::string more; fields >> more && more == "managed")
        result.managed.insert(name);
    } else {
      NvidiaKernel &kernel = result.kernels[name];
      fields >> kernel.registers >> kernel.shared >> kernel.local >> kernel.max_threads >>
          kernel.group_size;
      fields >> kernel.cluster[0] >> kernel.cluster[1] >> kernel.cluster[2] >> kernel.in_clusters;
      fields >> kernel.places;
    }
  }
}

std::string ask(const fs::path &source, const fs::path &folder) {
  static std::mutex mutex;
  static auto *helper = new Helper("cass_tools.executor.service", "lift NVIDIA's machine code");
  std::lock_guard lock(mutex);
  std::string answer =
      helper->ask("lift\t" + source.string() + "\t" + folder.string() + "\t" +
                  std::to_string(played_sm()) + "\t" + (scalar() ? "native" : device().arch));
  if (answer.empty())
    throw Refusal(helper->trouble());
  size_t tab = answer.find('\t');
  std::string rest = tab == answer.npos ? "" : answer.substr(tab + 1);
  if (answer.compare(0, tab, "ok") != 0)
    throw Refusal(rest);
  return rest;
}

} // namespace

bool is_nvidia(const char *image) { return is_fat(image) || is_cubin(image) || is_ptx(image); }

size_t nvidia_image_size(const char *image) {
  if (is_fat(image)) {
    auto header = at<Header>(image);
    return header.header_size + header.size;
  }
  return is_cubin(image) ? cubin_size(image) : std::strlen(image);
}

std::vector<int> machine_code_in(const char *image) {
  std::vector<int> held;
  if (!is_fat(image))
    return held;
  size_t end = nvidia_image_size(image), offset = at<Header>(image).header_size;
  while (offset + sizeof(Entry) <= end) {
    auto entry = at<Entry>(image, offset);
    if (entry.kind == kMachineCode)
      held.push_back(static_cast<int>(entry.sm));
    if (entry.header_size < sizeof(Entry) || entry.size > end - offset)
      break; // damaged
    offset += entry.header_size + entry.size;
  }
  return held;
}

bool scalar() {
  static const bool wanted = getenv("CASS_EXEC_SCALAR");
  return wanted;
}

std::string whole_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Lifted lifted(std::string_view image) {
  if (is_ptx(image.data()))
    throw Refusal("it is PTX, which is not compiled here; build machine code (nvcc -cubin)");
  fs::path folder = cache_folder() / sha256_hex(std::string(image));
  const char *version = getenv("CASS_EXEC_LIFTER");
  fs::path made = folder / ("lifted-" + std::string(version ? version : "") + "-" +
                            std::to_string(played_sm()) + (scalar() ? ".so" : ".hsaco"));
  if (!version || access(made.c_str(), R_OK) != 0) {
    fs::path source = keep_file(folder / "code.fatbin", image);
    made = ask(source, folder);
  }
  Lifted result;
  result.file = made;
  read_notes(whole_file(result.file + ".notes"), result);
  return result;
}

} // namespace cass
