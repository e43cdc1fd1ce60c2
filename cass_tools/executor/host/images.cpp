#include "images.hpp"

#include "image_access.hpp"
#include "report.hpp"
#include "workgroup.hpp"

namespace cass {

namespace {

void access_or_end(const ImageCall *call) {
  if (cass_access_image(call))
    return;
  const std::string &kernel = running ? running->grid->launch.kernel->name : "";
  end_program(kRefused, "refused", kernel, "an image or buffer has a format that is not known");
}

} // namespace

uint64_t image_entry() { return reinterpret_cast<uint64_t>(&access_or_end); }

} // namespace cass
