// A graph that is uploaded before it is launched: HIP before 5.3 does not declare the upload.

#include <cstdio>
__global__ void add(int* o) { *o += 3; }
int main() {
  int *d, h = 4;
  cudaMalloc(&d, sizeof h), cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, s>>>(d);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaError_t uploaded = cudaGraphUpload(exec, s);
  for (int i = 0; i < 3; ++i)
    cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", uploaded, h);
}
