#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "render/part_file.h"

namespace limber {

/// A file of any size, written in pieces; it gets its final name in commit().
class PartStream {
 public:
  /// Throws Error(bad_input) where no file can be written.
  explicit PartStream(const std::string& path) : path_(path), file_(path), out_(file_.open()) {}

  template <class... Values>
  void text(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(waiting_), format, std::forward<Values>(values)...);
    flush_at(1 << 20);
  }
  template <class T>
  void bytes(const T& value) {
    static_assert(std::endian::native == std::endian::little, "files are written little endian");
    const char* const first = reinterpret_cast<const char*>(&value);
    waiting_.append(first, first + sizeof(T));
    flush_at(1 << 20);
  }
  /// So far.
  std::uint64_t size() const { return flushed_ + waiting_.size(); }
  /// Throws Error(bad_input) when the disk is full, like all writes.
  void commit();

 private:
  void flush_at(std::size_t size) {
    if (waiting_.size() >= size) flush();
  }
  void flush();
  void check() const;

  std::string path_;
  PartFile file_;
  std::ofstream out_;
  fmt::memory_buffer waiting_;
  std::uint64_t flushed_ = 0;
};

}  // namespace limber
