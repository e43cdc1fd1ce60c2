#include "crew.hpp"

#include "fault.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace cass {

struct Crew::State {
  std::function<void()> work;
  std::mutex mutex;
  std::condition_variable left;
  int inside = 0;
  bool closed = false;

  void help() {
    {
      std::lock_guard lock(mutex);
      if (closed)
        return;
      ++inside;
    }
    work();
    std::lock_guard lock(mutex);
    --inside;
    left.notify_all();
  }

  void close() {
    std::unique_lock lock(mutex);
    closed = true;
    left.wait(lock, [this] { return inside == 0; });
  }
};

namespace {

// All threads that were ever needed at a time; they end with the process.
class Pool {
public:
  void post(const std::function<void()> &task) {
    std::lock_guard lock(mutex_);
    tasks_.push_back(task);
    if (idle_ < tasks_.size())
      std::thread([this] { attend(); }).detach();
    else
      ready_.notify_one();
  }

private:
  [[noreturn]] void attend() {
    leave_signals_to_the_program();
    for (;;)
      next()();
  }

  std::function<void()> next() {
    std::unique_lock lock(mutex_);
    ++idle_;
    ready_.wait(lock, [this] { return !tasks_.empty(); });
    --idle_;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> tasks_;
  size_t idle_ = 0;
};

Pool &pool() {
  static Pool *pool = new Pool;
  return *pool;
}

} // namespace

Crew::Crew(std::function<void()> work) : state_(std::make_shared<State>()) {
  state_->work = std::move(work);
}

Crew::~Crew() { state_->close(); }

void Crew::call(uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    pool().post([state = state_] { state->help(); });
}

} // namespace cass
