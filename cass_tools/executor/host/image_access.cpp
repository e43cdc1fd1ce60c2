#include "image_access.hpp"

#include "sampling.hpp"

#include <algorithm>

namespace cass {

namespace {

// New value of an atomic operation on 32 or 64 bits (`Signed` is the signed type of that width).
template <typename T, typename Signed> T combined(ImageOperation what, T old, T value) {
  auto a = static_cast<Signed>(old), b = static_cast<Signed>(value);
  switch (what) {
  case ImageOperation::Add:
    return old + value;
  case ImageOperation::Subtract:
    return old - value;
  case ImageOperation::SignedMin:
    return static_cast<T>(std::min(a, b));
  case ImageOperation::UnsignedMin:
    return std::min(old, value);
  case ImageOperation::SignedMax:
    return static_cast<T>(std::max(a, b));
  case ImageOperation::UnsignedMax:
    return std::max(old, value);
  case ImageOperation::And:
    return old & value;
  case ImageOperation::Or:
    return old | value;
  case ImageOperation::Xor:
    return old ^ value;
  case ImageOperation::Increment:
    return old >= value ? 0 : old + 1;
  case ImageOperation::Decrement:
    return old == 0 || old > value ? value : old - 1;
  default:
    return value;
  }
}

template <typename T, typename Signed>
T operate(void *at, ImageOperation what, T value, T expected) {
  T *place = static_cast<T *>(at);
  T old = __atomic_load_n(place, __ATOMIC_SEQ_CST), wanted;
  do {
    wanted = what == ImageOperation::CompareSwap ? (old == expected ? value : old)
                                                 : combined<T, Signed>(what, old, value);
  } while (
      !__atomic_compare_exchange_n(place, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return old;
}

// One instruction, lane by lane.
class Access {
public:
  explicit Access(const ImageCall &call)
      : call_(call), what_(static_cast<ImageOperation>(call.operation)) {
    if (what_ == ImageOperation::BufferLoad || what_ == ImageOperation::BufferStore) {
      buffer_ = decode_buffer(call.resource, call.family);
      if (call.format)
        buffer_.format = typed_format(call.format, call.family),
        buffer_.select = usual_selection(4);
      return;
    }
    image_ = decode_image(call.resource, call.family);
    sampler_ = decode_sampler(call.sampler);
    shape_ = call.shape ? static_cast<ImageShape>(call.shape) : image_.shape;
  }

  bool known() const { return format().bits != 0; }

  void lane(uint32_t lane) {
    lane_ = lane;
    switch (what_) {
    case ImageOperation::Load:
      return give(load());
    case ImageOperation::Store:
      return store(at_integers(), image_.format);
    case ImageOperation::Sample:
      return give(sample(image_, shape_, sampler_, coordinates()));
    case ImageOperation::Gather:
      return gather_four();
    case ImageOperation::Resinfo:
      return give(shape_ == ImageShape::Lines
                      ? Components{image_.width, image_.depth, 1, 1}
                      : Components{image_.width, image_.height, image_.depth, 1});
    case ImageOperation::BufferLoad:
      return give(load_buffer());
    case ImageOperation::BufferStore:
      return store(in_buffer(), buffer_.format);
    default:
      return atomic();
    }
  }

private:
  uint32_t &row(uint32_t number) { return call_.data[number * call_.lanes + lane_]; }

  uint32_t coordinate(int number) const {
    const uint32_t *row = call_.address[number];
    return row ? row[lane_] : 0;
  }

  const PixelFormat &format() const { return buffer_.format.bits ? buffer_.format : image_.format; }

  void *at_integers() const {
    int64_t at[3] = {0, 0, 0};
    int count = dimensions(shape_);
    for (int i = 0; i < count; ++i)
      at[i] = static_cast<int32_t>(coordinate(i));
    if (shape_ == ImageShape::Lines || shape_ == ImageShape::Planes || shape_ == ImageShape::Cube)
      at[2] = static_cast<int32_t>(coordinate(count));
    return element(image_, at[0], at[1], at[2]);
  }

  void *in_buffer() const {
    uint64_t index = coordinate(0), offset = uint64_t{coordinate(1)} + call_.offset;
    bool structured = call_.address[0] && buffer_.stride;
    uint64_t end = offset + buffer_.format.size();
    bool inside =
        structured ? index < buffer_.records && end <= buffer_.stride : end <= buffer_.records;
    return inside ? reinterpret_cast<void *>(buffer_.base + offset + index * buffer_.stride)
                  : nullptr;
  }

  Components load() const {
    const void *at = at_integers();
    return at ? load_element(at, image_.format, image_.select)
              : nothing(image_.format, image_.select);
  }

  Components load_buffer() const {
    const void *at = in_buffer();
    return at ? load_element(at, buffer_.format, buffer_.select) : Components{};
  }

  Coordinates coordinates() const {
    Coordinates c{};
    for (int i = 0; i < 3; ++i)
      c.at[i] = float_of(coordinate(i));
    c.normalized = sampler_.normalized && !(call_.flags & kUnnormalized);
    return c;
  }

  void gather_four() {
    int component = 0;
    while (component < 3 && !(call_.dmask >> component & 1))
      ++component;
    Components found = gather(image_, shape_, sampler_, coordinates(), component);
    for (uint32_t i = 0; i < 4; ++i)
      put(i, found[i]);
  }

  // The components that dmask names into the registers.
  void give(const Components &components) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < 4; ++i)
      if (call_.dmask >> i & 1)
        put(number++, components[i]);
  }

  void put(uint32_t number, uint32_t component) {
    if (!(call_.flags & kHalves)) {
      row(number) = component;
      return;
    }
    uint32_t &word = row(number / 2);
    uint32_t half = narrowed(component, is_integer(format())), shift = number % 2 * 16;
    word = (word & ~(0xffffu << shift)) | half << shift;
  }

  void store(void *at, const PixelFormat &f) {
    if (!at)
      return;
    Components components{};
    uint32_t number = 0;
    for (uint32_t i = 0; i < 4; ++i) {
      if (!(call_.dmask >> i & 1))
        continue;
      if (call_.flags & kHalves)
        components[i] =
            widened(static_cast<uint16_t>(row(number / 2) >> number % 2 * 16 & 0xffff), f);
      else
        components[i] = row(number);
      ++number;
    }
    store_element(at, f, components);
  }

  uint64_t pair(uint32_t first) { return row(first) | uint64_t{row(first + 1)} << 32; }

  void atomic() {
    void *at = at_integers();
    bool wide = call_.dmask == 3 && what_ != ImageOperation::CompareSwap;
    wide |= call_.dmask == 15;
    uint64_t old = 0;
    if (at && wide)
      old = operate<uint64_t, int64_t>(at, what_, pair(0),
                                       what_ == ImageOperation::CompareSwap ? pair(2) : 0);
    else if (at)
      old = operate<uint32_t, int32_t>(at, what_, row(0),
                                       what_ == ImageOperation::CompareSwap ? row(1) : 0);
    if (!(call_.flags & kReturns))
      return;
    row(0) = static_cast<uint32_t>(old);
    if (wide)
      row(1) = static_cast<uint32_t>(old >> 32);
  }

  const ImageCall &call_;
  ImageOperation what_;
  Image image_;
  Buffer buffer_;
  Sampler sampler_;
  ImageShape shape_ = ImageShape::Plane;
  uint32_t lane_ = 0;
};

} // namespace

} // namespace cass

bool cass_access_image(const cass::ImageCall *call) {
  cass::Access access(*call);
  if (!access.known())
    return false;
  for (uint32_t lane = 0; lane < call->lanes; ++lane)
    if (call->active >> lane & 1)
      access.lane(lane);
  return true;
}
