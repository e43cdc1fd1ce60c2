#include "work.hpp"

#include "device_output.hpp"
#include "fault.hpp"

#include <algorithm>
#include <utility>

namespace cass {

namespace {

constexpr size_t kMostWaiting = 4096; // tasks of a queue; a card's queues are bounded as well

// One lock for the state of all queues: work itself runs without it.
struct Gate {
  std::mutex mutex;
  std::condition_variable progress; // some task was finished
  int waiting = 0;

  void wait(std::unique_lock<std::mutex> &lock) {
    ++waiting;
    progress.wait(lock);
    --waiting;
  }
};

Gate &gate() {
  static Gate *gate = new Gate;
  return *gate;
}

thread_local int blocking = 0;
thread_local bool working = false;

} // namespace

Blocking::Blocking() { ++blocking; }

Blocking::~Blocking() { --blocking; }

bool at_work() { return working; }

WorkQueue::~WorkQueue() {
  wait(last());
  {
    std::lock_guard lock(gate().mutex);
    stopping_ = true;
    wake_.notify_one();
  }
  if (thread_.joinable())
    thread_.join();
}

TaskPtr WorkQueue::last() const {
  std::lock_guard lock(gate().mutex);
  return tasks_.empty() ? nullptr : tasks_.back();
}

hipError_t WorkQueue::take_error() {
  std::lock_guard lock(gate().mutex);
  return std::exchange(error_, hipSuccess);
}

TaskPtr WorkQueue::add(std::function<hipError_t()> work, std::vector<TaskPtr> needs) {
  auto task = std::make_shared<Task>(Task{this, std::move(work), std::move(needs)});
  if (working) {
    task->error = task->work();
    task->done = task->awaited = true;
    return task;
  }
  task->awaited = blocking != 0;
  std::unique_lock lock(gate().mutex);
  while (tasks_.size() >= kMostWaiting)
    if (!step(lock))
      gate().wait(lock);
  tasks_.push_back(task);
  if (blocking) {
    lock.unlock();
    wait(task);
    return task;
  }
  if (!thread_.joinable())
    thread_ = std::thread([this] { serve(); });
  if (idle_)
    wake_.notify_one();
  return task;
}

// Does the next task, if nobody does and it may start. The lock is open meanwhile.
bool WorkQueue::step(std::unique_lock<std::mutex> &lock) {
  if (busy_ || tasks_.empty())
    return false;
  TaskPtr task = tasks_.front();
  if (!std::all_of(task->needs.begin(), task->needs.end(), [](auto &need) { return need->done; }))
    return false;
  busy_ = true;
  lock.unlock();
  working = true;
  hipError_t error = lost();
  if (!error && task->work)
    error = task->work();
  working = false;
  task->work = nullptr; // what it owns ends while the lock is open
  lock.lock();
  busy_ = false;
  task->error = error;
  task->needs.clear();
  task->done = true;
  tasks_.pop_front();
  if (error && !error_ && !task->awaited)
    error_ = error;
  if (!tasks_.empty() && idle_)
    wake_.notify_one();
  if (gate().waiting)
    gate().progress.notify_all();
  return true;
}

void WorkQueue::serve() {
  leave_signals_to_the_program();
  std::unique_lock lock(gate().mutex);
  while (!stopping_ || !tasks_.empty()) {
    if (tasks_.empty() || busy_) {
      idle_ = true;
      wake_.wait(lock);
      idle_ = false;
    } else if (!step(lock)) {
      gate().wait(lock);
    }
  }
}

bool finished(const TaskPtr &task) {
  std::lock_guard lock(gate().mutex);
  return !task || task->done;
}

hipError_t wait(const TaskPtr &task) {
  if (!task || working)
    return hipSuccess;
  Watching watching;
  std::unique_lock lock(gate().mutex);
  while (!task->done)
    if (!task->queue->step(lock))
      gate().wait(lock);
  return task->error;
}

} // namespace cass
