// Texture and surface references, as CUDA 11 and older have them: every kind of binding, settings before and after it.
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                       \
    do {                                                                  \
        cudaError_t status = (call);                                      \
        if (status != cudaSuccess) {                                      \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
            return 1;                                                     \
        }                                                                 \
    } while (0)
#define FETCH(i) tex1Dfetch(linear, (i))

texture<float, 1, cudaReadModeElementType> linear;
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
static texture<uchar4, 2, cudaReadModeNormalizedFloat> colours(false, cudaFilterModePoint, cudaAddressModeClamp);
texture<int2> pairs, others;
texture<float, 3> volume;
surface<void, cudaSurfaceType2D> out;

__device__ float shared_read(int i) { return FETCH(i) + 1; }

__global__ void read_linear(float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = shared_read(n - 1 - i);
}
__global__ void read_pairs(int* to) {
    int2 a = tex1Dfetch(pairs, threadIdx.x), b = tex1Dfetch(others, threadIdx.x);
    to[threadIdx.x] = a.x * 100 + a.y + b.x;
}
__global__ void read_image(float* to, float step) {
    to[threadIdx.x] = tex2D(image, step * threadIdx.x - 0.75f, 1.5f);
}
__global__ void read_colours(float4* to) { to[threadIdx.x] = tex2D(colours, threadIdx.x + 0.5f, 0.5f); }
__global__ void read_volume(float* to) {
    to[threadIdx.x] = tex3D(volume, threadIdx.x % 2 + 0.5f, threadIdx.x / 2 % 2 + 0.5f, threadIdx.x / 4 + 0.5f);
}
__global__ void write_surface() {
    surf2Dwrite((float)(threadIdx.x + 10 * threadIdx.y), out, threadIdx.x * (int)sizeof(float), threadIdx.y);
}

template <typename T>
static void show(const char* what, const T* device, int n) {
    T host[64];
    cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%s:", what);
    for (int i = 0; i < n; ++i) printf(" %g", (double)host[i]);
    printf("\n");
}

int main() {
    const int n = 16;
    float values[n * 4];
    for (int i = 0; i < n * 4; ++i) values[i] = i * i;
    float *data, *to;
    CHECK(cudaMalloc(&data, sizeof values));
    CHECK(cudaMalloc(&to, 64 * sizeof(float)));
    CHECK(cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice));
    size_t offset = 99;
    CHECK(cudaBindTexture(&offset, linear, data, n * sizeof(float)));
    read_linear<<<1, 32>>>(to, n);
    show("linear", to, n);
    cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    CHECK(cudaBindTexture(0, linear, data + 0, one));
    read_linear<<<1, 32>>>(to, 8);
    show("whole", to, 8);
    CHECK(cudaUnbindTexture(linear));

    int2 both[8];
    for (int i = 0; i < 8; ++i) both[i] = make_int2(i + 1, 7 * i);
    int2* numbers;
    int* sums;
    CHECK(cudaMalloc(&numbers, sizeof both));
    CHECK(cudaMalloc(&sums, 8 * sizeof(int)));
    CHECK(cudaMemcpy(numbers, both, sizeof both, cudaMemcpyHostToDevice));
    CHECK(cudaBindTexture(NULL, pairs, numbers, sizeof both));
    cudaBindTexture(NULL, &others, numbers, &others.channelDesc, sizeof both);
    read_pairs<<<1, 8>>>(sums);
    show("pairs", sums, 8);

    cudaArray* array;
    CHECK(cudaMallocArray(&array, &one, 4, 4));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, values, 4 * sizeof(float), 4 * sizeof(float), 4, cudaMemcpyHostToDevice));
    image.addressMode[0] = image.addressMode[1] = cudaAddressModeClamp;
    image.filterMode = cudaFilterModePoint;
    image.normalized = false;
    CHECK(cudaBindTextureToArray(image, array, one));
    read_image<<<1, 12>>>(to, 0.5f);
    show("points", to, 12);
    image.filterMode = cudaFilterModeLinear;
    read_image<<<1, 12>>>(to, 0.5f);
    show("filtered", to, 12);
    image.normalized = true;
    image.addressMode[0] = cudaAddressModeWrap;
    image.filterMode = image.normalized ? cudaFilterModePoint : cudaFilterModeLinear;
    read_image<<<1, 12>>>(to, 0.125f);
    show("wrapped", to, 12);
    CHECK(cudaUnbindTexture(&image));

    size_t pitch;
    float* rows;
    CHECK(cudaMallocPitch(&rows, &pitch, 4 * sizeof(float), 4));
    CHECK(cudaMemcpy2D(rows, pitch, values + 16, 4 * sizeof(float), 4 * sizeof(float), 4, cudaMemcpyHostToDevice));
    image.normalized = false;
    image.addressMode[0] = cudaAddressModeClamp;
    CHECK(cudaBindTexture2D(NULL, image, rows, image.channelDesc, 4, 4, pitch));
    read_image<<<1, 8>>>(to, 1.0f);
    show("pitched", to, 8);

    uchar4 colour[4] = {{0, 51, 102, 255}, {255, 0, 0, 51}, {1, 2, 3, 4}, {204, 153, 102, 51}};
    cudaArray_t palette;
    cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();
    CHECK(cudaMallocArray(&palette, &four, 4, 1));
    CHECK(cudaMemcpy2DToArray(palette, 0, 0, colour, sizeof colour, sizeof colour, 1, cudaMemcpyHostToDevice));
    CHECK(cudaBindTextureToArray(colours, palette));
    read_colours<<<1, 4>>>((float4*)to);
    show("colours", to, 16);

    cudaArray* cube;
    cudaExtent extent = make_cudaExtent(2, 2, 2);
    CHECK(cudaMalloc3DArray(&cube, &volume.channelDesc, extent));
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(values, 2 * sizeof(float), 2, 2);
    copy.dstArray = cube;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    CHECK(cudaBindTextureToArray(volume, cube, volume.channelDesc));
    read_volume<<<1, 8>>>(to);
    show("volume", to, 8);

    cudaArray* written;
    CHECK(cudaMallocArray(&written, &one, 4, 4, cudaArraySurfaceLoadStore));
    CHECK(cudaBindSurfaceToArray(out, written));
    write_surface<<<1, dim3(4, 4)>>>();
    float back[16];
    CHECK(cudaMemcpy2DFromArray(back, 16, written, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
    printf("surface:");
    for (float value : back) printf(" %g", value);
    printf("\n");
    return 0;
}
