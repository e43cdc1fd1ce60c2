// Defined in scale.cu, used by kernels of main.cu.
extern __device__ float factor;
__device__ float scaled(float value);
