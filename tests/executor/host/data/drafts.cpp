// What HIP 5.2's headers declare in another way than later ones.
#include <cstdio>

extern "C" {
struct Stream;
struct Graph;
struct Node;
struct Handle;
struct Place {
  int type, id;
};
struct Properties {
  unsigned char compression;
  Place place;
  int handle, type;
  unsigned short usage;
  void *windows;
};
int hipGraphCreate(Graph **, unsigned);
int hipGraphAddEmptyNode(Node **, Graph *, Node *const *, size_t);
int hipGraphNodeGetType(Node *, int *);
int hipMemGetAllocationGranularity(size_t *, const Properties *, int);
int hipMemCreate(Handle **, size_t, const Properties *, unsigned long long);
int hipMemGetAllocationPropertiesFromHandle(Properties *, Handle *);
}

int main() {
  Graph *graph;
  Node *node;
  int type = -1, failed = hipGraphCreate(&graph, 0);
  failed |= hipGraphAddEmptyNode(&node, graph, nullptr, 0) | hipGraphNodeGetType(node, &type);
  std::printf("%d empty node %d\n", failed, type);
  Properties asked{0, {1, 0}, 0, 1, 7, nullptr}, told{};
  size_t step = 0;
  Handle *handle = nullptr;
  failed =
      hipMemGetAllocationGranularity(&step, &asked, 1) | hipMemCreate(&handle, step, &asked, 0);
  failed |= hipMemGetAllocationPropertiesFromHandle(&told, handle);
  std::printf("%d device %d type %d usage %d\n", failed, told.place.type, told.type, told.usage);
}
