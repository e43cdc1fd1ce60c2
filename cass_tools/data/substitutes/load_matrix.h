// What ldmatrix gives the caller of matrix `number`: two halves of a row, or of a column. `row` is the address of the row
// that the lane names.
template <bool Transposed>
__device__ inline unsigned load_matrix(unsigned row, int number) {
    const int lane = __lane_id() & 31;
    if (!Transposed) {
        unsigned address = __shfl(row, number * 8 + lane / 4, 32) + lane % 4 * 4;
        return *(__attribute__((address_space(3))) unsigned*)address;
    }
    unsigned first = __shfl(row, number * 8 + lane % 4 * 2, 32) + lane / 4 * 2;
    unsigned second = __shfl(row, number * 8 + lane % 4 * 2 + 1, 32) + lane / 4 * 2;
    unsigned low = *(__attribute__((address_space(3))) unsigned short*)first;
    return low | (unsigned)*(__attribute__((address_space(3))) unsigned short*)second << 16;
}
