#pragma once

#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/exec.h"
#include "kernels/view.h"

namespace limber {

/// Untyped memory on one side; what Buffer<T> is made of.
class RawBuffer {
 public:
  RawBuffer() = default;
  RawBuffer(Memory side, std::size_t bytes);
  ~RawBuffer();
  RawBuffer(RawBuffer&& other) noexcept { swap(other); }
  RawBuffer& operator=(RawBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  void upload(const Exec& exec, const void* from);
  void download(const Exec& exec, void* to) const;  ///< waits until the data is there
  void zero(const Exec& exec);
  void grow(const Exec& exec, std::size_t bytes);  ///< the content and then zeros; waits
  /// Takes the content to the side where `to` runs; `from` is the exec that used it so far.
  void move(const Exec& from, const Exec& to);

 private:
  void swap(RawBuffer& other) noexcept;

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  Memory side_ = Memory::host;
};

/// An array that lives where its solver runs. It owns its memory, moves, and never copies by
/// accident. Kernels see its view() only.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  /// `size` elements, not initialised.
  Buffer(const Exec& exec, int size) : raw_(exec.memory(), sizeof(T) * size), size_(size) {}
  Buffer(const Exec& exec, std::span<const T> content)
      : Buffer(exec, static_cast<int>(content.size())) {
    upload(exec, content);
  }
  Buffer(const Exec& exec, const std::vector<T>& content)
      : Buffer(exec, std::span<const T>(content)) {}

  int size() const { return size_; }
  View<T> view() { return {static_cast<T*>(raw_.data()), size_}; }
  View<const T> view() const { return {static_cast<const T*>(raw_.data()), size_}; }

  /// content.size() must be size().
  void upload(const Exec& exec, std::span<const T> content) { raw_.upload(exec, content.data()); }
  std::vector<T> download(const Exec& exec) const {
    std::vector<T> content(size_);
    raw_.download(exec, content.data());
    return content;
  }
  void zero(const Exec& exec) { raw_.zero(exec); }
  /// To a size that is not smaller: the content and then zeros. Waits.
  void grow(const Exec& exec, int size) {
    raw_.grow(exec, sizeof(T) * static_cast<std::size_t>(size));
    size_ = size;
  }
  void move(const Exec& from, const Exec& to) { raw_.move(from, to); }
  RawBuffer& raw() { return raw_; }  ///< for what handles buffers of any type

 private:
  RawBuffer raw_;
  int size_ = 0;
};

/// What kernels may read of a buffer that others write.
template <class T>
View<const T> readable(const Buffer<T>& buffer) {
  return buffer.view();
}

/// Two buffers of a state that a step reads and rewrites whole (Drone 2007; [Fratarcangeli14,
/// section 5]).
template <class T>
class PingPong {
 public:
  PingPong() = default;
  PingPong(const Exec& exec, const std::vector<T>& content)
      : buffers_{Buffer<T>(exec, content), Buffer<T>(exec, content)} {}

  /// Which of the two is current: a captured graph holds for one parity only.
  int parity() const { return parity_; }
  Buffer<T>& at(int parity) { return buffers_[parity & 1]; }
  Buffer<T>& current() { return at(parity_); }
  Buffer<T>& next() { return at(parity_ + 1); }
  void swap(int times = 1) { parity_ = (parity_ + times) & 1; }

 private:
  Buffer<T> buffers_[2];
  int parity_ = 0;
};

}  // namespace limber
