#include "sim/plants/growth/leaf_shapes.h"

#include <algorithm>
#include <cmath>

#include "kernels/portable_math.h"
#include "sim/plants/growth/surface_normals.h"

namespace limber {

namespace {

/// An arc of length 1 that starts along +y and turns away from +z by `turn_rad` in total.
struct Arc {
  float turn_rad;

  glm::vec3 at(float share) const {
    if (std::abs(turn_rad) < 1e-3f) return {0.0f, share, 0.0f};
    return glm::vec3(0.0f, std::sin(turn_rad * share), std::cos(turn_rad * share) - 1.0f) /
           turn_rad;
  }
  /// Normal of the upper face.
  glm::vec3 normal(float share) const {
    return {0.0f, std::sin(turn_rad * share), std::cos(turn_rad * share)};
  }
};

StaticMesh with_normals(StaticMesh mesh) {
  mesh.normals = surface_normals(mesh.positions_m, mesh.triangles);
  return mesh;
}

/// Half the width at a fraction of the blade, over its maximum.
float outline(const BladeForm& form, float share) {
  const float at = share < form.widest ? 0.5f * share / form.widest
                                       : 0.5f + 0.5f * (share - form.widest) / (1.0f - form.widest);
  const float round = std::sin(pi * at);
  return share < form.widest ? std::sqrt(round) : std::pow(round, form.tip);
}

}  // namespace

StaticMesh blade(const BladeForm& form) {
  StaticMesh mesh;
  const Arc midrib{form.droop_rad};
  mesh.positions_m.emplace_back(0.0f);
  const int halves = form.columns / 2;
  for (int row = 0; row < form.rows; ++row) {
    const float share = (static_cast<float>(row) + 0.15f) / static_cast<float>(form.rows);
    const float along = form.stalk + (1.0f - form.stalk) * share;
    const float bay =
        0.5f - 0.5f * sin_of_turns((static_cast<float>(row) - 0.25f) / form.lobe_rows - 0.25f);
    const float half_m = 0.5f * form.width_m * outline(form, share) * (1.0f - form.lobes * bay);
    for (int column = -halves; column <= halves; ++column) {
      const float side = static_cast<float>(column) / static_cast<float>(halves);
      // Veins slant forward, and the margin is wavy.
      const float forward = along + 0.25f * std::abs(side) * half_m / form.length_m;
      const float lift_m = half_m * std::abs(side) * std::sin(form.fold_rad) +
                           form.wave * form.width_m * side * side *
                               sin_of_turns(0.37f * static_cast<float>(row) + 0.25f * side);
      mesh.positions_m.push_back(form.length_m * midrib.at(std::min(forward, 1.0f)) +
                                 lift_m * midrib.normal(along) +
                                 glm::vec3(side * half_m * std::cos(form.fold_rad), 0.0f, 0.0f));
    }
  }
  const auto tip = static_cast<unsigned>(mesh.positions_m.size());
  mesh.positions_m.push_back(form.length_m * midrib.at(1.0f));
  const auto columns = static_cast<unsigned>(form.columns);
  const unsigned last = tip - columns;
  for (unsigned column = 0; column + 1 < columns; ++column) {
    mesh.triangles.emplace_back(0, 2 + column, 1 + column);
    for (unsigned here = 1 + column; here + columns < tip; here += columns) {
      // Diagonals along the veins, for symmetric halves.
      const unsigned a = here, b = here + 1, c = here + columns + 1, d = here + columns;
      if (2 * column < columns - 1) {
        mesh.triangles.emplace_back(a, b, d);
        mesh.triangles.emplace_back(b, c, d);
      } else {
        mesh.triangles.emplace_back(a, b, c);
        mesh.triangles.emplace_back(a, c, d);
      }
    }
    mesh.triangles.emplace_back(last + column, last + column + 1, tip);
  }
  return with_normals(std::move(mesh));
}

StaticMesh spray(const SprayForm& form) {
  StaticMesh mesh;
  const Arc twig{form.droop_rad};
  for (int i = 0; i <= form.tufts; ++i)
    mesh.positions_m.push_back(form.length_m *
                               twig.at(static_cast<float>(i) / static_cast<float>(form.tufts)));
  for (unsigned i = 0; static_cast<int>(i) < form.tufts; ++i) {
    const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(form.tufts);
    const float needle_m = 0.5f * form.width_m * (1.0f - 0.45f * share * share);
    const float forward = share + form.forward * needle_m / form.length_m;
    for (int k = 0; k < form.around; ++k) {
      const float turns = static_cast<float>(k) / static_cast<float>(form.around) +
                          form.twist * static_cast<float>(i);
      const float side = sin_of_turns(turns + 0.25f), up = sin_of_turns(turns) + form.raised;
      const auto needle = static_cast<unsigned>(mesh.positions_m.size());
      mesh.positions_m.push_back(form.length_m * twig.at(forward) +
                                 needle_m * up * twig.normal(share) +
                                 glm::vec3(needle_m * side, 0.0f, 0.0f));
      if (side > 0.0f)
        mesh.triangles.emplace_back(i, needle, i + 1);
      else
        mesh.triangles.emplace_back(i, i + 1, needle);
    }
  }
  return with_normals(std::move(mesh));
}

StaticMesh blossom(float radius_m, float cup_rad) {
  StaticMesh mesh;
  mesh.positions_m.emplace_back(0.0f);
  constexpr int petals = 5;
  for (int petal = 0; petal < petals; ++petal) {
    const float turns = static_cast<float>(petal) / petals;
    const auto place = [&](float turned, float away, float rise) {
      const float around = turns + turned;
      mesh.positions_m.emplace_back(
          away * radius_m * sin_of_turns(around + 0.25f) * std::cos(cup_rad),
          radius_m * (away * std::sin(cup_rad) + rise),
          -away * radius_m * sin_of_turns(around) * std::cos(cup_rad));
    };
    const auto first = static_cast<unsigned>(mesh.positions_m.size());
    // Neighbouring petals overlap, so one side of each is slightly higher.
    place(-0.088f, 0.86f, 0.07f);
    place(0.088f, 0.86f, 0.14f);
    place(0.0f, 1.0f, 0.16f);
    mesh.triangles.emplace_back(0, first, first + 1);
    mesh.triangles.emplace_back(first, first + 2, first + 1);
  }
  return with_normals(std::move(mesh));
}

}  // namespace limber
