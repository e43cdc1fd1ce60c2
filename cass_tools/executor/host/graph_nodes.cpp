#include "graph_nodes.hpp"

#include "copying.hpp"
#include "launching.hpp"
#include "scheduler.hpp"

namespace cass {

namespace {

template <typename P>
hipError_t become(Node &node, NodeKind kind, const P &parameters,
                  std::function<hipError_t()> work) {
  node.kind = kind;
  node.work = std::move(work);
  node.parameters = parameters;
  return hipSuccess;
}

} // namespace

hipError_t set_work(Node &node, const hipKernelNodeParams &p) {
  const Kernel *kernel = kernel_of(p.func);
  if (!kernel)
    kernel = given_out(p.func);
  if (!kernel)
    return hipErrorInvalidDeviceFunction;
  Arguments arguments{p.kernelParams};
  if (p.extra)
    if (hipError_t error = unpack_extra(p.extra, arguments))
      return error;
  LaunchShape shape{p.gridDim, p.blockDim, p.sharedMemBytes};
  if (hipError_t error = check_shape(*kernel, shape))
    return error;
  Launch l{
      kernel, p.gridDim, p.blockDim, p.sharedMemBytes, false, nullptr, cluster_of(*kernel, shape)};
  fill_arguments(l, arguments);
  auto kept = std::make_shared<std::vector<void *>>(places(l));
  hipKernelNodeParams told = p; // with arguments that live as long as the node
  told.kernelParams = kept->data();
  told.extra = nullptr;
  return become(node, NodeKind::Kernel, told, [l, kept] { return run(l); });
}

hipError_t set_work(Node &node, const hipMemcpy3DParms &p) {
  bool source = p.srcArray || p.srcPtr.ptr, target = p.dstArray || p.dstPtr.ptr;
  if (!source || !target)
    return hipErrorInvalidValue;
  if (hipError_t error = check(p))
    return error;
  return become(node, NodeKind::Memcpy, p, [p] { return copy(p, nullptr); });
}

hipError_t set_work(Node &node, const hipMemsetParams &p) {
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4)
    return hipErrorInvalidValue;
  size_t width = p.width * p.elementSize;
  Place to{static_cast<char *>(p.dst), p.pitch, 0};
  if (!p.dst || p.width == 0 || p.height == 0 || (p.height > 1 && p.pitch < width) ||
      !fits(to, {width, p.height, 1}))
    return hipErrorInvalidValue;
  return become(node, NodeKind::Memset, p,
                [=] { return fill(to, {width, p.height, 1}, p.value, p.elementSize, nullptr); });
}

hipError_t set_work(Node &node, const hipHostNodeParams &p) {
  if (!p.fn)
    return hipErrorInvalidValue;
  return become(node, NodeKind::Host, p, [p] {
    p.fn(p.userData);
    return hipSuccess;
  });
}

hipError_t set_work(Node &node, const LinearCopy &p) {
  auto from = static_cast<char *>(const_cast<void *>(p.from));
  if (!p.to || !p.from || p.size == 0)
    return hipErrorInvalidValue;
  if (hipError_t error = check({static_cast<char *>(p.to), p.size, p.size}, {from, p.size, p.size},
                               {p.size, 1, 1}, p.kind))
    return error;
  return become(node, NodeKind::Memcpy, p,
                [p] { return copy(p.to, p.from, p.size, p.kind, nullptr); });
}

hipError_t set_work(Node &node, const HIP_MEMCPY3D &p) {
  PlacedCopy placed{};
  if (hipError_t error = place(p, placed))
    return error;
  return become(node, NodeKind::Memcpy, p, [placed] {
    return copy(placed.to, placed.from, placed.box, hipMemcpyDefault, nullptr);
  });
}

} // namespace cass
