// a / b, rounded toward zero ('z'), minus infinity ('m') or plus infinity ('p').
template <char Way>
__device__ inline float fdiv_toward(float a, float b) {
    double value = (double)a / b;
    double rest = fma(-value, (double)b, (double)a), error = b < 0 ? -rest : rest;
    float near = (float)value;
    double exact = near;
    int off = value > exact ? 1 : value < exact ? -1 : error > 0 ? 1 : error < 0 ? -1 : 0;
    bool up = Way == 'p' || (Way == 'z' && value < 0);
    if (off > 0 && up) return nextafterf(near, __builtin_inff());
    if (off < 0 && !up) return nextafterf(near, -__builtin_inff());
    return near;
}
