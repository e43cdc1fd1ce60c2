#include <cstdio>
__global__ void k(cudaTextureObject_t image, float* o) {
    float4 c = tex2D<float4>(image, threadIdx.x + 0.5f, 1.5f);
    o[threadIdx.x] = c.y;
}
int main() {
    float h[8], *o;
    cudaMalloc(&o, sizeof h);
    uchar4 pixels[4][8];
    for (int y = 0; y < 4; y++) for (int x = 0; x < 8; x++) pixels[y][x] = make_uchar4(x, 51 * y, 3, 4);
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&array, &desc, 8, 4);
    cudaMemcpy2DToArray(array, 0, 0, pixels, 32, 32, 4, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = array;
    cudaTextureDesc t = {}; t.readMode = cudaReadModeNormalizedFloat; t.filterMode = cudaFilterModePoint;
    cudaTextureObject_t image; cudaCreateTextureObject(&image, &r, &t, 0);
    k<<<1, 8>>>(image, o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h) printf("%g ", v);
    printf("\n");
}
