// Stores the caller's two halves of matrix `number` as stmatrix. `row` is the address of the row that the lane names.
template <bool Transposed>
__device__ inline void store_matrix(unsigned row, int number, unsigned value) {
    const int lane = __lane_id() & 31;
    if (!Transposed) {
        unsigned address = __shfl(row, number * 8 + lane / 4, 32) + lane % 4 * 4;
        *(__attribute__((address_space(3))) unsigned*)address = value;
        return;
    }
    unsigned first = __shfl(row, number * 8 + lane % 4 * 2, 32) + lane / 4 * 2;
    unsigned second = __shfl(row, number * 8 + lane % 4 * 2 + 1, 32) + lane / 4 * 2;
    *(__attribute__((address_space(3))) unsigned short*)first = (unsigned short)value;
    *(__attribute__((address_space(3))) unsigned short*)second = (unsigned short)(value >> 16);
}
