#include "sim/mesh/mesh_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <span>

#include "sim/content_hash.h"
#include "sim/kept_files.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

/// To be raised with the layout of the files and with anything that changes what is made with
/// TetGen.
constexpr std::uint32_t version = 3;
constexpr const char* extension = ".tetrahedra";

/// Stands before the positions and the tetrahedra in a file.
struct Header {
  std::array<char, 8> magic{'L', 'i', 'm', 'b', 'T', 'e', 't', '\n'};
  std::uint32_t version = limber::version;
  std::uint32_t positions = 0;
  std::uint32_t tetrahedra = 0;
  std::uint32_t unused = 0;
  ContentHashValue checksum{};

  bool operator==(const Header&) const = default;
};

Header header_of(const std::string& key, const TetraMesh& mesh) {
  Header header;
  header.positions = static_cast<std::uint32_t>(mesh.positions_m.size());
  header.tetrahedra = static_cast<std::uint32_t>(mesh.tetrahedra.size());
  ContentHash hash;
  hash.add(std::as_bytes(std::span(key)));
  hash.add(mesh.positions_m);
  hash.add(mesh.tetrahedra);
  header.checksum = hash.value();
  return header;
}

std::uintmax_t payload_bytes(const Header& header) {
  return std::uintmax_t{header.positions} * sizeof(glm::vec3) +
         std::uintmax_t{header.tetrahedra} * sizeof(glm::ivec4);
}

template <class T>
bool read_into(std::ifstream& in, std::span<T> values) {
  in.read(reinterpret_cast<char*>(values.data()),
          static_cast<std::streamsize>(values.size_bytes()));
  return in.good();
}

}  // namespace

std::string mesh_key(const TriangleMesh& surface, const MeshingOptions& options) {
  ContentHash hash;
  hash.add(version);
  hash.add(options.radius_edge_ratio);
  hash.add(options.largest_volume_m3);
  hash.add(options.interior_points);
  hash.add(surface.positions_m);
  hash.add(surface.triangles);
  return fmt::format("{:016x}{:016x}", hash.value()[0], hash.value()[1]);
}

std::optional<TetraMesh> kept_mesh(const std::string& key) {
  const fs::path path = kept_file(key, extension);
  // The size is that of the open file, as another program may give its name to a new one; and it is
  // compared before memory is taken for it.
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto bytes = static_cast<std::uintmax_t>(std::max<std::streamoff>(0, in.tellg()));
  in.seekg(0);
  Header header;
  if (!in || !read_into(in, std::span(&header, 1)) || header.version != version ||
      bytes != sizeof(Header) + payload_bytes(header))
    return {};
  TetraMesh mesh;
  mesh.positions_m.resize(header.positions);
  mesh.tetrahedra.resize(header.tetrahedra);
  if (!read_into(in, std::span(mesh.positions_m)) || !read_into(in, std::span(mesh.tetrahedra)) ||
      header != header_of(key, mesh))
    return {};
  std::error_code failed;
  fs::last_write_time(path, fs::file_time_type::clock::now(), failed);  // when it was last used
  return mesh;
}

void keep_mesh(const std::string& key, const TetraMesh& mesh, std::uintmax_t most_bytes) {
  const Header header = header_of(key, mesh);
  const std::span<const std::byte> pieces[] = {std::as_bytes(std::span(&header, 1)),
                                               std::as_bytes(std::span(mesh.positions_m)),
                                               std::as_bytes(std::span(mesh.tetrahedra))};
  keep_file(key, extension, pieces);
  trim_kept_files(extension, most_bytes);
}

}  // namespace limber
