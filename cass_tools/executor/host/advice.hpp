// What programs advised about managed memory, to be read back: nothing here moves.
#pragma once

#include <cstdint>
#include <map>
#include <set>

namespace cass {

constexpr int kCpu = -1, kNowhere = -2; // as places beside the numbers of devices

struct Advice {
  bool read_mostly = false, coarse = false;
  int preferred = kNowhere, prefetched = kNowhere;
  std::set<int> accessed_by = {};
};

// The advice for every byte of an allocation, in pieces that were advised alike.
class AdvicePieces {
public:
  AdvicePieces() { pieces_[0]; }

  // Changes the advice for [begin, end).
  template <typename F> void change(uint64_t begin, uint64_t end, F change_one) {
    split(begin), split(end);
    for (auto at = pieces_.find(begin); at->first < end; ++at)
      change_one(at->second);
  }

  // What is the same for all of [begin, end): of places that differ there is none.
  Advice common(uint64_t begin, uint64_t end) const {
    auto at = --pieces_.upper_bound(begin);
    Advice all = at->second;
    for (++at; at != pieces_.end() && at->first < end; ++at)
      restrict(all, at->second);
    return all;
  }

private:
  void split(uint64_t where) {
    auto before = --pieces_.upper_bound(where);
    pieces_.emplace(where, before->second);
  }

  static void restrict(Advice &all, const Advice &one) {
    all.read_mostly &= one.read_mostly;
    all.coarse &= one.coarse;
    if (all.preferred != one.preferred)
      all.preferred = kNowhere;
    if (all.prefetched != one.prefetched)
      all.prefetched = kNowhere;
    for (auto at = all.accessed_by.begin(); at != all.accessed_by.end();)
      at = one.accessed_by.count(*at) ? ++at : all.accessed_by.erase(at);
  }

  std::map<uint64_t, Advice> pieces_; // by the offset where each begins
};

} // namespace cass
