#include "render/upload.h"

#include <fmt/format.h>

#include <string>

#include "kernels/error.h"

namespace limber {

namespace {

template <class Indices>
void check(std::span<const Indices> indices, std::size_t vertices, const char* what) {
  for (std::size_t i = 0; i < indices.size(); ++i)
    for (int k = 0; k < Indices::length(); ++k)
      if (indices[i][k] >= vertices)
        throw Error(ExitCode::bad_input,
                    fmt::format("{} {} of the scene names vertex {}, and there are only {}", what,
                                i, indices[i][k], vertices));
}

}  // namespace

void check_indices(std::span<const glm::uvec2> indices, std::size_t vertices, const char* what) {
  check(indices, vertices, what);
}

void check_indices(std::span<const glm::uvec3> indices, std::size_t vertices, const char* what) {
  check(indices, vertices, what);
}

void check_mesh(const StaticMesh& mesh, const char* of_what) {
  const std::string triangle = std::string("triangle of ") + of_what;
  check_indices(mesh.triangles, mesh.positions_m.size(), triangle.c_str());
  if (mesh.normals.size() != mesh.positions_m.size())
    throw Error(ExitCode::bad_input, fmt::format("{} has {} positions and {} normals", of_what,
                                                 mesh.positions_m.size(), mesh.normals.size()));
}

}  // namespace limber
