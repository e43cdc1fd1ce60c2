// include: string
// The option that makes hipRTC compile for the current device, in place of an NVIDIA architecture.
inline const char* offload_arch() {
    static const std::string option = [] {
        int device = 0;
        hipDeviceProp_t properties{};
        (void)hipGetDevice(&device);
        (void)hipGetDeviceProperties(&properties, device);
        return std::string("--offload-arch=") + properties.gcnArchName;
    }();
    return option.c_str();
}
