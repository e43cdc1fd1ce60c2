// include: tuple
// include: utility
// How CUDA's cudaLaunchKernelEx starts a kernel, for releases of HIP without hipLaunchKernelExC. A stream runs one kernel
// after the other here, so that leave to overlap them says nothing.
struct launch_attribute {
    enum kind { ignored, cooperative, may_overlap, priority };
    kind id;
    union {
        int cooperative, programmaticStreamSerializationAllowed, priority;
    } val;
};
struct launch_config {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    hipStream_t stream;
    launch_attribute* attrs;
    unsigned numAttrs;

    static hipError_t launch(const launch_config* how, const void* kernel, void** arguments) {
        bool together = false;
        for (unsigned i = 0; i < how->numAttrs; ++i)
            if (how->attrs[i].id == launch_attribute::cooperative) together = how->attrs[i].val.cooperative;
        const unsigned bytes = how->dynamicSmemBytes;
        if (!together) return hipLaunchKernel(kernel, how->gridDim, how->blockDim, arguments, bytes, how->stream);
        return hipLaunchCooperativeKernel(kernel, how->gridDim, how->blockDim, arguments, bytes, how->stream);
    }
    template <typename... Parameters, typename... Arguments>
    static hipError_t launch(const launch_config* how, void (*kernel)(Parameters...), Arguments&&... arguments) {
        std::tuple<Parameters...> values(std::forward<Arguments>(arguments)...);
        return started(how, reinterpret_cast<const void*>(kernel), values, std::index_sequence_for<Parameters...>());
    }

  private:
    template <typename Values, size_t... I>
    static hipError_t started(const launch_config* how, const void* kernel, Values& values, std::index_sequence<I...>) {
        void* pointers[] = {(void*)&std::get<I>(values)..., nullptr};
        return launch(how, kernel, pointers);
    }
};
