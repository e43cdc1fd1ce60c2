// Threads that help with a launch. They are started once and wait for the next one.
#pragma once

#include <functional>
#include <memory>

namespace cass {

// The threads that help with one launch: each runs `work` once.
class Crew {
public:
  explicit Crew(std::function<void()> work);
  Crew(const Crew &) = delete;

  // Waits for those that have begun; those that have not never will.
  ~Crew();

  // Asks for `count` threads; they come when they are free.
  void call(uint64_t count);

private:
  struct State;
  std::shared_ptr<State> state_;
};

} // namespace cass
