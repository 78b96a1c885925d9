#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace limber {

using ContentHashValue = std::array<std::uint64_t, 2>;

/// Two independent 64-bit hashes side by side, each finished like MurmurHash3's.
class ContentHash {
 public:
  void add(std::span<const std::byte> bytes) {
    take(bytes.size());
    for (; !bytes.empty(); bytes = bytes.subspan(std::min<std::size_t>(8, bytes.size()))) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), std::min<std::size_t>(8, bytes.size()));
      take(word);
    }
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(std::as_bytes(std::span(values)));
  }
  template <class T>
  void add(const T& value) {
    add(std::as_bytes(std::span(&value, 1)));
  }
  ContentHashValue value() const { return {mixed(state_[0]), mixed(state_[1] + state_[0])}; }

 private:
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    return x ^ (x >> 33);
  }
  void take(std::uint64_t word) {
    state_[0] = mixed(state_[0] ^ word);
    state_[1] = std::rotl(state_[1], 27) * 0x9e3779b97f4a7c15u + mixed(word + 0x52dce729);
  }

  ContentHashValue state_{0x243f6a8885a308d3u, 0x13198a2e03707344u};
};

}  // namespace limber
