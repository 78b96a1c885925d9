#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

// Serializes numbers, vectors and Eigen matrices as raw bytes, for files read by the same program.

namespace limber {

template <class T>
concept PlainValue = std::is_trivially_copyable_v<T>;

template <class T>
concept MatrixValue = !PlainValue<T> && requires(T matrix, std::ptrdiff_t size) {
  matrix.resize(size, size);
  { matrix.rows() } -> std::convertible_to<std::ptrdiff_t>;
  { matrix.data() } -> std::convertible_to<const typename T::Scalar*>;
};

class ByteWriter {
 public:
  template <PlainValue T>
  void operator()(const T& value) {
    add(&value, 1);
  }
  template <MatrixValue T>
  void operator()(const T& matrix) {
    (*this)(std::int64_t{matrix.rows()});
    (*this)(std::int64_t{matrix.cols()});
    add(matrix.data(), static_cast<std::size_t>(matrix.size()));
  }
  template <class T>
  void operator()(const std::vector<T>& items) {
    (*this)(items.size());
    if constexpr (PlainValue<T>)
      add(items.data(), items.size());
    else
      for (const T& item : items) (*this)(item);
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <class T>
  void add(const T* values, std::size_t count) {
    const auto bytes = std::as_bytes(std::span(values, count));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::vector<std::byte> bytes_;
};

/// Reads what a ByteWriter wrote, in the same order, without bounds checks.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <PlainValue T>
  void operator()(T& value) {
    take(&value, 1);
  }
  template <MatrixValue T>
  void operator()(T& matrix) {
    std::int64_t rows = 0, columns = 0;
    (*this)(rows);
    (*this)(columns);
    matrix.resize(rows, columns);
    take(matrix.data(), static_cast<std::size_t>(matrix.size()));
  }
  template <class T>
  void operator()(std::vector<T>& items) {
    std::size_t count = 0;
    (*this)(count);
    items.resize(count);
    if constexpr (PlainValue<T>)
      take(items.data(), count);
    else
      for (T& item : items) (*this)(item);
  }

 private:
  template <class T>
  void take(T* values, std::size_t count) {
    if (count == 0) return;
    std::memcpy(values, bytes_.data(), sizeof(T) * count);
    bytes_ = bytes_.subspan(sizeof(T) * count);
  }
  std::span<const std::byte> bytes_;
};

}  // namespace limber
