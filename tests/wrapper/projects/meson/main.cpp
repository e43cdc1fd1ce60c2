#include <cstdio>

int scaled(int value);

int main() { std::printf("%d\n", scaled(99)); }
