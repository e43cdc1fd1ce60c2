// Textures and surfaces: prints what each kind of access reads, for comparison with arithmetic.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

constexpr int W = 8, H = 4, N = 16;

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t error = (call);                                                                     \
    if (error != hipSuccess) {                                                                     \
      std::printf("%s: %s\n", #call, hipGetErrorName(error));                                      \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

__global__ void plane(hipTextureObject_t t, const float2 *at, float *out) {
  out[threadIdx.x] = tex2D<float>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}

__global__ void bytes(hipTextureObject_t t, const float2 *at, float4 *out) {
  out[threadIdx.x] = tex2D<float4>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}

__global__ void line(hipTextureObject_t t, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, static_cast<int>(threadIdx.x) - 2);
}

__global__ void volume(hipTextureObject_t t, const float2 *at, float *out) {
  out[threadIdx.x] = tex3D<float>(t, at[threadIdx.x].x, at[threadIdx.x].y, 1.25f);
}

__global__ void layers(hipTextureObject_t t, const float2 *at, float *out) {
  out[threadIdx.x] = tex2DLayered<float>(t, at[threadIdx.x].x, at[threadIdx.x].y, 1);
}

__global__ void lines(hipTextureObject_t t, const float2 *at, float *out) {
  out[threadIdx.x] = tex1DLayered<float>(t, at[threadIdx.x].x, static_cast<int>(threadIdx.x) % H);
}

__global__ void surface(hipSurfaceObject_t from, hipSurfaceObject_t to) {
  float value;
  int x = threadIdx.x % W, y = threadIdx.x / W;
  surf2Dread(&value, from, x * static_cast<int>(sizeof(float)), y);
  surf2Dwrite(2 * value + 1, to, (W - 1 - x) * static_cast<int>(sizeof(float)), y);
}

template <typename T> static void print(const char *name, const T *values, int count) {
  std::printf("%s", name);
  for (int i = 0; i < count; ++i)
    std::printf(" %.17g", static_cast<double>(values[i]));
  std::printf("\n");
}

static hipTextureDesc described(hipTextureAddressMode mode, hipTextureFilterMode filter,
                                bool normalized, hipTextureReadMode read = hipReadModeElementType) {
  hipTextureDesc d;
  std::memset(&d, 0, sizeof d);
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
  d.filterMode = filter;
  d.normalizedCoords = normalized;
  d.readMode = read;
  return d;
}

static hipResourceDesc of_array(hipArray_t array) {
  hipResourceDesc r;
  std::memset(&r, 0, sizeof r);
  r.resType = hipResourceTypeArray;
  r.res.array.array = array;
  return r;
}

int main() {
  std::vector<float> pixels(2 * W * H);
  for (size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>(i * i % 97);
  std::vector<float2> at(N), scaled(N);
  for (int i = 0; i < N; ++i) {
    at[i] = {-1.5f + 0.65625f * i, 4.75f - 0.40625f * i};
    scaled[i] = {at[i].x / W, at[i].y / H};
  }
  float2 *where, *where_scaled;
  float *out, results[4 * N];
  CHECK(hipMalloc(&where, N * sizeof(float2)));
  CHECK(hipMalloc(&where_scaled, N * sizeof(float2)));
  CHECK(hipMalloc(&out, sizeof results));
  CHECK(hipMemcpy(where, at.data(), N * sizeof(float2), hipMemcpyHostToDevice));
  CHECK(hipMemcpy(where_scaled, scaled.data(), N * sizeof(float2), hipMemcpyHostToDevice));

  hipChannelFormatDesc floats = hipCreateChannelDesc<float>();
  hipArray_t array, other;
  CHECK(hipMallocArray(&array, &floats, W, H));
  CHECK(hipMallocArray(&other, &floats, W, H));
  CHECK(hipMemcpy2DToArray(array, 0, 0, pixels.data(), W * sizeof(float), W * sizeof(float), H,
                           hipMemcpyHostToDevice));
  hipResourceDesc resource = of_array(array);
  hipTextureObject_t texture;
  const char *names[] = {"wrap", "clamp", "mirror", "border"};
  for (int mode = 0; mode < 4; ++mode)
    for (int filter = 0; filter < 2; ++filter) {
      hipTextureDesc d = described(static_cast<hipTextureAddressMode>(mode),
                                   static_cast<hipTextureFilterMode>(filter), true);
      CHECK(hipCreateTextureObject(&texture, &resource, &d, nullptr));
      plane<<<1, N>>>(texture, where_scaled, out);
      CHECK(hipMemcpy(results, out, N * sizeof(float), hipMemcpyDeviceToHost));
      print((std::string(names[mode]) + (filter ? "-linear" : "-point")).c_str(), results, N);
      CHECK(hipDestroyTextureObject(texture));
    }
  hipTextureDesc unscaled = described(hipAddressModeClamp, hipFilterModeLinear, false);
  CHECK(hipCreateTextureObject(&texture, &resource, &unscaled, nullptr));
  plane<<<1, N>>>(texture, where, out);
  CHECK(hipMemcpy(results, out, N * sizeof(float), hipMemcpyDeviceToHost));
  print("elements-linear", results, N);

  hipResourceDesc linear;
  std::memset(&linear, 0, sizeof linear);
  linear.resType = hipResourceTypeLinear;
  float *memory;
  CHECK(hipMalloc(&memory, 10 * sizeof(float)));
  CHECK(hipMemcpy(memory, pixels.data(), 10 * sizeof(float), hipMemcpyHostToDevice));
  linear.res.linear.devPtr = memory;
  linear.res.linear.desc = floats;
  linear.res.linear.sizeInBytes = 10 * sizeof(float);
  hipTextureDesc fetch = described(hipAddressModeClamp, hipFilterModePoint, false);
  CHECK(hipCreateTextureObject(&texture, &linear, &fetch, nullptr));
  line<<<1, N>>>(texture, out);
  CHECK(hipMemcpy(results, out, N * sizeof(float), hipMemcpyDeviceToHost));
  print("fetch", results, N);

  uchar4 *plane_memory;
  size_t pitch;
  std::vector<uchar4> colors(W * H);
  for (int i = 0; i < W * H; ++i)
    colors[i] = make_uchar4(i * 7 % 256, 255 - i, i * 31 % 256, 128);
  CHECK(hipMallocPitch(reinterpret_cast<void **>(&plane_memory), &pitch, W * sizeof(uchar4), H));
  CHECK(hipMemcpy2D(plane_memory, pitch, colors.data(), W * sizeof(uchar4), W * sizeof(uchar4), H,
                    hipMemcpyHostToDevice));
  hipResourceDesc pitched;
  std::memset(&pitched, 0, sizeof pitched);
  pitched.resType = hipResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = plane_memory;
  pitched.res.pitch2D.desc = hipCreateChannelDesc(8, 8, 8, 8, hipChannelFormatKindUnsigned);
  pitched.res.pitch2D.width = W;
  pitched.res.pitch2D.height = H;
  pitched.res.pitch2D.pitchInBytes = pitch;
  hipTextureDesc shades =
      described(hipAddressModeClamp, hipFilterModeLinear, true, hipReadModeNormalizedFloat);
  CHECK(hipCreateTextureObject(&texture, &pitched, &shades, nullptr));
  bytes<<<1, N>>>(texture, where_scaled, reinterpret_cast<float4 *>(out));
  CHECK(hipMemcpy(results, out, sizeof results, hipMemcpyDeviceToHost));
  print("bytes", results, 4 * N);

  hipArray_t deep[2];
  for (int layered = 0; layered < 2; ++layered) {
    CHECK(hipMalloc3DArray(&deep[layered], &floats, make_hipExtent(W, H, 2),
                           layered ? hipArrayLayered : hipArrayDefault));
    hipMemcpy3DParms copy;
    std::memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_hipPitchedPtr(pixels.data(), W * sizeof(float), W, H);
    copy.dstArray = deep[layered];
    copy.extent = make_hipExtent(W, H, 2);
    copy.kind = hipMemcpyHostToDevice;
    CHECK(hipMemcpy3D(&copy));
    hipResourceDesc of_deep = of_array(deep[layered]);
    CHECK(hipCreateTextureObject(&texture, &of_deep, &unscaled, nullptr));
    if (layered)
      layers<<<1, N>>>(texture, where, out);
    else
      volume<<<1, N>>>(texture, where, out);
    CHECK(hipMemcpy(results, out, N * sizeof(float), hipMemcpyDeviceToHost));
    print(layered ? "layers" : "volume", results, N);
  }

  hipArray_t rows;
  CHECK(hipMalloc3DArray(&rows, &floats, make_hipExtent(W, 0, H), hipArrayLayered));
  for (int first = 0; first < H; first += H / 2) {
    hipMemcpy3DParms copy;
    std::memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_hipPitchedPtr(pixels.data() + first * W, W * sizeof(float), W, 1);
    copy.dstArray = rows;
    copy.dstPos = make_hipPos(0, 0, first);
    copy.extent = make_hipExtent(W, 1, H / 2);
    copy.kind = hipMemcpyHostToDevice;
    CHECK(hipMemcpy3D(&copy));
  }
  hipResourceDesc of_rows = of_array(rows);
  CHECK(hipCreateTextureObject(&texture, &of_rows, &unscaled, nullptr));
  lines<<<1, N>>>(texture, where, out);
  CHECK(hipMemcpy(results, out, N * sizeof(float), hipMemcpyDeviceToHost));
  print("lines", results, N);

  hipSurfaceObject_t from, to;
  hipResourceDesc target = of_array(other);
  CHECK(hipCreateSurfaceObject(&from, &resource));
  CHECK(hipCreateSurfaceObject(&to, &target));
  surface<<<1, W * H>>>(from, to);
  std::vector<float> written(W * H);
  CHECK(hipMemcpy2DFromArray(written.data(), W * sizeof(float), other, 0, 0, W * sizeof(float), H,
                             hipMemcpyDeviceToHost));
  print("surface", written.data(), W * H);
  return 0;
}
