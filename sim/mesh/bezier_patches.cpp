#include "sim/mesh/bezier_patches.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "kernels/error.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

/// De Casteljau's algorithm with std::lerp, which is exact at both ends and between equal points:
/// seams and poles are bitwise equal in all patches.
glm::vec3 point_on(std::array<glm::vec3, 4> p, float t) {
  for (int left = 3; left > 0; --left)
    for (int i = 0; i < left; ++i)
      for (int axis = 0; axis < 3; ++axis) p[i][axis] = std::lerp(p[i][axis], p[i + 1][axis], t);
  return p[0];
}

/// Transforms a patch by `place`; a mirrored one gets its columns swapped, to keep facing outward.
template <class Place>
BezierPatch placed(const BezierPatch& patch, bool mirrored, Place place) {
  BezierPatch result;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      result[4 * row + column] = place(patch[4 * row + (mirrored ? 3 - column : column)]);
  return result;
}

void add_with_images(std::vector<BezierPatch>& patches, const BezierPatch& patch, bool quarter) {
  if (!quarter) {
    patches.push_back(patch);
    patches.push_back(
        placed(patch, true, [](const glm::vec3& p) { return glm::vec3(p.x, -p.y, p.z); }));
    return;
  }
  BezierPatch turned = patch;
  for (int turn = 0; turn < 4; ++turn) {
    patches.push_back(turned);
    turned = placed(turned, false, [](const glm::vec3& p) { return glm::vec3(p.y, -p.x, p.z); });
  }
}

}  // namespace

glm::vec3 point_on(const BezierPatch& patch, float u, float v) {
  std::array<glm::vec3, 4> curve;
  for (int row = 0; row < 4; ++row)
    curve[row] =
        point_on({patch[4 * row], patch[4 * row + 1], patch[4 * row + 2], patch[4 * row + 3]}, v);
  return point_on(curve, u);
}

TriangleMesh tessellated(std::span<const BezierPatch> patches, int segments) {
  TriangleMesh mesh;
  const auto across = static_cast<unsigned>(segments + 1);
  for (const BezierPatch& patch : patches) {
    const auto first = static_cast<unsigned>(mesh.positions_m.size());
    for (int i = 0; i <= segments; ++i)
      for (int j = 0; j <= segments; ++j)
        mesh.positions_m.push_back(point_on(patch,
                                            static_cast<float>(i) / static_cast<float>(segments),
                                            static_cast<float>(j) / static_cast<float>(segments)));
    for (unsigned i = 0; i + 1 < across; ++i)
      for (unsigned j = 0; j + 1 < across; ++j) {
        const unsigned a = first + i * across + j, b = a + across;
        mesh.triangles.emplace_back(a, b, b + 1);
        mesh.triangles.emplace_back(a, b + 1, a + 1);
      }
  }
  const std::vector<unsigned> same = first_at_same_place(mesh.positions_m);
  for (glm::uvec3& t : mesh.triangles) t = {same[t.x], same[t.y], same[t.z]};
  std::erase_if(mesh.triangles,
                [](const glm::uvec3& t) { return t.x == t.y || t.y == t.z || t.z == t.x; });
  drop_unused(mesh);
  return mesh;
}

std::vector<PatchSurface> read_patches(std::string_view text, const std::string& name) {
  std::vector<PatchSurface> surfaces;
  bool quarter = false;
  BezierPatch patch;
  int row = 0;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto fail = [&](const std::string& why) {
      return Error(ExitCode::bad_input, fmt::format("{}:{}: {}", name, number, why));
    };
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word[0] == '#') continue;
    if (word == "surface") {
      std::string symmetry;
      surfaces.emplace_back();
      if (!(words >> surfaces.back().name >> symmetry) ||
          (symmetry != "quarter" && symmetry != "half"))
        throw fail("expected: surface NAME quarter, or: surface NAME half");
      if (row != 0) throw fail("the patch before has fewer than four rows");
      quarter = symmetry == "quarter";
      continue;
    }
    if (surfaces.empty()) throw fail("a row of points comes before the first surface");
    std::istringstream numbers(line);
    for (int column = 0; column < 4; ++column) {
      glm::vec3& p = patch[4 * row + column];
      if (!(numbers >> p.x >> p.y >> p.z)) throw fail("a row needs four points of three numbers");
    }
    row = (row + 1) % 4;
    if (row == 0) add_with_images(surfaces.back().patches, patch, quarter);
  }
  if (row != 0)
    throw Error(ExitCode::bad_input,
                fmt::format("{}: the last patch has fewer than four rows", name));
  return surfaces;
}

}  // namespace limber
