#include "code_object.hpp"

#include "bytes.hpp"
#include "memory.hpp"
#include "msgpack.hpp"
#include "sha256.hpp"

#include <algorithm>
#include <elf.h>
#include <sys/mman.h>

namespace cass {

namespace {

enum Relocation : uint32_t {
  Abs32Lo = 1,
  Abs32Hi = 2,
  Abs64 = 3,
  Rel32 = 4,
  Rel64 = 5,
  Abs32 = 6,
  Rel32Lo = 10,
  Rel32Hi = 11,
  Relative64 = 13,
};

constexpr uint32_t kMetadataNote = 32; // NT_AMDGPU_METADATA

class Loader {
public:
  Loader(CodeObject &object, std::string_view elf)
      : object_(object), elf_(elf), header_(read<Elf64_Ehdr>(elf, 0)) {}

  void run() {
    map_segments();
    read_sections();
    read_kernels();
  }

private:
  template <typename F> void each_segment(uint32_t type, F visit) {
    for (size_t i = 0; i < header_.e_phnum; ++i) {
      auto segment = read<Elf64_Phdr>(elf_, header_.e_phoff + i * sizeof(Elf64_Phdr));
      if (segment.p_type == type)
        visit(segment);
    }
  }

  void map_segments() {
    size_t end = 0;
    each_segment(PT_LOAD, [&](const Elf64_Phdr &s) { end = std::max(end, s.p_vaddr + s.p_memsz); });
    object_.image_bytes =
        (end + 2 * 4096 - 1) & ~size_t{4095}; // instruction prefetch may read past the end
    void *image = mmap(nullptr, object_.image_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (image == MAP_FAILED)
      throw Refusal("there is no memory for its GPU code");
    object_.image = reinterpret_cast<uint64_t>(image);
    each_segment(PT_LOAD, [&](const Elf64_Phdr &s) {
      std::string_view data = slice(elf_, s.p_offset, s.p_filesz);
      std::memcpy(at(s.p_vaddr, data.size()), data.data(), data.size());
    });
  }

  char *at(uint64_t vaddr, size_t size) {
    if (vaddr > object_.image_bytes || object_.image_bytes - vaddr < size)
      throw Refusal("its GPU code is damaged: an address lies outside of it");
    return reinterpret_cast<char *>(object_.image + vaddr);
  }

  Elf64_Shdr section(size_t index) {
    return read<Elf64_Shdr>(elf_, header_.e_shoff + index * sizeof(Elf64_Shdr));
  }

  void read_sections() {
    for (size_t i = 0; i < header_.e_shnum; ++i) {
      Elf64_Shdr s = section(i);
      if (s.sh_type == SHT_DYNSYM)
        read_symbols(s);
      if (s.sh_type == SHT_RELA)
        relocate(s);
    }
  }

  void read_symbols(const Elf64_Shdr &table) {
    for (size_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      auto symbol = read<Elf64_Sym>(elf_, table.sh_offset + i * sizeof(Elf64_Sym));
      Elf64_Shdr strings = section(table.sh_link);
      std::string_view rest = slice(elf_, strings.sh_offset, strings.sh_size);
      std::string name(rest.substr(std::min<size_t>(symbol.st_name, rest.size())).data());
      if (symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT) {
        char *where = at(symbol.st_value, symbol.st_size);
        object_.variables[name] = {reinterpret_cast<uint64_t>(where), symbol.st_size};
      }
    }
  }

  void relocate(const Elf64_Shdr &table) {
    for (size_t i = 0; i < table.sh_size / sizeof(Elf64_Rela); ++i) {
      auto entry = read<Elf64_Rela>(elf_, table.sh_offset + i * sizeof(Elf64_Rela));
      apply(entry, symbol_address(table, ELF64_R_SYM(entry.r_info)));
    }
  }

  uint64_t symbol_address(const Elf64_Shdr &table, size_t index) {
    if (index == 0)
      return 0;
    auto symbol =
        read<Elf64_Sym>(elf_, section(table.sh_link).sh_offset + index * sizeof(Elf64_Sym));
    bool weak = ELF64_ST_BIND(symbol.st_info) == STB_WEAK;
    if (symbol.st_shndx == SHN_UNDEF && !weak)
      throw Refusal("its GPU code uses a symbol that it does not define");
    return symbol.st_shndx == SHN_UNDEF ? 0 : object_.image + symbol.st_value;
  }

  void apply(const Elf64_Rela &entry, uint64_t symbol) {
    uint64_t value = symbol + static_cast<uint64_t>(entry.r_addend);
    uint64_t relative = value - (object_.image + entry.r_offset);
    switch (ELF64_R_TYPE(entry.r_info)) {
    case Relative64:
      return store<uint64_t>(entry.r_offset, object_.image + static_cast<uint64_t>(entry.r_addend));
    case Abs64:
      return store<uint64_t>(entry.r_offset, value);
    case Rel64:
      return store<uint64_t>(entry.r_offset, relative);
    case Abs32:
    case Abs32Lo:
      return store<uint32_t>(entry.r_offset, static_cast<uint32_t>(value));
    case Abs32Hi:
      return store<uint32_t>(entry.r_offset, static_cast<uint32_t>(value >> 32));
    case Rel32:
    case Rel32Lo:
      return store<uint32_t>(entry.r_offset, static_cast<uint32_t>(relative));
    case Rel32Hi:
      return store<uint32_t>(entry.r_offset, static_cast<uint32_t>(relative >> 32));
    default:
      throw Refusal("its GPU code needs relocation type " +
                    std::to_string(ELF64_R_TYPE(entry.r_info)));
    }
  }

  template <typename T> void store(uint64_t vaddr, T value) {
    std::memcpy(at(vaddr, sizeof value), &value, sizeof value);
  }

  void read_kernels() {
    each_segment(PT_NOTE, [&](const Elf64_Phdr &segment) {
      std::string_view notes = slice(elf_, segment.p_offset, segment.p_filesz);
      for (size_t at = 0; at + sizeof(Elf64_Nhdr) <= notes.size();) {
        auto note = read<Elf64_Nhdr>(notes, at);
        size_t name = (note.n_namesz + 3u) & ~3u, data = at + sizeof note + name;
        if (note.n_type == kMetadataNote)
          read_metadata(unpack(slice(notes, data, note.n_descsz)));
        at = data + ((note.n_descsz + 3u) & ~3u);
      }
    });
  }

  void read_metadata(const Packed &metadata) {
    for (const Packed &entry : metadata["amdhsa.kernels"].items) {
      auto symbol = object_.variables.find(entry[".symbol"].text);
      if (symbol == object_.variables.end())
        throw Refusal("its GPU code lacks the descriptor " + entry[".symbol"].text);
      Kernel kernel = describe(entry, symbol->second.address);
      object_.variables.erase(symbol);
      object_.kernels.emplace(kernel.name, std::move(kernel));
    }
  }

  Kernel describe(const Packed &entry, uint64_t descriptor) {
    auto number = [&](const char *key) { return static_cast<uint32_t>(entry[key].number); };
    Kernel kernel{};
    kernel.object = &object_;
    kernel.name = entry[".name"].text;
    std::memcpy(&kernel.descriptor, reinterpret_cast<void *>(descriptor), sizeof kernel.descriptor);
    kernel.kernarg_size = std::max(number(".kernarg_segment_size"), kernel.descriptor.kernarg_size);
    kernel.group_size = kernel.descriptor.group_segment_size;
    kernel.private_size = kernel.descriptor.private_segment_size;
    kernel.max_threads = number(".max_flat_workgroup_size");
    kernel.sgprs = number(".sgpr_count");
    kernel.vgprs = number(".vgpr_count");
    kernel.wave = number(".wavefront_size");
    kernel.dynamic_stack = entry[".uses_dynamic_stack"].number != 0;
    for (const Packed &a : entry[".args"].items)
      kernel.arguments.push_back({static_cast<uint32_t>(a[".offset"].number),
                                  static_cast<uint32_t>(a[".size"].number), a[".value_kind"].text});
    return kernel;
  }

  CodeObject &object_;
  std::string_view elf_;
  Elf64_Ehdr header_;
};

} // namespace

CodeObject::~CodeObject() {
  for (const auto &[name, variable] : variables)
    memory().release(reinterpret_cast<void *>(variable.address));
  if (image)
    munmap(reinterpret_cast<void *>(image), image_bytes);
}

namespace {

// What is loaded of an ELF file, and its headers; where its sections lie is left out, for some of
// them tell debuggers what the source was called. All of it where the headers lead beyond its end.
std::string loaded_part(std::string_view elf) {
  Elf64_Ehdr header;
  size_t end = sizeof header;
  if (elf.size() < end)
    return std::string(elf);
  memcpy(&header, elf.data(), sizeof header);
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    size_t at = header.e_phoff + i * sizeof part;
    if (at > elf.size() || elf.size() - at < sizeof part)
      return std::string(elf);
    memcpy(&part, elf.data() + at, sizeof part);
    if (part.p_offset > elf.size() || elf.size() - part.p_offset < part.p_filesz)
      return std::string(elf);
    end = std::max({end, at + sizeof part, size_t{part.p_offset + part.p_filesz}});
  }
  header.e_shoff = header.e_shnum = header.e_shstrndx = 0;
  std::string found(elf.substr(0, end));
  memcpy(found.data(), &header, sizeof header);
  return found;
}

} // namespace

void load(CodeObject &object, std::string_view elf) {
  object.file = elf;
  object.hash = sha256_hex(elf);
  object.code = sha256_hex(loaded_part(elf));
  Loader(object, object.file).run();
  for (const auto &[name, variable] : object.variables)
    memory().adopt(reinterpret_cast<void *>(variable.address), variable.size, MemoryKind::Variable,
                   0, name.c_str());
}

} // namespace cass
