#include "sim/mesh/shells.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "kernels/error.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/triangle_tree.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

void turn(glm::uvec3& triangle) { std::swap(triangle.y, triangle.z); }

double shell_volume_m3(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  const glm::vec3 origin = mesh.positions_m[mesh.triangles[triangles.front()].x];
  double sum = 0.0;
  for (int i : triangles) {
    const glm::uvec3& t = mesh.triangles[i];
    sum += limber::signed_volume_m3(origin, mesh.positions_m[t.x], mesh.positions_m[t.y],
                                    mesh.positions_m[t.z]);
  }
  return sum;
}

/// For each side of a triangle, the side of the other triangle at the same edge.
std::vector<int> other_sides(const TriangleMesh& mesh) {
  std::vector<int> other(3 * mesh.triangles.size());
  each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> uses) {
    other[uses[0].side] = uses[1].side;
    other[uses[1].side] = uses[0].side;
  });
  return other;
}

/// A shell, with acceleration structures for containment queries.
class Placed {
 public:
  Placed(const TriangleMesh& mesh, const Shell& shell) : mesh_(&mesh), shell_(&shell) {
    for (int i : shell.triangles)
      for (int k = 0; k < 3; ++k) box_.add(mesh.positions_m[mesh.triangles[i][k]]);
  }
  bool holds(const Placed& other) {
    if (!box_.meets(other.box_)) return false;
    const glm::vec3 x = mesh_->positions_m[mesh_->triangles[other.shell_->triangles.front()].x];
    if (box_.distance2_m2(x) > 0.0) return false;
    if (!tree_) {
      TriangleMesh part{mesh_->positions_m, {}};
      for (int i : shell_->triangles) part.triangles.push_back(mesh_->triangles[i]);
      drop_unused(part);
      tree_ = std::make_unique<TriangleTree>(part);
    }
    return tree_->signed_distance_m(x) < 0.0f;
  }
  const Shell& shell() const { return *shell_; }
  bool is_cavity = false;

 private:
  const TriangleMesh* mesh_;
  const Shell* shell_;
  Box box_;
  std::unique_ptr<TriangleTree> tree_;  ///< built on the first query that needs it
};

}  // namespace

std::vector<Shell> turn_outward(TriangleMesh& mesh, const std::string& name,
                                std::string_view instead) {
  const std::vector<int> other = other_sides(mesh);
  const auto same_way = [&](int side, int neighbor) {  // with the winding in the file
    return mesh.triangles[side / 3][side % 3] == mesh.triangles[neighbor / 3][neighbor % 3];
  };
  enum : char { unseen, kept, turned };
  std::vector<char> state(mesh.triangles.size(), unseen);
  std::vector<Shell> shells;
  for (std::size_t start = 0; start < state.size(); ++start) {
    if (state[start] != unseen) continue;
    Shell shell;
    shell.triangles.push_back(static_cast<int>(start));
    state[start] = kept;
    for (std::size_t n = 0; n < shell.triangles.size(); ++n) {
      const int i = shell.triangles[n];
      for (int k = 0; k < 3; ++k) {
        const int neighbor = other[3 * i + k];
        const bool turn_it = same_way(3 * i + k, neighbor) != (state[i] == turned);
        char& its = state[neighbor / 3];
        if (its == unseen) {
          its = turn_it ? turned : kept;
          shell.triangles.push_back(neighbor / 3);
        } else if ((its == turned) != turn_it) {
          throw Error(
              ExitCode::bad_input,
              fmt::format("the surface {} has only one side, like a Klein bottle: inside and "
                          "outside meet at {}; {}",
                          name, place_text(mesh.positions_m[mesh.triangles[i][k]]), instead));
        }
      }
    }
    shells.push_back(std::move(shell));
  }
  for (Shell& shell : shells) {
    std::size_t turns = 0;
    for (int i : shell.triangles)
      if (state[i] == turned) {
        turn(mesh.triangles[i]);
        ++turns;
      }
    shell.volume_m3 = shell_volume_m3(mesh, shell.triangles);
    // The orientation in the file is that of most triangles.
    shell.was_inward = (shell.volume_m3 < 0.0) != (2 * turns > shell.triangles.size());
    if (shell.volume_m3 >= 0.0) continue;
    for (int i : shell.triangles) turn(mesh.triangles[i]);
    shell.volume_m3 = -shell.volume_m3;
  }
  return shells;
}

std::vector<Shell> nest(TriangleMesh& mesh, std::vector<Shell> shells) {
  if (shells.size() < 2) return {};
  std::stable_sort(shells.begin(), shells.end(),
                   [](const Shell& a, const Shell& b) { return a.volume_m3 > b.volume_m3; });
  std::vector<Shell> buried;
  std::vector<Placed> placed;
  for (const Shell& shell : shells) {
    Placed next(mesh, shell);
    const auto around =  // the smallest shell that contains it
        std::find_if(placed.rbegin(), placed.rend(), [&](Placed& p) { return p.holds(next); });
    if (around != placed.rend() && !around->is_cavity) {
      next.is_cavity = around->shell().was_inward != shell.was_inward;
      if (!next.is_cavity) {
        buried.push_back(shell);
        continue;
      }
    }
    placed.push_back(std::move(next));
  }
  for (const Placed& p : placed)
    if (p.is_cavity)
      for (int i : p.shell().triangles) turn(mesh.triangles[i]);
  return buried;
}

}  // namespace limber
