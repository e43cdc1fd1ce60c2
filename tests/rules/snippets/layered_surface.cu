// https://github.com/ROCm/rocm-systems/issues/11872 layers of an array written as a surface, read as a texture
__global__ void blur(cudaSurfaceObject_t out, cudaTextureObject_t in, int layer) {
    int x = threadIdx.x, y = threadIdx.y;
    float v = tex2DLayered<float>(in, x + 0.5f, y + 0.5f, layer);
    surf2DLayeredwrite(v, out, x * sizeof(float), y, layer, cudaBoundaryModeClamp);
}
