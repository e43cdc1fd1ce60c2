// a + b, rounded toward zero ('z'), minus infinity ('m') or plus infinity ('p').
template <char Way>
__device__ inline double dadd_toward(double a, double b) {
    double near = a + b, part = near - a;
    double error = (a - (near - part)) + (b - part);
    if (near == 0 && __builtin_signbit(a) != __builtin_signbit(b)) return Way == 'm' ? -0.0 : 0.0;
    bool up = Way == 'p' || (Way == 'z' && near < 0);
    if (near - near != 0) {  // beyond the range: only infinite operands make an infinite sum of every rounding
        bool grew = near == near && a - a == 0 && b - b == 0 && (near > 0) != up;
        return grew ? nextafter(near, 0.0) : near;
    }
    if (error > 0 && up) return nextafter(near, __builtin_inf());
    if (error < 0 && !up) return nextafter(near, -__builtin_inf());
    return near;
}
