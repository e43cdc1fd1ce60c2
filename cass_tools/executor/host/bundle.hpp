// Finding the code object of one GPU in what the compiler embeds in a host program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cass {

struct BundleEntry {
  std::string target; // such as hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-
  std::string_view code;
};

// The size in bytes of the bundle or plain ELF image that starts at `data`; its length is not
// stored anywhere else in a host program. Throws Refusal for a compressed bundle.
size_t image_size(const char *data);

std::vector<BundleEntry> bundle_entries(std::string_view data);

// The code object for `arch` ("gfx90a", "gfx1100"); throws Refusal that names what there is
// instead.
std::string_view code_object_for(std::string_view data, std::string_view arch);

} // namespace cass
