// Four bytes picked from a and b by the nibbles of the selector; the highest bit of a nibble asks for the byte's sign.
__device__ inline unsigned prmt(unsigned a, unsigned b, unsigned selector) {
    unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        unsigned pick = selector >> 4 * i;
        unsigned byte = (unsigned)(bytes >> 8 * (pick & 7)) & 0xff;
        if (pick & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
