// Latches, and semaphores that blocks wait for, of libcu++.
#include <cstdio>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

using Gate = cuda::latch<cuda::thread_scope_device>;
using Turn = cuda::binary_semaphore<cuda::thread_scope_device>;
using Room = cuda::counting_semaphore<cuda::thread_scope_device, 2>;

__global__ void prepare(Gate* gate, Turn* turn, Room* room, int blocks) {
    new (gate) Gate(blocks);
    new (turn) Turn(1);
    new (room) Room(2);
}

__global__ void visit(Gate* gate, Turn* turn, Room* room, int* counts) {
    __shared__ int seen;
    if (threadIdx.x == 0) {
        gate->arrive_and_wait();
        seen = gate->try_wait();
        room->acquire();
        int inside = atomicAdd(&counts[0], 1) + 1;
        atomicMax(&counts[1], inside > 2);
        turn->acquire();
        counts[2] = counts[2] + 1;  // one block at a time
        turn->release();
        atomicSub(&counts[0], 1);
        room->release();
    }
    __syncthreads();
    if (threadIdx.x == 1) atomicAdd(&counts[3], seen);
}

int main() {
    const int blocks = 6;
    void* memory;
    int* counts;
    cudaMalloc(&memory, 192);
    cudaMalloc(&counts, 4 * sizeof(int));
    cudaMemset(counts, 0, 4 * sizeof(int));
    Gate* gate = (Gate*)memory;
    Turn* turn = (Turn*)((char*)memory + 64);
    Room* room = (Room*)((char*)memory + 128);
    prepare<<<1, 1>>>(gate, turn, room, blocks);
    visit<<<blocks, 64>>>(gate, turn, room, counts);
    int host[4];
    cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
    printf("inside %d, crowded %d, turns %d, gates %d\n", host[0], host[1], host[2], host[3]);
    return 0;
}
