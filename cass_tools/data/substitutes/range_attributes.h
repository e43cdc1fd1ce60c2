// include: roctracer/roctx.h
// What NVTX says of a range or mark. roctx takes the text: colours, categories and payloads are not shown.
struct range_attributes {
    enum { release = 3, color_none = 0, color_argb = 1, message_none = 0, message_ascii = 1 };
    enum { payload_none, payload_u64, payload_i64, payload_double, payload_u32, payload_i32, payload_float };
    unsigned short version, size;
    unsigned category;
    int colorType;
    unsigned color;
    int payloadType, reserved0;
    union {
        unsigned long long ullValue;
        long long llValue;
        double dValue;
        unsigned uiValue;
        int iValue;
        float fValue;
    } payload;
    int messageType;
    union {
        const char* ascii;
    } message;

    const char* text() const { return messageType == message_ascii && message.ascii ? message.ascii : ""; }
    static int push(const range_attributes* of) { return roctxRangePushA(of->text()); }
    static roctx_range_id_t start(const range_attributes* of) { return roctxRangeStartA(of->text()); }
    static void mark(const range_attributes* of) { roctxMarkA(of->text()); }
};
