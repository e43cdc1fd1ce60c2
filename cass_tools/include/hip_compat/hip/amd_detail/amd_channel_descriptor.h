// HIP's own header; before 6.0 it took bytes without a sign for signed ones: textures read as
// fractions gave 51/127 for 51/255.
#pragma once

#include <hip/hip_version.h>
#if defined(__cplusplus) && HIP_VERSION < 60000000
#include <hip/driver_types.h>
#include <hip/hip_common.h>
#include <hip/amd_detail/amd_hip_vector_types.h>

struct cass_old_uchar1;
struct cass_old_uchar2;
struct cass_old_uchar3;
struct cass_old_uchar4;
#define uchar1 cass_old_uchar1
#define uchar2 cass_old_uchar2
#define uchar3 cass_old_uchar3
#define uchar4 cass_old_uchar4
#include_next <hip/amd_detail/amd_channel_descriptor.h>
#undef uchar1
#undef uchar2
#undef uchar3
#undef uchar4

#define CASS_BYTES(TYPE, Y, Z, W)                                                                  \
  template <> inline hipChannelFormatDesc hipCreateChannelDesc<TYPE>() {                           \
    return hipCreateChannelDesc(8, Y, Z, W, hipChannelFormatKindUnsigned);                         \
  }
CASS_BYTES(uchar1, 0, 0, 0)
CASS_BYTES(uchar2, 8, 0, 0)
CASS_BYTES(uchar3, 8, 8, 0)
CASS_BYTES(uchar4, 8, 8, 8)
#undef CASS_BYTES
#else
#include_next <hip/amd_detail/amd_channel_descriptor.h>
#endif
