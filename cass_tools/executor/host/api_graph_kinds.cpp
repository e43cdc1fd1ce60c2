// Graph nodes of the other kinds: empty, child graphs, events, memory; attributes of kernel nodes;
// objects that graphs own.
#include "events.hpp"
#include "graph_memory.hpp"
#include "graphs.hpp"
#include "memory.hpp"

#include <cstring>
#include <set>

using namespace cass;

namespace {

std::vector<Node *> list(const hipGraphNode_t *nodes, size_t count) {
  return std::vector<Node *>(nodes, nodes + count);
}

std::function<hipError_t()> event_work(NodeKind kind, hipEvent_t event) {
  if (kind == NodeKind::WaitEvent)
    return [event] { return event->mark ? wait(event->mark->task) : hipSuccess; };
  return [event] { return record(event, nullptr); };
}

hipError_t add_event(hipGraphNode_t *result, hipGraph_t graph, const hipGraphNode_t *needs,
                     size_t count, NodeKind kind, hipEvent_t event) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return error;
  if (!known(event))
    return hipErrorInvalidValue;
  *result = graph->add(kind, list(needs, count), event_work(kind, event));
  (*result)->event = event;
  return hipSuccess;
}

hipError_t get_event(hipGraphNode_t node, NodeKind kind, hipEvent_t *event) {
  if (!event || !known(node) || node->kind != kind)
    return hipErrorInvalidValue;
  *event = node->event;
  return hipSuccess;
}

hipError_t set_event(Node *node, NodeKind kind, hipEvent_t event) {
  if (!known(node) || !known(event) || node->kind != kind)
    return hipErrorInvalidValue;
  node->event = event;
  node->work = event_work(kind, event);
  return hipSuccess;
}

struct UserObject;

std::set<const UserObject *> &user_objects() {
  static auto *objects = new std::set<const UserObject *>;
  return *objects;
}

// One user object: destroyed with its last reference. Later releases are forgiven, as by HIP.
struct UserObject {
  void *pointer;
  void (*destroy)(void *);
  unsigned references;

  void release(unsigned count) {
    references -= std::min(count, references);
    if (references)
      return;
    user_objects().erase(this);
    destroy(pointer);
    delete this;
  }
};

// How many bytes an attribute of a kernel node has; 0 where there is no such attribute.
size_t attribute_size(int attribute) {
  constexpr int kAccessPolicyWindow = 1, kCooperative = 2, kPriority = 8;
  if (attribute == kAccessPolicyWindow)
    return 4 * sizeof(void *);
  return attribute == kCooperative || attribute == kPriority ? sizeof(int) : 0;
}

bool is_kernel(const Node *node) { return known(node) && node->kind == NodeKind::Kernel; }

} // namespace

HIP_API hipError_t hipGraphAddEmptyNode(hipGraphNode_t *result, hipGraph_t graph,
                                        const hipGraphNode_t *needs, size_t count) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  *result = graph->add(NodeKind::Empty, list(needs, count), nullptr);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *result, hipGraph_t graph,
                                             const hipGraphNode_t *needs, size_t count,
                                             hipGraph_t child) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  if (!known(child) || child == graph)
    return done(hipErrorInvalidValue);
  Node made;
  made.kind = NodeKind::Graph;
  made.child = clone(*child);
  *result = graph->add(std::move(made), list(needs, count));
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *graph) {
  if (!graph || !known(node) || !node->child)
    return done(hipErrorInvalidValue);
  *graph = node->child.get();
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                                       hipGraph_t child) {
  Node *found = node_of(exec, node, NodeKind::Graph);
  if (!found || !known(child) || child->nodes.size() != found->child->nodes.size())
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < child->nodes.size(); ++i)
    if (child->nodes[i]->kind != found->child->nodes[i]->kind ||
        child->nodes[i]->needs.size() != found->child->nodes[i]->needs.size())
      return done(hipErrorUnknown);
  found->child = clone(*child);
  found->child->parent = found;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *result, hipGraph_t graph,
                                              const hipGraphNode_t *needs, size_t count,
                                              hipEvent_t event) {
  return done(add_event(result, graph, needs, count, NodeKind::EventRecord, event));
}

HIP_API hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *result, hipGraph_t graph,
                                            const hipGraphNode_t *needs, size_t count,
                                            hipEvent_t event) {
  return done(add_event(result, graph, needs, count, NodeKind::WaitEvent, event));
}

HIP_API hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *event) {
  return done(get_event(node, NodeKind::EventRecord, event));
}

HIP_API hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *event) {
  return done(get_event(node, NodeKind::WaitEvent, event));
}

HIP_API hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return done(set_event(node, NodeKind::EventRecord, event));
}

HIP_API hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return done(set_event(node, NodeKind::WaitEvent, event));
}

HIP_API hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                                       hipEvent_t event) {
  return done(set_event(node_of(exec, node, NodeKind::EventRecord), NodeKind::EventRecord, event));
}

