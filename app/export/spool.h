#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace limber {

/// A temporary file for data from which the final file is made. It is unlinked: it disappears with
/// this object, or with the process however that ends.
class Spool {
 public:
  /// Created in the folder of the final file `file`. Throws Error(bad_input).
  explicit Spool(const std::string& file);

  /// Returns the offset of the data. Throws Error(bad_input) when the disk is full.
  template <class T>
  std::uint64_t add(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    return add_bytes(values.data(), values.size_bytes());
  }
  /// Fills `values` from the offset that add() returned.
  template <class T>
  void read(std::uint64_t at, std::span<T> values) const {
    static_assert(std::is_trivially_copyable_v<T>);
    read_bytes(at, values.data(), values.size_bytes());
  }
  std::uint64_t bytes() const { return end_; }

 private:
  std::uint64_t add_bytes(const void* from, std::size_t bytes);
  void read_bytes(std::uint64_t at, void* to, std::size_t bytes) const;
  void fail(const char* what) const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t end_ = 0;
};

}  // namespace limber
