// Hand-written native code of the kernels in kernels.hip: what a translation would be, each for one
// behaviour of the scheduler.
#include <stdint.h>

typedef struct {
  uint32_t sgpr[128];
  uint64_t exec;
  uint32_t scc, resume;
  uint64_t image, lds, scratch, scratch_stride, private_aperture;
  uint32_t lds_size;
  int32_t budget;
  uint64_t fault;
  uint32_t mode, reserved[109];
  uint32_t vgpr[];
} Wave;

enum { ENDED, BARRIER, YIELDED, TRAPPED, GRID_BARRIER };

// gfx9 and gfx10 start with a buffer descriptor for private memory, which adds the lane's number.
static int has_buffer(Wave *w) { return w->sgpr[3] == 1 << 23; }

static uint32_t *arguments(Wave *w) {
  uint32_t *pair = w->sgpr + (has_buffer(w) ? 4 : 0);
  return (uint32_t *)(pair[0] | (uint64_t)pair[1] << 32);
}

static volatile uint32_t *out(Wave *w) { return *(uint32_t **)arguments(w); }

// clang places the workgroup's x, or x to z where a kernel uses all, so that they end in s15 on
// gfx11.
static uint32_t block(Wave *w) { return w->sgpr[15]; }

static uint32_t wave(Wave *w) { return (w->vgpr[0] & 0x3ff) / 32; }

// What the first wave of a block found, and behind it a later one: block x, y, z; exec; v0 of lanes
// 0 to 2.
int32_t start(Wave *w) {
  volatile uint32_t *to = out(w) + (w->vgpr[0] == 0 ? 0 : 8);
  for (int i = 0; i < 3; ++i)
    to[i] = w->sgpr[(has_buffer(w) ? 6 : 13) + i];
  to[3] = (uint32_t)w->exec;
  to[4] = (uint32_t)(w->exec >> 32);
  for (int i = 0; i < 3; ++i)
    to[5 + i] = w->vgpr[i];
  return ENDED;
}

int32_t hidden(Wave *w) {
  for (int i = 0; i < 64; ++i)
    out(w)[i] = arguments(w)[2 + i];
  return ENDED;
}

// Wave n of four adds 1 before the barrier and finds all four after it.
int32_t barrier(Wave *w) {
  if (w->resume++ == 0) {
    out(w)[0] += 1;
    return BARRIER;
  }
  out(w)[1 + wave(w)] = out(w)[0];
  return ENDED;
}

// Wave 0 ends at once; the others meet at a barrier all the same.
int32_t unequal_barriers(Wave *w) {
  if (wave(w) == 0 || w->resume == 1) {
    out(w)[0] += 1;
    return ENDED;
  }
  w->resume = 1;
  return BARRIER;
}

// Every block but the last waits for the last.
int32_t flag_of_a_later_block(Wave *w) {
  if (block(w) == 40)
    out(w)[0] = 1;
  if (!out(w)[0])
    return YIELDED;
  out(w)[1] += 1;
  return ENDED;
}

// Word 1 counts blocks that passed a barrier at which not all had arrived.
int32_t grid_barrier(Wave *w) {
  if (w->resume++ == 0) {
    __atomic_fetch_add(&out(w)[0], 1, __ATOMIC_RELAXED);
    return GRID_BARRIER;
  }
  if (out(w)[0] % 16)
    __atomic_fetch_add(&out(w)[1], 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&out(w)[2], 1, __ATOMIC_RELAXED);
  return ENDED;
}

int32_t grid_barrier_passed_by(Wave *w) { return block(w) == 3 ? ENDED : GRID_BARRIER; }

// Wave 0 waits for wave 3, which yields ten times before it answers.
int32_t yield_within_a_block(Wave *w) {
  if (wave(w) == 3 && ++w->resume > 10)
    out(w)[0] = 1;
  if ((wave(w) == 0 || wave(w) == 3) && !out(w)[0])
    return YIELDED;
  out(w)[1] += 1;
  return ENDED;
}

int32_t wild_write(Wave *w) {
  if (block(w) == 2)
    out(w)[1100] = 1;
  return ENDED;
}

int32_t trap(Wave *w) {
  w->fault = 2;
  return block(w) == 1 ? TRAPPED : ENDED;
}

int32_t breakpoint(Wave *w) {
  w->fault = 3;
  if (w->resume++ == 0)
    return TRAPPED;
  out(w)[0] += 1;
  return ENDED;
}

// Word 0: whether LDS is 4 GiB aligned; word 1: its size; word 2: its last byte is there.
int32_t lds(Wave *w) {
  volatile uint8_t *memory = (uint8_t *)w->lds;
  memory[w->lds_size - 1] = 7;
  out(w)[0] = (w->lds & 0xffffffff) == 0;
  out(w)[1] = w->lds_size;
  out(w)[2] = memory[w->lds_size - 1];
  return ENDED;
}

// Which block came when.
int32_t order(Wave *w) {
  out(w)[1 + out(w)[0]++] = block(w);
  return ENDED;
}

// The first tier never ends; the second, which is no kernel of its own, goes on with the same wave.
int32_t first_tier(Wave *w) {
  w->sgpr[20] = 42;
  out(w)[0] = 1;
  return YIELDED;
}

int32_t second_tier(Wave *w) {
  out(w)[1] = w->sgpr[20];
  return ENDED;
}

// Each block works for a while and leaves the address of its thread.
int32_t on_many_threads(Wave *w) {
  static _Thread_local int here;
  for (volatile int i = 0; i < 1000000; ++i)
    ;
  out(w)[block(w)] = (uint32_t)(uintptr_t)&here;
  return ENDED;
}
