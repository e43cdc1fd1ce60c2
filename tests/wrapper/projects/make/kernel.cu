#include "scale.cuh"
void launch(int n, int *x) { scale<<<4, 32>>>(n, 7, x); }
