// https://github.com/ORNL/HeCBench/issues/190 a texture object over pitched memory, normalised and filtered
#include <cuda_runtime.h>
cudaTextureObject_t view(float* p, int w, int h, size_t pitch) {
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = p;
    r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    r.res.pitch2D.width = w, r.res.pitch2D.height = h, r.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc t = {};
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeMirror;
    t.filterMode = cudaFilterModeLinear;
    t.normalizedCoords = true;
    cudaTextureObject_t o;
    cudaCreateTextureObject(&o, &r, &t, nullptr);
    return o;
}
