#pragma once

#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Copies a small value from the backend to the host without waiting: request() now, poll() in
/// later frames.
class RawReadback {
 public:
  explicit RawReadback(std::size_t bytes);
  RawReadback(const RawReadback&) = delete;
  RawReadback& operator=(const RawReadback&) = delete;

  void request(const Exec& exec, const void* from);
  const void* poll();  ///< null until the value is there, and after it has been taken
  bool pending() const { return pending_; }
  void forget() { pending_ = false; }

 private:
  std::size_t bytes_;
  device::PinnedMemory pinned_;
  device::OwnedEvent event_;
  std::vector<char> host_;
  bool pending_ = false;
  bool on_device_ = false;
};

template <class T>
class Readback {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  void request(const Exec& exec, View<const T> from) { raw_.request(exec, from.data); }
  std::optional<T> poll() {
    const void* bytes = raw_.poll();
    if (!bytes) return std::nullopt;
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }
  bool pending() const { return raw_.pending(); }
  void forget() { raw_.forget(); }

 private:
  RawReadback raw_{sizeof(T)};
};

}  // namespace limber
