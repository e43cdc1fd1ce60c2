// https://github.com/ROCm/hip/issues/1107 the address of a constant, asked for through a void** cast and a member array
#include <cstdio>
struct Table { float v[4]; int n; };
__constant__ Table tables[2];
__global__ void sum(float* o) { o[0] = tables[1].v[0] + tables[1].v[3] + tables[1].n; }
int main() {
    Table h[2] = {{{1, 2, 3, 4}, 5}, {{6, 7, 8, 9}, 10}};
    Table* p;
    size_t bytes;
    cudaGetSymbolAddress((void**)&p, tables);
    cudaGetSymbolSize(&bytes, tables);
    cudaMemcpy(p, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(tables, &h[0], sizeof(Table), sizeof(Table));
    float *d, r;
    cudaMalloc(&d, 4);
    sum<<<1, 1>>>(d);
    cudaMemcpyFromSymbol(&h[1], tables, sizeof(Table), sizeof(Table), cudaMemcpyDeviceToHost);
    cudaMemcpy(&r, d, 4, cudaMemcpyDeviceToHost);
    printf("%d %g %g\n", (int)bytes, r, h[1].v[0]);
}
