// A number as a float, rounded toward zero ('z'), minus infinity ('m') or plus infinity ('p').
template <char Way, typename T>
__device__ inline float to_float(T number) {
    double value = (double)number, error = 0;
    if (sizeof(T) == 8 && (T)0.5 == (T)0) {  // 64-bit integers do not fit into a double
        unsigned long long bits = (unsigned long long)number;
        double low = (double)(unsigned)bits;
        double high = (T)-1 < (T)0 ? (double)(long long)(bits - (unsigned)bits) : (double)(bits - (unsigned)bits);
        value = high + low;
        error = low - (value - high);
    }
    float near = (float)value;
    double exact = near;
    int off = value > exact ? 1 : value < exact ? -1 : error > 0 ? 1 : error < 0 ? -1 : 0;
    bool up = Way == 'p' || (Way == 'z' && value < 0);
    if (off > 0 && up) return nextafterf(near, __builtin_inff());
    if (off < 0 && !up) return nextafterf(near, -__builtin_inff());
    return near;
}
