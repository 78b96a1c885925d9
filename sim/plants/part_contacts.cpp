// [Tonge12], on the tree of [Barbic11].

#include "sim/plants/part_contacts.h"

#include <algorithm>

#include "kernels/branch.h"
#include "kernels/only_if.h"
#include "kernels/plants/gather_loads.h"
#include "sim/plants/contact_points.h"

namespace limber {

namespace {

constexpr const char* part_contacts_label = "contacts";
constexpr float spacing_m = 0.02f;
constexpr int max_points = 64;  ///< per part

/// The contact points of a shape, shared by its parts.
struct ShapePoints {
  std::vector<glm::vec3> at_m;
  bool sparse = false;  ///< farther apart than spacing_m
  int first_mode = 0;
  glm::vec3 middle_m{0.0f};
  float radius_m = 0.0f;
};

struct AllPoints {
  std::vector<ShapePoints> shapes;
  std::vector<glm::vec3> modes;
  std::vector<float> mode_reaches_m;  ///< max. displacement per unit of each mode of all shapes
};

AllPoints points_of_shapes(const PlantsModel& model) {
  AllPoints all;
  for (std::size_t s = 0; s < model.reduced.size(); ++s) {
    const ReducedShape& reduced = model.reduced[s];
    const std::vector<glm::vec3>& vertices_m = model.plant.shapes[s].drawn.positions_m;
    const auto [chosen, distance_m] = contact_points(vertices_m, spacing_m, max_points);
    ShapePoints shape;
    shape.sparse = distance_m > spacing_m;
    shape.first_mode = static_cast<int>(all.modes.size());
    std::vector<float> reaches_m(reduced.modes, 0.0f);
    for (const int vertex : chosen) {
      shape.at_m.push_back(vertices_m[vertex]);
      shape.middle_m += vertices_m[vertex] / static_cast<float>(chosen.size());
      for (int k = 0; k < reduced.modes; ++k) {
        const Eigen::Vector3d mode = reduced.drawn_modes.block<3, 1>(3 * vertex, k);
        all.modes.emplace_back(mode.x(), mode.y(), mode.z());
        reaches_m[k] = std::max(reaches_m[k], static_cast<float>(mode.norm()));
      }
    }
    for (const glm::vec3& at_m : shape.at_m)
      shape.radius_m = std::max(shape.radius_m, glm::distance(at_m, shape.middle_m));
    all.mode_reaches_m.insert(all.mode_reaches_m.end(), reaches_m.begin(), reaches_m.end());
    all.shapes.push_back(std::move(shape));
  }
  return all;
}

}  // namespace

PartContacts::PartContacts(const Exec& exec, const PlantsModel& model, const PartTree& tree) {
  const AllPoints all = points_of_shapes(model);
  std::vector<PartPoint> points;
  std::vector<PartReach> reaches;
  for (int p = 0; p < tree.parts(); ++p) {
    const bool bends = p < static_cast<int>(tree.bending.size());
    const ShapePoints& shape = all.shapes[tree.mounts[p].shape];
    PartReach reach{.middle_m = shape.middle_m,
                    .radius_m = shape.radius_m,
                    .first_point = static_cast<int>(points.size())};
    if (bends || tree.mounts[p].carrier >= 0) {  // other parts are fixed
      sparse_parts_ += shape.sparse ? 1 : 0;
      const int modes = bends ? tree.bending[p].modes : 0;
      for (std::size_t i = 0; i < shape.at_m.size(); ++i)
        points.push_back({.at_m = shape.at_m[i],
                          .part = p,
                          .first_mode = shape.first_mode + modes * static_cast<int>(i)});
    }
    reach.points = static_cast<int>(points.size()) - reach.first_point;
    reaches.push_back(reach);
  }
  const std::size_t count = points.size();
  points_ = {exec, points};
  modes_ = {exec, all.modes};
  reaches_ = {exec, reaches};
  mode_reaches_m_ = {exec, all.mode_reaches_m};
  contacts_ = {exec, std::vector<PartContact>(count)};
  near_ = {exec, tree.parts()};
  contacts_on_ = {exec, static_cast<int>(tree.bending.size())};
  touching_ = {exec, std::vector<int>{0}};
  before_m_ = {exec, static_cast<int>(count)};
  changes_N_s_ = {exec, static_cast<int>(count)};
  loads_ = {exec, tree.parts()};
  modes_N_ = {exec, tree.coordinates()};
  exec.synchronize();
}

PartPoints PartContacts::points_of(PartDynamics& dynamics) const {
  const PartDynamics::Views now = dynamics.views();
  return {readable(points_), readable(modes_), now.bending,
          now.poses,         now.motions,      now.coordinates};
}

void PartContacts::launch_before(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                                 const Request& request) {
  const PartPoints points = points_of(dynamics);
  launch(exec, part_contacts_label, reaches_.size(),
         FindNearParts{.points = points,
                       .reaches = readable(reaches_),
                       .mode_reaches_m = readable(mode_reaches_m_),
                       .colliders = request.colliders,
                       .near = near_.view(),
                       .thickness_m = request.thickness_m,
                       .dt_s = step.rule.dt_s});
  launch(exec, part_contacts_label, points_.size(),
         StorePartPoints{points, readable(near_), before_m_.view()});
}

void PartContacts::launch_after(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                                const Request& request) {
  const PartPoints points = points_of(dynamics);
  const PartDynamics::Views now = dynamics.views();
  const float dt_s = step.rule.dt_s;
  launch(exec, part_contacts_label, contacts_on_.size(),
         ClearContactCounts{contacts_on_.view(), touching_.view()});
  launch(exec, part_contacts_label, points_.size(),
         FindPartContacts{.points = points,
                          .mounts = now.mounts,
                          .near = readable(near_),
                          .before_m = readable(before_m_),
                          .colliders = request.colliders,
                          .contacts = contacts_.view(),
                          .contacts_on = contacts_on_.view(),
                          .touching = touching_.view(),
                          .thickness_m = request.thickness_m,
                          .friction = request.friction,
                          .dt_s = dt_s});
  launch_branch_if(exec, readable(touching_),
                   [&](const Exec& branch) { solve(branch, dynamics, step, request); });
}

void PartContacts::solve(const Exec& exec, PartDynamics& dynamics, const SwayStep& step,
                         const Request& request) {
  const PartPoints points = points_of(dynamics);
  const PartDynamics::Views now = dynamics.views();
  const float dt_s = step.rule.dt_s;
  // Team kernels process all parts in any case, and must then find zero changes.
  const View<const int> touching = exec.fast_kernels() ? View<const int>{} : readable(touching_);
  launch_only_if(exec, part_contacts_label, touching, points_.size(),
                 SplitMasses{.points = points,
                             .mobility = {now.bending, readable(modes_), now.mounts,
                                          now.attachments, now.inverses, now.couplings},
                             .contacts_on = readable(contacts_on_),
                             .contacts = contacts_.view()});
  // One more than requested: the first is the warm start.
  for (int iteration = 0; iteration <= request.iterations; ++iteration) {
    launch_only_if(exec, part_contacts_label, touching, points_.size(),
                   SolvePartContacts{.points = points,
                                     .colliders = request.colliders,
                                     .contacts = contacts_.view(),
                                     .changes_N_s = changes_N_s_.view(),
                                     .friction = request.friction,
                                     .dt_s = dt_s,
                                     .warm_starts = iteration == 0 ? 1 : 0});
    launch_gather_loads(exec, part_contacts_label, touching, reaches_.size(),
                        GatherContactLoads{.points = points,
                                           .reaches = readable(reaches_),
                                           .near = readable(near_),
                                           .changes_N_s = readable(changes_N_s_),
                                           .loads = loads_.view(),
                                           .modes_N = modes_N_.view(),
                                           .per_s = 1.0f / (step.rule.gamma * dt_s)});
    dynamics.launch_impulses(exec, step, {readable(loads_), readable(modes_N_), touching});
  }
}

void PartContacts::forget(const Exec& exec) {
  contacts_.upload(exec, std::vector<PartContact>(contacts_.size()));
  exec.synchronize();
}

void PartContacts::archive(Archive& archive) {
  archive.state("contacts", contacts_);
  archive.scratch(points_, modes_, reaches_, mode_reaches_m_);
  archive.scratch(near_, contacts_on_, touching_, before_m_, changes_N_s_, loads_, modes_N_);
}

}  // namespace limber
