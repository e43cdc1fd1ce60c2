// include: cstddef
// Memory of the GPU in place of more shared memory than a block has on AMD GPUs: so many bytes for each block.
struct block_memory_view {
    char* base;
    std::size_t size;
    template <typename T>
    __device__ T* of() const {
        const std::size_t block = blockIdx.x + std::size_t{gridDim.x} * (blockIdx.y + std::size_t{gridDim.y} * blockIdx.z);
        return reinterpret_cast<T*>(base + size * block);
    }
};
class block_memory {
  public:
    block_memory(dim3 grid, std::size_t bytes) : of_{nullptr, (bytes + 255) / 256 * 256} {
        if (hipMalloc(reinterpret_cast<void**>(&of_.base), of_.size * grid.x * grid.y * grid.z)) of_.base = nullptr;
    }
    ~block_memory() { (void)hipFree(of_.base); }  // which waits for the kernel
    block_memory(const block_memory&) = delete;
    block_memory& operator=(const block_memory&) = delete;
    block_memory_view view() const { return of_; }

  private:
    block_memory_view of_;
};
