// A float as a half, rounded toward zero ('z'), minus infinity ('m') or plus infinity ('p').
template <char Way>
__device__ inline _Float16 to_half(float value) {
    _Float16 near = (_Float16)value;
    float exact = near;
    if (value != value || exact == value) return near;
    bool up = Way == 'p' || (Way == 'z' && value < 0);
    if ((exact < value) != up) return near;
    unsigned short bits = __builtin_bit_cast(unsigned short, near);
    if (exact == 0) return __builtin_bit_cast(_Float16, (unsigned short)(up ? 0x0001 : 0x8001));
    bits += (exact > 0) == up ? 1 : -1;
    return __builtin_bit_cast(_Float16, bits);
}
