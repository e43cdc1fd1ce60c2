// CUDA's hints on what to keep in the L2 cache. AMD GPUs take none, so that they say nothing here.
struct l2_window {
    enum id { access_policy };
    struct attribute {
        hipAccessPolicyWindow accessPolicyWindow;
    };
    template <typename... Arguments>
    static hipError_t set(Arguments&&...) {
        return hipSuccess;
    }
};
