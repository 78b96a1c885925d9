#pragma once

#include <cassert>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/exec.h"
#include "kernels/memory_use.h"
#include "kernels/view.h"

namespace limber {

/// Untyped memory on the host or the device: the base of Buffer<T>.
class RawBuffer {
 public:
  RawBuffer() = default;
  RawBuffer(Memory side, std::size_t bytes) : memory_(hold(side, bytes)) {}
  RawBuffer(RawBuffer&& other) noexcept { memory_.swap(other.memory_); }
  RawBuffer& operator=(RawBuffer&& other) noexcept {
    memory_.swap(other.memory_);
    return *this;
  }

  void* data() const { return memory_.get(); }
  std::size_t bytes() const { return memory_.get_deleter().bytes; }

  void upload(const Exec& exec, const void* from) { upload(exec, from, 0, bytes()); }
  /// Writes `count` bytes from byte `first` on.
  void upload(const Exec& exec, const void* from, std::size_t first, std::size_t count);
  /// Waits until the data is there.
  void download(const Exec& exec, void* to) const { download(exec, to, 0, bytes()); }
  /// Reads `count` bytes from byte `first` on.
  void download(const Exec& exec, void* to, std::size_t first, std::size_t count) const;
  void zero(const Exec& exec);
  void grow(const Exec& exec, std::size_t bytes);  ///< keeps the content, appends zeros; waits
  /// Moves the content to the memory of `to`; `from` is the exec that has used it so far.
  void move(const Exec& from, const Exec& to);

 private:
  Memory side() const { return memory_.get_deleter().side; }

  HeldMemory memory_;
};

/// An array in the memory of its backend. It owns its memory, is movable and not copyable. Kernels
/// see its view() only.
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
  void upload(const Exec& exec, std::span<const T> content) {
    assert(static_cast<int>(content.size()) == size_);
    raw_.upload(exec, content.data());
  }
  /// Writes the elements from `first` on.
  void upload_at(const Exec& exec, int first, std::span<const T> content) {
    assert(first >= 0 && static_cast<int>(content.size()) <= size_ - first);
    raw_.upload(exec, content.data(), sizeof(T) * first, content.size_bytes());
  }
  std::vector<T> download(const Exec& exec) const { return download(exec, 0, size_); }
  /// `count` elements from the first on. Waits.
  std::vector<T> download(const Exec& exec, int first, int count) const {
    assert(first >= 0 && count >= 0 && count <= size_ - first);
    std::vector<T> content(count);
    raw_.download(exec, content.data(), sizeof(T) * first, sizeof(T) * count);
    return content;
  }
  T download_at(const Exec& exec, int i) const { return download(exec, i, 1).front(); }  ///< waits
  void zero(const Exec& exec) { raw_.zero(exec); }
  /// To a size that is not smaller: keeps the content, appends zeros. Waits.
  void grow(const Exec& exec, int size) {
    assert(size >= size_);
    raw_.grow(exec, sizeof(T) * static_cast<std::size_t>(size));
    size_ = size;
  }
  void move(const Exec& from, const Exec& to) { raw_.move(from, to); }
  RawBuffer& raw() { return raw_; }  ///< for code that handles buffers of any type

 private:
  RawBuffer raw_;
  int size_ = 0;
};

/// A read-only view of a buffer that kernels write.
template <class T>
View<const T> readable(const Buffer<T>& buffer) {
  return buffer.view();
}

/// Double buffering of a state that a step reads and rewrites as a whole [Drone07],
/// [Fratarcangeli14, section 5].
template <class T>
class PingPong {
 public:
  PingPong() = default;
  PingPong(const Exec& exec, const std::vector<T>& content)
      : buffers_{Buffer<T>(exec, content), Buffer<T>(exec, content)} {}

  /// Which of the two is current: a captured graph is valid for one parity only.
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
