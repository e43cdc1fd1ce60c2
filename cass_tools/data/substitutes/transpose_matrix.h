// An 8 x 8 matrix of halves, two in each lane of the group of 32, transposed.
__device__ inline unsigned transpose_matrix(unsigned value) {
    const int lane = __lane_id() & 31, row = lane / 4, column = lane % 4 * 2;
    unsigned first = __shfl(value, column * 4 + row / 2, 32), second = __shfl(value, (column + 1) * 4 + row / 2, 32);
    return (first >> row % 2 * 16 & 0xffff) | (second >> row % 2 * 16) << 16;
}