HIP_API hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                                     hipEvent_t event) {
  return done(set_event(node_of(exec, node, NodeKind::WaitEvent), NodeKind::WaitEvent, event));
}

// The memory of a graph is there from when the node is added until nothing refers to the node.
HIP_API hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *result, hipGraph_t graph,
                                           const hipGraphNode_t *needs, size_t count,
                                           hipMemAllocNodeParams *p) {
  constexpr int kPinned = 1, kDevice = 1;
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  if (!p || p->pool.type != kPinned || p->pool.place != kDevice || p->bytes == 0)
    return done(hipErrorInvalidValue);
  p->pointer = memory().allocate(p->bytes, MemoryKind::Device);
  if (!p->pointer)
    return done(hipErrorOutOfMemory);
  *result = graph->add(NodeKind::MemAlloc, list(needs, count), [pointer = p->pointer] {
    graph_memory_taken(pointer);
    return done(hipSuccess);
  });
  (*result)->parameters = *p;
  own(*graph, p->pointer);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *p) {
  return done(get_parameters(node, NodeKind::MemAlloc, p));
}

HIP_API hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *result, hipGraph_t graph,
                                          const hipGraphNode_t *needs, size_t count,
                                          void *pointer) {
  if (hipError_t error = check_addition(result, graph, needs, count))
    return done(error);
  if (!pointer)
    return done(hipErrorInvalidValue);
  *result = graph->add(NodeKind::MemFree, list(needs, count), [pointer] {
    graph_memory_given(pointer);
    return done(hipSuccess);
  });
  (*result)->parameters = pointer;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void **pointer) {
  return done(get_parameters(node, NodeKind::MemFree, pointer));
}

HIP_API hipError_t hipUserObjectCreate(UserObject **result, void *pointer, void (*destroy)(void *),
                                       unsigned references, unsigned flags) {
  constexpr unsigned kNoDestructorSync = 1;
  if (!result || !destroy || flags != kNoDestructorSync || references == 0 ||
      static_cast<int>(references) < 0)
    return done(hipErrorInvalidValue);
  *result = new UserObject{pointer, destroy, references};
  user_objects().insert(*result);
  return done(hipSuccess);
}

HIP_API hipError_t hipUserObjectRetain(UserObject *object, unsigned count) {
  if (!object || count == 0 || static_cast<int>(count) < 0)
    return done(hipErrorInvalidValue);
  if (!user_objects().count(object))
    return done(hipErrorInvalidValue);
  object->references += count;
  return done(hipSuccess);
}

HIP_API hipError_t hipUserObjectRelease(UserObject *object, unsigned count) {
  if (!object || count == 0 || static_cast<int>(count) < 0)
    return done(hipErrorInvalidValue);
  if (user_objects().count(object))
    object->release(count);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphRetainUserObject(hipGraph_t graph, UserObject *object, unsigned count,
                                            unsigned flags) {
  constexpr unsigned kMove = 1;
  if (!known(graph) || !object || count == 0 || static_cast<int>(count) < 0 || flags > kMove ||
      !user_objects().count(object))
    return done(hipErrorInvalidValue);
  if (flags != kMove)
    object->references += count;
  constexpr unsigned kMost = 1 << 16; // references are kept one by one
  if (count > kMost)
    return done(hipErrorInvalidValue);
  for (unsigned i = 0; i < count; ++i)
    graph->owned.emplace_back(object, [](void *held) {
      auto user = static_cast<UserObject *>(held);
      if (user_objects().count(user)) // releases too many are forgiven
        user->release(1);
    });
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphReleaseUserObject(hipGraph_t graph, UserObject *object, unsigned count) {
  if (!known(graph) || !object || count == 0 || static_cast<int>(count) < 0)
    return done(hipErrorInvalidValue);
  for (auto at = graph->owned.begin(); count && at != graph->owned.end();)
    if (at->get() == object)
      at = graph->owned.erase(at), --count;
    else
      ++at;
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t node, int attribute,
                                                  const void *value) {
  size_t size = attribute_size(attribute);
  if (!is_kernel(node) || !value || !size)
    return done(hipErrorInvalidValue);
  auto bytes = static_cast<const char *>(value);
  node->attributes[attribute].assign(bytes, bytes + size);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t node, int attribute, void *value) {
  size_t size = attribute_size(attribute);
  if (!is_kernel(node) || !value || !size)
    return done(hipErrorInvalidValue);
  std::vector<char> &bytes = node->attributes[attribute];
  bytes.resize(size);
  std::memcpy(value, bytes.data(), size);
  return done(hipSuccess);
}

HIP_API hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to) {
  if (!is_kernel(from) || !is_kernel(to))
    return done(hipErrorInvalidValue);
  to->attributes = from->attributes;
  return done(hipSuccess);
}
