#pragma once

#include <array>
#include <type_traits>

#include "kernels/exec.h"
#include "kernels/memory_use.h"
#include "kernels/view.h"

namespace limber {

/// Values that the host writes every frame for kernels to read, double buffered: the host writes
/// the next values into write-combined memory while the last ones are copied, on a stream of their
/// own, and while kernels still read those before [Wang20, section 4.5 and figure 8]. A frame is
///   begin(), the host writes; send(); launches that read data()
/// with launches recorded once for either slot() if they are recorded; send() itself cannot be
/// recorded. On the CPU nothing is copied: kernels read what the host wrote.
class RawUpload {
 public:
  /// Both copies begin as zeros.
  RawUpload(const Exec& exec, std::size_t bytes);
  RawUpload(const RawUpload&) = delete;
  RawUpload& operator=(const RawUpload&) = delete;

  /// Memory for the next values. It still holds those of two sends ago, but is slow to read. Waits
  /// while these are being copied to the GPU.
  void* begin();
  /// Launches on `exec` from now on find the values at data(); it must be the same in all calls.
  /// Earlier launches may still read the values of the last send().
  void send(const Exec& exec);

  int slot() const { return current_; }  ///< 0 or 1, in turn
  const void* data() const;

 private:
  struct Slot {
    HeldMemory host;    ///< write-combined with a GPU
    HeldMemory device;  ///< null on the CPU
    /// With a GPU. A wait for one that has never been recorded returns at once.
    device::OwnedEvent copied, read;
  };
  device::OwnedStream stream_;
  std::array<Slot, 2> slots_;
  std::size_t bytes_;
  bool on_device_;
  int current_ = 0;
};

template <class T>
class Upload {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Upload(const Exec& exec, int size) : raw_(exec, sizeof(T) * size), size_(size) {}

  View<T> begin() { return {static_cast<T*>(raw_.begin()), size_}; }
  void send(const Exec& exec) { raw_.send(exec); }
  int slot() const { return raw_.slot(); }
  View<const T> view() const { return {static_cast<const T*>(raw_.data()), size_}; }

 private:
  RawUpload raw_;
  int size_;
};

}  // namespace limber
