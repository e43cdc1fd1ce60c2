// What a piece of memory holds, in a few numbers: equal for equal content, close for content that
// differs by rounding only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cass {

// A number that tells contents apart.
uint64_t digest(const void *start, size_t size);

// The digest; a sum over the 32-bit words that does not depend on their order; how many words look
// like integers, like floats, and (of 64 bits) like doubles; and for the content read as int32,
// float, double, half, bfloat16 and bytes: the sum, the sum of magnitudes, and how many are no
// finite numbers. Last, up to 128 pieces of 8 bytes from all over it, in hexadecimal digits, where
// it has as many. Fields parted by blanks. Of large memory only some pages are summed up.
std::string summary(const void *start, size_t size);

} // namespace cass
