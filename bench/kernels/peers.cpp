// Times one kernel of peers.cl on the first OpenCL device that is a processor.
// Usage: peers SOURCE KERNEL LAUNCHES FOLDER GRID_X GRID_Y BLOCK_X BLOCK_Y. Reads the files `first`
// and `second` of FOLDER, writes `out.opencl`; prints the shortest launch in milliseconds of wall
// time and of processor time, and the device's name.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<char>;

Bytes content(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void need(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  fprintf(stderr, "%s: OpenCL error %d\n", what, status);
  exit(1);
}

cl_device_id processor() {
  cl_uint count = 0;
  need(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  need(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  cl_device_id device = nullptr;
  for (cl_platform_id platform : platforms)
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS)
      return device;
  need(CL_DEVICE_NOT_FOUND, "a processor");
  return nullptr;
}

cl_kernel kernel_of(cl_context context, const std::string &path, const char *name) {
  Bytes source = content(path);
  const char *text = source.data();
  size_t length = source.size();
  cl_int status = 0;
  cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &status);
  need(status, "clCreateProgramWithSource");
  need(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  need(status, "clCreateKernel");
  return kernel;
}

cl_mem buffer(cl_context context, Bytes &bytes) {
  cl_int status = 0;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                 bytes.data(), &status);
  need(status, "clCreateBuffer");
  return memory;
}

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 9)
    return 2;
  const std::string folder = arguments[4];
  cl_device_id device = processor();
  cl_int status = 0;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  need(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  need(status, "clCreateCommandQueue");
  cl_kernel kernel = kernel_of(context, arguments[1], arguments[2]);
  Bytes first = content(folder + "/first"), second = content(folder + "/second");
  Bytes out(first.size());
  cl_mem memory[] = {buffer(context, first), buffer(context, second), buffer(context, out)};
  for (cl_uint i = 0; i < 3; ++i)
    need(clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]), "clSetKernelArg");
  auto number = [&](int i) { return strtoul(arguments[i], nullptr, 10); };
  size_t block[] = {number(7), number(8)}, grid[] = {number(5) * block[0], number(6) * block[1]};
  double wall = 1e30, busy = 1e30;
  for (unsigned long i = 0; i <= number(3); ++i) {
    double start = now(CLOCK_MONOTONIC), spent = now(CLOCK_PROCESS_CPUTIME_ID);
    need(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, grid, block, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
    need(clFinish(queue), "clFinish");
    wall = std::min(wall, now(CLOCK_MONOTONIC) - start);
    busy = std::min(busy, now(CLOCK_PROCESS_CPUTIME_ID) - spent);
  }
  need(clEnqueueReadBuffer(queue, memory[2], CL_TRUE, 0, out.size(), out.data(), 0, nullptr,
                           nullptr),
       "clEnqueueReadBuffer");
  std::ofstream(folder + "/out.opencl", std::ios::binary)
      .write(out.data(), static_cast<std::streamsize>(out.size()));
  char name[256] = "";
  need(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  printf("%f %f %s\n", wall, busy, name);
}
