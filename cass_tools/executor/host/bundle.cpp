#include "bundle.hpp"

#include "bytes.hpp"

#include <algorithm>

namespace cass {

namespace {

constexpr std::string_view kBundle = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view kCompressed = "CCOB";
constexpr std::string_view kElf = "\177ELF";
constexpr size_t kUnbounded = size_t{1} << 46;

bool starts_with(std::string_view data, std::string_view prefix) {
  return data.substr(0, prefix.size()) == prefix;
}

// "gfx90a" of "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"; empty for the host's entry.
std::string_view processor(std::string_view target) {
  size_t dashes = target.rfind("--");
  size_t start = dashes == target.npos ? target.rfind('-') : dashes + 1;
  if (start == target.npos || target.find("amdgcn") == target.npos)
    return {};
  target = target.substr(start + 1);
  return target.substr(0, target.find(':'));
}

// Features that this machine does not have: retried page faults. Everything else fits.
bool usable(std::string_view target) { return target.find("xnack+") == target.npos; }

// e_flags holds the processor; the names are those of its lowest byte in LLVM's AMDGPU usage guide.
std::string_view elf_processor(std::string_view elf) {
  switch (read<uint32_t>(elf, 0x30) & 0xff) {
  case 0x2f:
    return "gfx906";
  case 0x30:
    return "gfx908";
  case 0x3f:
    return "gfx90a";
  case 0x4c:
    return "gfx942";
  case 0x36:
    return "gfx1030";
  case 0x41:
    return "gfx1100";
  case 0x46:
    return "gfx1101";
  case 0x47:
    return "gfx1102";
  case 0x48:
    return "gfx1200";
  case 0x4e:
    return "gfx1201";
  default:
    return "a GPU that is not known";
  }
}

size_t elf_size(const char *data) {
  std::string_view header(data, 64);
  size_t end = read<uint64_t>(header, 0x28) +
               size_t{read<uint16_t>(header, 0x3a)} * read<uint16_t>(header, 0x3c);
  std::string_view all(data, kUnbounded);
  for (size_t i = 0; i < read<uint16_t>(header, 0x38); ++i) {
    size_t program = read<uint64_t>(header, 0x20) + i * 56;
    end =
        std::max<size_t>(end, read<uint64_t>(all, program + 8) + read<uint64_t>(all, program + 32));
  }
  return end;
}

} // namespace

size_t image_size(const char *data) {
  std::string_view all(data, kUnbounded);
  if (std::memcmp(data, kElf.data(), kElf.size()) == 0)
    return elf_size(data);
  if (std::memcmp(data, kCompressed.data(), kCompressed.size()) == 0)
    throw Refusal("its GPU code is a compressed bundle; build without --offload-compress");
  if (std::memcmp(data, kBundle.data(), kBundle.size()) != 0)
    throw Refusal("its GPU code is neither an offload bundle nor an ELF file");
  size_t end = 32, at = 32;
  for (uint64_t i = 0, n = read<uint64_t>(all, 24); i < n; ++i) {
    end = std::max<size_t>(end, read<uint64_t>(all, at) + read<uint64_t>(all, at + 8));
    at += 24 + read<uint64_t>(all, at + 16);
  }
  return std::max(end, at);
}

std::vector<BundleEntry> bundle_entries(std::string_view data) {
  if (!starts_with(data, kBundle))
    throw Refusal("its GPU code is not an offload bundle");
  std::vector<BundleEntry> entries;
  size_t at = 32;
  for (uint64_t i = 0, n = read<uint64_t>(data, 24); i < n; ++i) {
    uint64_t offset = read<uint64_t>(data, at), size = read<uint64_t>(data, at + 8);
    uint64_t length = read<uint64_t>(data, at + 16);
    entries.push_back({std::string(slice(data, at + 24, length)), slice(data, offset, size)});
    at += 24 + length;
  }
  return entries;
}

std::string_view code_object_for(std::string_view data, std::string_view arch) {
  std::string found;
  if (starts_with(data, kElf)) {
    found = elf_processor(data);
    if (found == arch)
      return data;
  } else {
    for (const BundleEntry &entry : bundle_entries(data)) {
      std::string_view name = processor(entry.target);
      if (name == arch && usable(entry.target) && !entry.code.empty())
        return entry.code;
      if (!name.empty())
        found += (found.empty() ? "" : ", ") + std::string(name);
    }
  }
  throw Refusal("it holds no code for " + std::string(arch) + ", only for " +
                (found.empty() ? "the host" : found));
}

} // namespace cass
