#include "sim/mesh/tetgen_mesher.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "kernels/child_process.h"
#include "kernels/error.h"
#include "sim/data_folder.h"
#include "sim/mesh/even_tetrahedra.h"
#include "sim/mesh/interior_points.h"
#include "sim/mesh/tetgen/messages.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Enough for sixty million tetrahedra; more is a malfunction of the program.
constexpr std::size_t max_reply_bytes = std::size_t{1} << 30;

Error tetgen_refusal(const std::string& why) {
  return Error(ExitCode::bad_input, "TetGen could not fill the surface: " + why);
}

template <class T>
void append_bytes(Bytes& bytes, std::span<const T> values) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
  bytes.insert(bytes.end(), first, first + values.size_bytes());
}

Bytes question_about(const TriangleMesh& surface, const std::vector<glm::vec3>& inside_m,
                     const MeshingOptions& options) {
  TetgenRequest question;
  question.positions = static_cast<std::uint32_t>(surface.positions_m.size() + inside_m.size());
  question.triangles = static_cast<std::uint32_t>(surface.triangles.size());
  question.radius_edge_ratio = options.interior_points > 0 ? 0.0f : options.radius_edge_ratio;
  question.largest_volume_m3 = options.largest_volume_m3;
  Bytes bytes;
  append_bytes(bytes, std::span<const TetgenRequest>(&question, 1));
  append_bytes(bytes, std::span<const glm::vec3>(surface.positions_m));
  append_bytes(bytes, std::span<const glm::vec3>(inside_m));
  append_bytes(bytes, std::span<const glm::uvec3>(surface.triangles));
  return bytes;
}

/// TetGen would abort on values that are not finite.
void check_request(const TriangleMesh& surface, const MeshingOptions& options) {
  const auto finite = [](const glm::vec3& x) { return std::isfinite(x.x + x.y + x.z); };
  if (surface.triangles.empty()) throw tetgen_refusal("it has no triangles");
  if (!std::all_of(surface.positions_m.begin(), surface.positions_m.end(), finite))
    throw tetgen_refusal("a position is not finite");
  if (!(options.radius_edge_ratio >= 1.0f) || !std::isfinite(options.radius_edge_ratio) ||
      !(options.largest_volume_m3 >= 0.0f) || !std::isfinite(options.largest_volume_m3))
    throw Error(ExitCode::bad_input,
                fmt::format("TetGen needs a radius_edge_ratio of at least 1 and a "
                            "largest_volume_m3 of at least 0, not {} and {}",
                            options.radius_edge_ratio, options.largest_volume_m3));
  if (options.interior_points < 0)
    throw Error(
        ExitCode::bad_input,
        fmt::format("TetGen needs interior_points of at least 0, not {}", options.interior_points));
}

/// Extracts the next values from the reply.
template <class T>
std::vector<T> taken_values(std::span<const std::uint8_t>& bytes, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes = bytes.subspan(count * sizeof(T));
  return values;
}

std::optional<TetraMesh> mesh_in(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < sizeof(TetgenReply)) return {};
  const TetgenReply answer = taken_values<TetgenReply>(bytes, 1)[0];
  constexpr std::uint64_t point = sizeof(glm::vec3), tetrahedron = sizeof(glm::ivec4);
  if (answer.magic != TetgenReply::expected ||
      bytes.size() != point * answer.positions + tetrahedron * answer.tetrahedra)
    return {};
  TetraMesh mesh;
  mesh.positions_m = taken_values<glm::vec3>(bytes, answer.positions);
  mesh.tetrahedra = taken_values<glm::ivec4>(bytes, answer.tetrahedra);
  const int count = static_cast<int>(mesh.positions_m.size());
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int c = 0; c < 4; ++c)
      if (t[c] < 0 || t[c] >= count) return {};
  return mesh;
}

/// Removes vertices without tetrahedra, except those of the surface.
void compact(TetraMesh& mesh, std::size_t of_surface) {
  std::vector<int> name(mesh.positions_m.size(), -1);
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int c = 0; c < 4; ++c) name[t[c]] = 0;
  int next = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i >= of_surface && name[i] < 0) continue;
    mesh.positions_m[next] = mesh.positions_m[i];
    name[i] = next++;
  }
  mesh.positions_m.resize(next);
  for (glm::ivec4& t : mesh.tetrahedra)
    for (int c = 0; c < 4; ++c) t[c] = name[t[c]];
}

