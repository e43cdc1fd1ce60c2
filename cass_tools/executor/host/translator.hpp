// From a kernel's GPU code to native code: looked up in the cache, else made by the helper process.
//
// There are two tiers: code that is made fast, and code that is fast. A kernel that has run for
// long in the first is translated again in the background, and goes on in the second as soon as
// that is there: a wave's whole state is in its Wave whenever it is not running.
#pragma once

#include "abi.hpp"
#include "code_object.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string_view>

namespace cass {

struct Translation {
  Translation(KernelFunction function, uint32_t rows_, bool final)
      : run(function), rows(rows_), hot(final) {}

  std::atomic<KernelFunction> run;
  uint32_t rows; // vector registers that a wave needs
  // Nanoseconds that threads have run it; apart from what they read all the time.
  alignas(kCacheLine) std::atomic<int64_t> spent{0};
  std::atomic<bool> hot; // the second tier has been asked for
};

// Where translations are kept.
std::filesystem::path cache_folder();

// Writes a file there for the helper to read, whole or not at all, unless it is there already.
std::filesystem::path keep_file(const std::filesystem::path &path, std::string_view content);

// The code object as a file, for the helper process to read.
std::string code_file(const CodeObject &object);

// Translated when asked for first. Ends the program with a report where that is not possible.
Translation &translation(const Kernel &kernel);

// A thread has run the kernel for this long; asks for the second tier when it has become worth it.
void spend(Translation &translation, const Kernel &kernel, std::chrono::nanoseconds time);

} // namespace cass
