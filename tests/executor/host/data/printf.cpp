// Prints the message whose words are read from standard input.
#include "device_printf.hpp"

#include <cstdio>
#include <vector>

int main() {
  std::vector<uint64_t> words;
  uint64_t word;
  while (fread(&word, sizeof word, 1, stdin) == 1)
    words.push_back(word);
  std::string text = cass::format_device_message(words.data(), words.size());
  fwrite(text.data(), 1, text.size(), stdout);
}