/// Canonical form for comparison: triangles sorted, each starting with its lowest corner.
std::vector<std::array<unsigned, 3>> sorted(const std::vector<glm::uvec3>& triangles) {
  std::vector<std::array<unsigned, 3>> result;
  result.reserve(triangles.size());
  for (const glm::uvec3& t : triangles) {
    std::array<unsigned, 3> corners{t.x, t.y, t.z};
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    result.push_back(corners);
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Checks that the mesh fills exactly the surface.
void verify(const TetraMesh& mesh, const TriangleMesh& surface) {
  if (mesh.positions_m.size() < surface.positions_m.size() ||
      !std::equal(surface.positions_m.begin(), surface.positions_m.end(), mesh.positions_m.begin()))
    throw tetgen_refusal("it moved the vertices of the surface");
  for (const glm::ivec4& t : mesh.tetrahedra)
    if (!(signed_volume_m3(mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z],
                           mesh.positions_m[t.w]) > 0.0))
      throw tetgen_refusal("it left tetrahedra without a volume, or inside out");
  if (sorted(boundary_of(mesh.tetrahedra)) != sorted(surface.triangles))
    throw tetgen_refusal("its tetrahedra do not fill the surface");
}

/// The reason why the program gave no reply.
std::string complaint_of(ChildProcess& program) {
  if (program.signal() != 0) return fmt::format("it crashed ({})", strsignal(program.signal()));
  const std::string last = program.last_line();
  return last.empty() ? "it ended without a message" : last;
}

}  // namespace

fs::path tetgen_program() {
  const fs::path here = program_folder();
  const fs::path installed = here.parent_path() / "libexec/limber/limber_tetgen";
  return access(installed.c_str(), X_OK) == 0 ? installed : here / "limber_tetgen";
}

bool tetgen_there() { return access(tetgen_program().c_str(), X_OK) == 0; }

TetraMesh fill_with_tetgen(const TriangleMesh& surface, const MeshingOptions& options,
                           Progress& progress) {
  check_request(surface, options);
  const std::string path =
      options.tetgen_program.empty() ? tetgen_program().string() : options.tetgen_program;
  if (access(path.c_str(), X_OK) != 0)
    throw Error(ExitCode::unavailable,
                "TetGen is not in this build; install libtet1.5-dev and build again");
  const double limit_s = options.time_limit_s > 0.0f
                             ? options.time_limit_s
                             : 60.0 + static_cast<double>(surface.triangles.size()) / 1000.0;
  std::vector<glm::vec3> inside_m;
  if (options.interior_points > 0)
    inside_m = interior_points(surface, options.interior_points, progress);
  const auto start = std::chrono::steady_clock::now();
  ChildProcess program({path}, ChildProcess::Output::answered);
  const std::optional<Bytes> answer =
      program.ask(question_about(surface, inside_m, options), [&](std::size_t heard) {
        const double elapsed_s =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        progress.report(fmt::format("filling {} triangles with tetrahedra, {:.0f} s",
                                    surface.triangles.size(), std::floor(elapsed_s)),
                        -1.0f);
        if (elapsed_s > limit_s)
          throw tetgen_refusal(fmt::format("it took longer than {:g} s", limit_s));
        if (heard > max_reply_bytes)
          throw tetgen_refusal("it made more than a gigabyte of tetrahedra");
      });
  if (!answer) throw tetgen_refusal(complaint_of(program));
  std::optional<TetraMesh> mesh = mesh_in(*answer);
  if (!mesh) throw tetgen_refusal("its output is not a mesh; build limber and limber_tetgen again");
  if (mesh->tetrahedra.empty()) throw tetgen_refusal("it is not the boundary of a solid");
  compact(*mesh, surface.positions_m.size());
  if (options.interior_points > 0) even_tetrahedra(*mesh, progress);
  verify(*mesh, surface);
  return *std::move(mesh);
}

}  // namespace limber
