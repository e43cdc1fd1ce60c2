// What processes share of an interprocess event: a page with the number of its last recording and
// that of the last one whose work is done.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace cass {

class SharedEvent {
public:
  // A new one, or that of another process by its descriptor; nullptr where there is none.
  static std::shared_ptr<SharedEvent> make();
  static std::shared_ptr<SharedEvent> open(int process, int file);

  SharedEvent(const SharedEvent &) = delete;
  ~SharedEvent();

  // A stream was handed a recording: its number.
  uint64_t begin() { return ++page_->begun; }

  // The work before that recording is done.
  void finish(uint64_t number);

  uint64_t last() const { return page_->begun; }
  bool passed(uint64_t number) const { return page_->finished >= number; }

  // Until the work before a recording is done, in whichever process.
  void wait(uint64_t number) const;

  int file() const { return file_; }

private:
  struct Page {
    std::atomic<uint64_t> begun, finished;
  };
  static_assert(std::atomic<uint64_t>::is_always_lock_free);

  SharedEvent(Page *page, int file) : page_(page), file_(file) {}
  static std::shared_ptr<SharedEvent> map(int file);

  Page *page_;
  int file_;
};

} // namespace cass
