// The work of streams: done in order, by a thread of the stream or by whoever waits for it.
#pragma once

#include "hip_errors.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace cass {

class WorkQueue;

struct Task {
  WorkQueue *queue;
  std::function<hipError_t()> work;
  std::vector<std::shared_ptr<Task>> needs; // work of other queues that comes first
  hipError_t error = hipSuccess;
  bool done = false;
  bool awaited = false; // whoever added it gets its error
};
using TaskPtr = std::shared_ptr<Task>;

class WorkQueue {
public:
  WorkQueue() = default;
  WorkQueue(const WorkQueue &) = delete;
  ~WorkQueue(); // when all is done

  // Adds work and returns at once, or when it is done: inside of a Blocking, or of other work.
  TaskPtr add(std::function<hipError_t()> work, std::vector<TaskPtr> needs);

  // What was added last, nullptr where all is done.
  TaskPtr last() const;

  // The first error of work that nobody waited for alone; forgets it.
  hipError_t take_error();

private:
  friend hipError_t wait(const TaskPtr &task);

  bool step(std::unique_lock<std::mutex> &lock);
  void serve();

  std::deque<TaskPtr> tasks_; // the first stays until it is done
  bool busy_ = false, idle_ = false, stopping_ = false;
  hipError_t error_ = hipSuccess;
  std::condition_variable wake_;
  std::thread thread_; // started when there is work that nobody waits for
};

bool finished(const TaskPtr &task);

// Waits for a task (helping with what comes before it) and returns its error. Returns at once where
// this thread does a stream's work: that may not wait for streams.
hipError_t wait(const TaskPtr &task);

// True inside of a stream's work, such as a callback.
bool at_work();

// While it lives, work that this thread adds is done when the call returns.
class Blocking {
public:
  Blocking();
  Blocking(const Blocking &) = delete;
  ~Blocking();
};

} // namespace cass
