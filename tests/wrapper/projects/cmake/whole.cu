#include <cstdio>
#include "twice.cuh"
int main() { printf("%d\n", of_shared()); }
