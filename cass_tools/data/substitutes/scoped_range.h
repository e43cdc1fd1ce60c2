// include: roctracer/roctx.h
// A range from here to the end of the scope, as NVTX's nvtx3::scoped_range. roctx takes the text alone.
class scoped_range {
  public:
    explicit scoped_range(const char* text) { roctxRangePushA(text); }
    template <typename String, typename = decltype(&String::c_str)>
    explicit scoped_range(const String& text) : scoped_range(text.c_str()) {}
    scoped_range(const scoped_range&) = delete;
    scoped_range& operator=(const scoped_range&) = delete;
    ~scoped_range() { roctxRangePop(); }
};
