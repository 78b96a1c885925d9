#include "sim/plants/reduced_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <span>
#include <type_traits>
#include <vector>

#include "sim/content_hash.h"
#include "sim/kept_files.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

/// To be raised with the layout of the files and with anything that changes what reduce() makes.
constexpr std::uint32_t version = 1;
constexpr const char* extension = ".modes";

struct Header {
  std::array<char, 8> magic{'L', 'i', 'm', 'b', 'M', 'o', 'd', '\n'};
  std::uint64_t version = limber::version;
  std::uint64_t payload_bytes = 0;
  ContentHashValue checksum{};

  bool operator==(const Header&) const = default;
};

Header header_of(const std::string& key, std::span<const std::byte> payload) {
  ContentHash hash;
  hash.add(std::as_bytes(std::span(key)));
  hash.add(payload);
  Header header;
  header.payload_bytes = payload.size();
  header.checksum = hash.value();
  return header;
}

class Writer {
 public:
  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(const T& value) { add(&value, sizeof value); }
  template <class T>
  void operator()(const Eigen::PlainObjectBase<T>& matrix) {
    (*this)(std::int64_t{matrix.rows()});
    (*this)(std::int64_t{matrix.cols()});
    add(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(double));
  }
  template <class T>
  void operator()(const std::vector<T>& items) {
    (*this)(items.size());
    for (const T& item : items) (*this)(item);
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void add(const void* data, std::size_t bytes) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }
  std::vector<std::byte> bytes_;
};

/// Reads what Writer wrote; the checksum has told that it is whole.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(T& value) { take(&value, sizeof value); }
  template <class T>
  void operator()(Eigen::PlainObjectBase<T>& matrix) {
    std::int64_t rows = 0, columns = 0;
    (*this)(rows);
    (*this)(columns);
    matrix.resize(rows, columns);
    take(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(double));
  }
  template <class T>
  void operator()(std::vector<T>& items) {
    std::size_t count = 0;
    (*this)(count);
    items.resize(count);
    for (T& item : items) (*this)(item);
  }

 private:
  void take(void* data, std::size_t bytes) {
    if (bytes == 0) return;
    std::memcpy(data, bytes_.data(), bytes);
    bytes_ = bytes_.subspan(bytes);
  }
  std::span<const std::byte> bytes_;
};

/// Everything but drawn_modes, to write or to read; Shape is const or not.
template <class Archive, class Shape>
void each_member(Archive& archive, Shape& reduced) {
  archive(reduced.modes);
  archive(reduced.node_modes);
  archive(reduced.stiffness);
  archive(reduced.frequencies_Hz);
  archive(reduced.mass_kg);
  archive(reduced.first_moment_kg_m);
  archive(reduced.second_moment_kg_m2);
  archive(reduced.linear);
  archive(reduced.moments);
  archive(reduced.gyroscopic);
  bool cubic = reduced.cubic.has_value();
  archive(cubic);
  if (!cubic) return;
  if constexpr (!std::is_const_v<Shape>) reduced.cubic.emplace();
  archive(reduced.cubic->modes);
  archive(reduced.cubic->linear);
  archive(reduced.cubic->quadratic);
  archive(reduced.cubic->cubic);
}

}  // namespace

std::string reduced_key(const PartShape& shape, const ReduceOptions& options) {
  ContentHash hash;
  hash.add(version);
  hash.add(options.elements);
  hash.add(options.linear_modes);
  hash.add(options.cubic_forces);
  hash.add(shape.nodes_m);
  hash.add(shape.tetrahedra);
  hash.add(shape.triangles);
  hash.add(shape.thickness_m);
  hash.add(shape.clamped);
  hash.add(shape.material.density_kg_m3);
  hash.add(shape.material.young_modulus_Pa);
  hash.add(shape.material.poisson_ratio);
  hash.add(shape.modes);
  return fmt::format("{:016x}{:016x}", hash.value()[0], hash.value()[1]);
}

std::optional<ReducedShape> kept_reduced(const std::string& key) {
  const fs::path path = kept_file(key, extension);
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uintmax_t>(std::max<std::streamoff>(0, in.tellg()));
  in.seekg(0);
  Header header;
  // The sizes are compared before memory is taken.
  if (!in.read(reinterpret_cast<char*>(&header), sizeof header) || size < sizeof header ||
      header.payload_bytes != size - sizeof header)
    return {};
  std::vector<std::byte> payload(header.payload_bytes);
  if (!in.read(reinterpret_cast<char*>(payload.data()),
               static_cast<std::streamsize>(payload.size())) ||
      header != header_of(key, payload))
    return {};
  ReducedShape reduced;
  Reader reader(payload);
  each_member(reader, reduced);
  std::error_code failed;
  fs::last_write_time(path, fs::file_time_type::clock::now(), failed);  // when it was last used
  return reduced;
}

void keep_reduced(const std::string& key, const ReducedShape& reduced) {
  Writer writer;
  each_member(writer, reduced);
  const Header header = header_of(key, writer.bytes());
  const std::span<const std::byte> pieces[] = {std::as_bytes(std::span(&header, 1)),
                                               writer.bytes()};
  keep_file(key, extension, pieces);
}

void trim_reduced(std::uintmax_t most_bytes) { trim_kept_files(extension, most_bytes); }

}  // namespace limber
