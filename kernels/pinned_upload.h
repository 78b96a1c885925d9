#pragma once

#include "kernels/buffer.h"

namespace limber {

/// Takes what the host computes every frame to the GPU without waiting: through two pinned,
/// write-combined buffers in turn (Wang, Barbic, "CUDA Deformers for Model Reduction", 2020,
/// section 4.5).
class RawPinnedUpload {
 public:
  explicit RawPinnedUpload(std::size_t bytes) : bytes_(bytes) {}
  ~RawPinnedUpload();
  RawPinnedUpload(const RawPinnedUpload&) = delete;
  RawPinnedUpload& operator=(const RawPinnedUpload&) = delete;

  void* begin();
  void send(const Exec& exec, void* to);

 private:
  struct Slot {
    void* memory = nullptr;
    device::Event sent = nullptr;
    bool on_its_way = false;
  };
  std::size_t bytes_;
  Slot slots_[2];
  int next_ = 0;
};

template <class T>
class PinnedUpload {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit PinnedUpload(int size) : size_(size), raw_(sizeof(T) * size) {}

  /// Where the host may write now. Waits only for what was sent from there two frames ago.
  View<T> begin() { return {static_cast<T*>(raw_.begin()), size_}; }
  /// Sends what was written since begin(). to: as large, where `exec` runs, which is CUDA.
  void send(const Exec& exec, View<T> to) { raw_.send(exec, to.data); }

 private:
  int size_;
  RawPinnedUpload raw_;
};

}  // namespace limber
