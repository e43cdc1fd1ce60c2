// A number of which the compiler does not know how it was made. LLVM's AMDGPU back end takes `(x + y) + 0 + carry` for
// `x + y + carry`, and so a carry of `x + y` for that of the sum (llvm-project, pull request 204362); so with borrows.
template <typename T>
__device__ inline T opaque(T a) {
#if defined(__HIP_DEVICE_COMPILE__)
    asm("" : "+v"(a));
#endif
    return a;
}
