// What memory that is created apart from its addresses is to be like, as HIP lays it out.
#pragma once

#include "hip_types.hpp"

struct hipMemLocation {
  int type, id;
};

struct hipMemAllocationProp {
  int type, handle_types;
  hipMemLocation location;
  void *windows;
  struct {
    unsigned char compression, rdma;
    unsigned short usage;
  } flags;
};

namespace cass {

// The same in HIP 5.2.
struct DraftProp {
  unsigned char compression;
  hipMemLocation location;
  int handle_types, type;
  unsigned short usage;
  void *windows;
};

// What a program gives, and what it is given, in the layout of its headers.
inline hipMemAllocationProp taken(const hipMemAllocationProp &given) {
  if (!has_draft_headers())
    return given;
  const auto &draft = reinterpret_cast<const DraftProp &>(given);
  return {draft.type,
          draft.handle_types,
          draft.location,
          draft.windows,
          {draft.compression, 0, draft.usage}};
}

inline void give(const hipMemAllocationProp &p, hipMemAllocationProp *to) {
  if (!has_draft_headers())
    *to = p;
  else
    *reinterpret_cast<DraftProp *>(to) = {p.flags.compression, p.location, p.handle_types, p.type,
                                          p.flags.usage,       p.windows};
}

} // namespace cass
