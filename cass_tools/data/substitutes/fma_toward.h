// a * b + c, rounded toward zero ('z'), minus infinity ('m') or plus infinity ('p').
template <char Way>
__device__ inline float fma_toward(float a, float b, float c) {
    double left = (double)a * b, right = c, value = left + right;
    if (value == 0 && __builtin_signbit(left) != __builtin_signbit(right)) return Way == 'm' ? -0.0f : 0.0f;
    double part = value - left;
    double error = (left - (value - part)) + (right - part);
    float near = (float)value;
    double exact = near;
    int off = value > exact ? 1 : value < exact ? -1 : error > 0 ? 1 : error < 0 ? -1 : 0;
    bool up = Way == 'p' || (Way == 'z' && value < 0);
    if (off > 0 && up) return nextafterf(near, __builtin_inff());
    if (off < 0 && !up) return nextafterf(near, -__builtin_inff());
    return near;
}
