// Ending the program with a sentence: on standard error and, as a line of JSON, to whoever listens
// (channel.hpp).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace cass {

constexpr int kRefused = 112, kFaulted = 113; // exit statuses

// `kind` is "refused" (something is not supported), "failed" (the translation did not work),
// "fault" (bad memory access), "trap", "assert", "deadlock" or "caught" (a trap or an assertion
// that a CUDA program is told of as an error).
void report(std::string_view kind, std::string_view kernel, std::string_view message);

// Sends the line only: "launched" when a kernel is started for the first time, "waiting" when
// nothing of it gets on, "misuse" when a call means something only here.
void note(std::string_view kind, std::string_view kernel, std::string_view message);
void note(std::initializer_list<std::pair<std::string_view, std::string_view>> fields);

// Reports, keeps what the program has printed so far, and ends it without running its exit
// handlers.
[[noreturn]] void end_program(int status, std::string_view kind, std::string_view kernel,
                              std::string_view message);

// The same by SIGABRT, as AMD's runtime ends a program whose kernel traps; the program may have a
// handler for it.
[[noreturn]] void abort_program(std::string_view kind, std::string_view kernel,
                                std::string_view message);

// "scale(float*, int)" for "_Z5scalePfi".
std::string demangled(const std::string &name);

} // namespace cass
