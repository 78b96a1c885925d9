#include "sim/mesh/mesh_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <vector>

namespace limber {

namespace fs = std::filesystem;

namespace {

/// To be raised with the layout of the files and with anything that changes what is made with
/// TetGen.
constexpr std::uint32_t version = 3;
constexpr const char* extension = ".tetrahedra";
constexpr const char* unfinished = ".unfinished-";

using Hash = std::array<std::uint64_t, 2>;

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
  Hash value() const { return {mixed(state_[0]), mixed(state_[1] + state_[0])}; }

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

  Hash state_{0x243f6a8885a308d3u, 0x13198a2e03707344u};
};

/// Stands before the positions and the tetrahedra in a file.
struct Header {
  std::array<char, 8> magic{'L', 'i', 'm', 'b', 'T', 'e', 't', '\n'};
  std::uint32_t version = limber::version;
  std::uint32_t positions = 0;
  std::uint32_t tetrahedra = 0;
  std::uint32_t unused = 0;
  Hash checksum{};

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

fs::path file_of(const fs::path& folder, const std::string& key) {
  return folder / (key + extension);
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

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

/// Forgets the meshes that were not used for longest, and what programs that died left unfinished.
void trim(const fs::path& folder, std::uintmax_t most_bytes) {
  struct File {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<File> files;
  std::error_code failed;
  const auto an_hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code gone;  // another program trims, too
    const File file{it->last_write_time(gone), it->file_size(gone), it->path()};
    if (gone) continue;
    if (file.path.extension() == extension)
      files.push_back(file);
    else if (file.path.filename().string().find(unfinished) == 32 && file.used < an_hour_ago)
      fs::remove(file.path, gone);
  }
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.used > b.used; });
  std::uintmax_t sum = 0;
  for (const File& file : files)
    if ((sum += file.bytes) > most_bytes) fs::remove(file.path, failed);
}

}  // namespace

fs::path mesh_cache_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path own = set("LIMBER_CACHE"); !own.empty()) return own;
  // The XDG specification wants a path that is not absolute to be passed over.
  if (const fs::path caches = set("XDG_CACHE_HOME"); caches.is_absolute()) return caches / "limber";
  if (const fs::path home = set("HOME"); home.is_absolute()) return home / ".cache" / "limber";
  return {};
}

bool mesh_cache_writable() {
  const fs::path folder = mesh_cache_folder();
  std::error_code failed;
  if (!folder.empty()) fs::create_directories(folder, failed);
  return !folder.empty() && access(folder.c_str(), W_OK | X_OK) == 0 &&
         fs::is_directory(folder, failed);
}

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
  const fs::path folder = mesh_cache_folder();
  if (folder.empty()) return {};
  const fs::path path = file_of(folder, key);
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
  const fs::path folder = mesh_cache_folder();
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::string part = (folder / (key + unfinished + "XXXXXX")).string();
  const int file = mkstemp(part.data());
  if (file < 0) return;
  const Header header = header_of(key, mesh);
  bool whole = write_all(file, std::as_bytes(std::span(&header, 1))) &&
               write_all(file, std::as_bytes(std::span(mesh.positions_m))) &&
               write_all(file, std::as_bytes(std::span(mesh.tetrahedra))) && fsync(file) == 0;
  whole = close(file) == 0 && whole;
  if (whole) fs::rename(part, file_of(folder, key), failed);
  if (!whole || failed) fs::remove(part, failed);
  trim(folder, most_bytes);
}

}  // namespace limber
