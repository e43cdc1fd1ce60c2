// include: climits
// include: map
// What CUDA's texture reference was for the host: how the texture object in `variable`, which kernels read, looks up
// what is bound to it. A setting holds from the next launch on.
template <typename T, hipTextureReadMode mode = hipReadModeElementType>
class texture_reference {
    template <typename Value>
    class setting {
        texture_reference* of;
        Value value;

      public:
        setting(texture_reference* of, Value value) : of(of), value(value) {}
        operator Value() const { return value; }
        setting& operator=(const setting& other) { return *this = other.value; }
        setting& operator=(Value to) {
            value = to;
            if (of->bound) (void)of->look_up(of->resource);
            return *this;
        }
    };
    using Address = setting<hipTextureAddressMode>;

    const void* variable;
    hipResourceDesc resource = {};
    size_t beyond = 0;  // how far the bound memory is behind an address that a texture can begin at
    bool bound = false;
    std::map<int, hipTextureObject_t> objects;  // by device

    hipError_t look_up(const hipResourceDesc& what) {
        const bool linear = what.resType == hipResourceTypeLinear;
        hipTextureDesc how = {};
        for (int i = 0; i < 3; ++i) how.addressMode[i] = addressMode[i];
        how.filterMode = linear ? hipFilterModePoint : filterMode;
        how.readMode = mode;
        how.sRGB = sRGB;
        how.normalizedCoords = linear ? 0 : int(normalized);
        how.maxAnisotropy = maxAnisotropy;
        how.mipmapFilterMode = mipmapFilterMode;
        how.mipmapLevelBias = mipmapLevelBias;
        how.minMipmapLevelClamp = minMipmapLevelClamp;
        how.maxMipmapLevelClamp = maxMipmapLevelClamp;
        hipTextureObject_t made = {};
        int device = 0;
        hipError_t error = hipGetDevice(&device);
        if (error == hipSuccess) error = hipCreateTextureObject(&made, &what, &how, nullptr);
        if (error == hipSuccess) error = hipMemcpyToSymbol(variable, &made, sizeof made);
        if (error != hipSuccess) return error;
        hipTextureObject_t before = objects[device];
        objects[device] = made;
        resource = what;
        bound = true;
        return before ? hipDestroyTextureObject(before) : hipSuccess;
    }

    hipError_t align(size_t* offset, const void* data) {
        int device = 0, alignment = 0;
        hipError_t error = hipGetDevice(&device);
        if (error == hipSuccess) error = hipDeviceGetAttribute(&alignment, hipDeviceAttributeTextureAlignment, device);
        if (error != hipSuccess) return error;
        beyond = reinterpret_cast<size_t>(data) % alignment;
        if (offset) *offset = beyond;
        return beyond && !offset ? hipErrorInvalidValue : hipSuccess;
    }

  public:
    setting<int> normalized, sRGB{this, 0};
    setting<hipTextureFilterMode> filterMode, mipmapFilterMode{this, hipFilterModePoint};
    Address addressMode[3];
    setting<unsigned> maxAnisotropy{this, 0};
    setting<float> mipmapLevelBias{this, 0}, minMipmapLevelClamp{this, 0}, maxMipmapLevelClamp{this, 0};
    hipChannelFormatDesc channelDesc = hipCreateChannelDesc<T>();

    explicit texture_reference(const hipTextureObject_t& variable, int normalized = 0,
                               hipTextureFilterMode filter = hipFilterModePoint,
                               hipTextureAddressMode address = hipAddressModeClamp)
        : variable(&variable),
          normalized(this, normalized),
          filterMode(this, filter),
          addressMode{Address(this, address), Address(this, address), Address(this, address)} {}
    texture_reference(const texture_reference&) = delete;
    texture_reference& operator=(const texture_reference&) = delete;

    hipError_t bind(size_t* offset, const void* data, const hipChannelFormatDesc& format, size_t bytes = UINT_MAX) {
        hipError_t error = align(offset, data);
        if (error == hipSuccess && bytes == UINT_MAX) {  // all that is there
            hipDeviceptr_t base{};
            size_t whole = 0;
            error = hipMemGetAddressRange(&base, &whole, hipDeviceptr_t(data));
            bytes = size_t(base) + whole - size_t(data);
        }
        if (error != hipSuccess) return error;
        hipResourceDesc what = {};
        what.resType = hipResourceTypeLinear;
        what.res.linear.devPtr = const_cast<char*>(static_cast<const char*>(data) - beyond);
        what.res.linear.desc = format;
        what.res.linear.sizeInBytes = bytes + beyond;
        return look_up(what);
    }
    hipError_t bind(size_t* offset, const void* data, const hipChannelFormatDesc* format, size_t bytes = UINT_MAX) {
        return bind(offset, data, *format, bytes);
    }
    hipError_t bind(size_t* offset, const void* data, size_t bytes = UINT_MAX) {
        return bind(offset, data, channelDesc, bytes);
    }

    hipError_t bind2D(size_t* offset, const void* data, const hipChannelFormatDesc& format, size_t width, size_t height,
                      size_t pitch) {
        hipError_t error = align(offset, data);
        if (error != hipSuccess) return error;
        hipResourceDesc what = {};
        what.resType = hipResourceTypePitch2D;
        what.res.pitch2D.devPtr = const_cast<char*>(static_cast<const char*>(data) - beyond);
        what.res.pitch2D.desc = format;
        what.res.pitch2D.width = width + beyond / sizeof(T);
        what.res.pitch2D.height = height;
        what.res.pitch2D.pitchInBytes = pitch;
        return look_up(what);
    }
    hipError_t bind2D(size_t* offset, const void* data, const hipChannelFormatDesc* format, size_t width, size_t height,
                      size_t pitch) {
        return bind2D(offset, data, *format, width, height, pitch);
    }
    hipError_t bind2D(size_t* offset, const void* data, size_t width, size_t height, size_t pitch) {
        return bind2D(offset, data, channelDesc, width, height, pitch);
    }

    template <typename... Format>  // an array has its own
    hipError_t bindToArray(hipArray_const_t array, const Format&...) {
        hipResourceDesc what = {};
        what.resType = hipResourceTypeArray;
        what.res.array.array = const_cast<hipArray_t>(array);
        return look_up(what);
    }
    template <typename... Format>
    hipError_t bindToMipmappedArray(hipMipmappedArray_const_t array, const Format&...) {
        hipResourceDesc what = {};
        what.resType = hipResourceTypeMipmappedArray;
        what.res.mipmap.mipmap = const_cast<hipMipmappedArray_t>(array);
        return look_up(what);
    }

    hipError_t alignmentOffset(size_t* offset) const {
        *offset = beyond;
        return bound ? hipSuccess : hipErrorInvalidValue;
    }
    hipError_t unbind() {
        int device = 0;
        hipError_t error = hipGetDevice(&device);
        if (error != hipSuccess) return error;
        hipTextureObject_t before = objects[device];
        objects.erase(device);
        bound = !objects.empty();
        return before ? hipDestroyTextureObject(before) : hipSuccess;
    }
};
