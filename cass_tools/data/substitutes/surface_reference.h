// include: map
// What CUDA's surface reference was for the host: it puts a surface object of the bound array into `variable`, which
// kernels use.
class surface_reference {
    const void* variable;
    std::map<int, hipSurfaceObject_t> objects;  // by device

  public:
    explicit surface_reference(const hipSurfaceObject_t& variable) : variable(&variable) {}
    surface_reference(const surface_reference&) = delete;
    surface_reference& operator=(const surface_reference&) = delete;

    template <typename... Format>  // an array has its own
    hipError_t bindToArray(hipArray_const_t array, const Format&...) {
        hipResourceDesc what = {};
        what.resType = hipResourceTypeArray;
        what.res.array.array = const_cast<hipArray_t>(array);
        hipSurfaceObject_t made = {};
        int device = 0;
        hipError_t error = hipGetDevice(&device);
        if (error == hipSuccess) error = hipCreateSurfaceObject(&made, &what);
        if (error == hipSuccess) error = hipMemcpyToSymbol(variable, &made, sizeof made);
        if (error != hipSuccess) return error;
        hipSurfaceObject_t before = objects[device];
        objects[device] = made;
        return before ? hipDestroySurfaceObject(before) : hipSuccess;
    }
};
