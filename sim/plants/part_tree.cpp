// [Barbic11].

#include "sim/plants/part_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "kernels/error.h"
#include "sim/count.h"
#include "sim/plants/tangent_stiffness.h"
#include "sim/plants/wind_faces.h"

namespace limber {

namespace {

glm::vec3 to_glm(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

glm::mat3 to_glm(const Eigen::Matrix3d& m) {
  return {to_glm(Eigen::Vector3d(m.col(0))), to_glm(Eigen::Vector3d(m.col(1))),
          to_glm(Eigen::Vector3d(m.col(2)))};
}

/// Transforms `inner` from the frame of `outer` to that in which `outer` is given.
Pose composed(const Pose& outer, const Pose& inner) {
  return {outer.position_m + rotated(outer.quaternion, inner.position_m), 0.0f,
          unit_quaternion(quaternion_product(outer.quaternion, inner.quaternion))};
}

Pose seen_from(const Pose& frame, const Pose& pose) {
  const glm::vec4 q = frame.quaternion;
  return {rotated_back(q, pose.position_m - frame.position_m), 0.0f,
          unit_quaternion(quaternion_product(inverse_rotation(q), pose.quaternion))};
}

void check_plant(const PlantsModel& model) {
  const auto fail = [](const std::string& what) {
    throw Error(ExitCode::bad_input, "a plant does not fit together: " + what);
  };
  const std::vector<PlantPart>& parts = model.plant.parts;
  if (parts.empty()) fail("it has no parts");
  if (model.reduced.size() != model.plant.shapes.size()) fail("not every shape has been reduced");
  if (model.attachments.size() != parts.size()) fail("not every part has an attachment");
  for (int i = 0; i < count(parts); ++i) {
    const PlantPart& part = parts[i];
    if (part.shape < 0 || part.shape >= count(model.reduced) || part.parent >= i)
      fail(fmt::format("part {} has a shape or parent that is not there", i));
    const int modes = part.parent < 0 ? 0 : model.reduced[parts[part.parent].shape].modes;
    const Eigen::MatrixXd& a = model.attachments[i];
    if (modes > 0 && (a.rows() != 6 || a.cols() != modes))
      fail(fmt::format("the attachment of part {} is not that of its parent", i));
    if (model.reduced[part.shape].cubic && part.parent >= 0)
      fail(fmt::format("part {} mounts on another, so its forces cannot be cubic", i));
  }
}

/// Max. distance of a shape's vertices from its origin.
float shape_reach_m(const PartShape& shape) {
  float reach = 0.0f;
  for (const glm::vec3& x : shape.drawn.positions_m) reach = std::max(reach, glm::length(x));
  return reach;
}

/// The projected area, averaged over all directions: a quarter of the area of a closed surface
/// (Cauchy), half that of a sheet.
float shown_area_m2(const PartShape& shape) {
  const std::vector<glm::vec3>& x = shape.drawn.positions_m;
  float area = 0.0f;
  for (const glm::uvec3& t : shape.drawn.triangles)
    area += 0.5f * glm::length(glm::cross(x[t.y] - x[t.x], x[t.z] - x[t.x]));
  return area * (shape.tetrahedra.empty() && shape.thickness_m > 0.0f ? 0.5f : 0.25f);
}

PartBody part_body_of(const PartShape& shape, const ReducedShape& reduced) {
  PartBody body;
  body.first_moment_kg_m = to_glm(reduced.first_moment_kg_m);
  body.mass_kg = static_cast<float>(reduced.mass_kg);
  if (reduced.mass_kg > 0.0) body.middle_m = body.first_moment_kg_m / body.mass_kg;
  body.area_m2 = shown_area_m2(shape);
  return body;
}

/// Index of the first entry of a shape in the tables.
struct ShapePlaces {
  int first_mode = 0, first_square = 0;
  std::optional<CubicPart> cubic;  ///< coefficients shared by all parts of the shape
  float reach_m = 0.0f;
};

class TreeMaker {
 public:
  explicit TreeMaker(const PlantsModel& model) : model_(model) { check_plant(model); }

  PartTree make() {
    find_levels();
    for (int s = 0; s < count(model_.reduced); ++s) add_shape(s);
    for (int i = 0; i < tree_.parts(); ++i) add_part(i);
    list_mounted();
    return std::move(tree_);
  }

 private:
  int modes_of(int plant_part) const {
    return model_.reduced[model_.plant.parts[plant_part].shape].modes;
  }

  /// Sorts bending parts by level, the number of bending parts that carry them; rigid ones last.
  void find_levels() {
    const std::vector<PlantPart>& parts = model_.plant.parts;
    const int n = count(parts);
    std::vector<int> bending_up_to(n, 0);  // number on the path to the ground, itself included
    for (int i = 0; i < n; ++i)
      bending_up_to[i] =
          (parts[i].parent < 0 ? 0 : bending_up_to[parts[i].parent]) + (modes_of(i) > 0 ? 1 : 0);
    const int deepest = *std::ranges::max_element(bending_up_to);
    const auto level = [&](int i) { return modes_of(i) > 0 ? bending_up_to[i] - 1 : deepest; };
    tree_.part_of_plant.resize(n);
    std::iota(tree_.part_of_plant.begin(), tree_.part_of_plant.end(), 0);
    std::ranges::stable_sort(tree_.part_of_plant, {}, level);
    tree_.index_of.resize(n);
    for (int i = 0; i < n; ++i) tree_.index_of[tree_.part_of_plant[i]] = i;
    tree_.mounts.resize(n);
    tree_.rest.resize(n);
    for (int l = 0; l <= deepest; ++l)
      tree_.first_of_level.push_back(
          static_cast<int>(std::ranges::lower_bound(tree_.part_of_plant, l, {}, level) -
                           tree_.part_of_plant.begin()));
  }

  void add_shape(int s) {
    const ReducedShape& reduced = model_.reduced[s];
    const PartShape& shape = model_.plant.shapes[s];
    places_.push_back({.first_mode = count(tree_.linear),
                       .first_square = count(tree_.stiffness),
                       .reach_m = shape_reach_m(shape)});
    tree_.bodies.push_back(part_body_of(shape, reduced));
    tree_.bodies.back().first_face = count(tree_.faces);
    add_wind_faces(shape, reduced, tree_);
    tree_.bodies.back().faces = count(tree_.faces) - tree_.bodies.back().first_face;
    for (int k = 0; k < reduced.modes; ++k) {
      tree_.linear.push_back(to_glm(Eigen::Vector3d(reduced.linear.col(k))));
      const Eigen::Matrix3d moment = reduced.moments[k];
      tree_.centrifugal.push_back(to_glm(Eigen::Matrix3d(
          0.5 * (moment + moment.transpose()) - moment.trace() * Eigen::Matrix3d::Identity())));
      for (int l = 0; l < reduced.modes; ++l) {
        tree_.gyroscopic.push_back(
            to_glm(Eigen::Vector3d(reduced.gyroscopic[0](k, l), reduced.gyroscopic[1](k, l),
                                   reduced.gyroscopic[2](k, l))));
        tree_.stiffness.push_back(static_cast<float>(reduced.stiffness(k, l)));
      }
    }
  }

  void add_part(int i) {
    const int from = tree_.part_of_plant[i];
    const PlantPart& part = model_.plant.parts[from];
    tree_.mounts[i] = mount_of(from);
    tree_.rest[i] = part.rest;
    const int modes = modes_of(from);
    if (modes == 0) return;
    const auto level = std::ranges::find(tree_.first_of_level, i);
    if (level != tree_.first_of_level.end())
      tree_.first_coordinate_of_level.push_back(tree_.coordinates());
    const ShapePlaces& places = places_[part.shape];
    const ReducedShape& reduced = model_.reduced[part.shape];
    BendingPart bending{.first_coordinate = tree_.coordinates(),
                        .modes = modes,
                        .first_square = squares_,
                        .first_shape_mode = places.first_mode,
                        .first_shape_square = places.first_square};
    squares_ += modes * modes;
    if (reduced.cubic) {
      bending.cubic = count(tree_.cubics);
      std::optional<CubicPart>& of_shape = places_[part.shape].cubic;
      if (!of_shape) of_shape = add_tangent_stiffness(*reduced.cubic, tree_.cubic_coefficients);
      CubicPart cubic = *of_shape;
      cubic.part = i;
      cubic.first_pair = pairs_;
      pairs_ += modes * modes;
      tree_.cubics.push_back(cubic);
    }
    tree_.bending.push_back(bending);
    for (int k = 0; k < modes; ++k) {
      tree_.part_of_coordinate.push_back(i);
      const double largest = reduced.drawn_modes.col(k).cwiseAbs().maxCoeff();
      const float share = largest > 0.0 ? static_cast<float>(places.reach_m / largest) : 1.0f;
      tree_.ranges.push_back({0.8f * share, share});
    }
  }

  /// from: index in the plant, where parents come first, also rigid ones.
  Mount mount_of(int from) {
    const PlantPart& part = model_.plant.parts[from];
    Mount mount;
    mount.shape = part.shape;
    mount.rest = part.rest;
    if (part.parent < 0) return mount;
    const Pose here = seen_from(model_.plant.parts[part.parent].rest, part.rest);
    if (modes_of(part.parent) == 0) {
      const Mount carried = mount_of(part.parent);
      if (carried.carrier < 0) return mount;
      mount = carried;
      mount.shape = part.shape;
      mount.rest = composed(carried.rest, here);
      return mount;
    }
    mount.rest = here;
    mount.pivot_m = here.position_m;
    mount.carrier = tree_.index_of[part.parent];
    mount.first_row = row_of(from);
    return mount;
  }

  /// First row of the attachment of a part of the plant, added on first use; parts that mount on a
  /// rigid part share its rows.
  int row_of(int from) {
    if (rows_.empty()) rows_.assign(model_.plant.parts.size(), -1);
    if (rows_[from] < 0) {
      rows_[from] = count(tree_.attachments);
      const Eigen::MatrixXd& a = model_.attachments[from];
      for (int row = 0; row < 6; ++row)
        for (int k = 0; k < a.cols(); ++k)
          tree_.attachments.push_back(static_cast<float>(a(row, k)));
    }
    return rows_[from];
  }

  void list_mounted() {
    for (const Mount& mount : tree_.mounts)
      if (mount.carrier >= 0) ++tree_.bending[mount.carrier].mounted;
    int first = 0;
    for (BendingPart& part : tree_.bending) {
      part.first_mounted = first;
      first += part.mounted;
    }
    tree_.mounted.resize(first);
    std::vector<int> taken(tree_.bending.size(), 0);
    for (int i = 0; i < tree_.parts(); ++i) {
      const int carrier = tree_.mounts[i].carrier;
      if (carrier < 0) continue;
      const int place = tree_.bending[carrier].first_mounted + taken[carrier]++;
      tree_.mounted[place] = i;
      tree_.mounts[i].place = place;
    }
    tree_.first_coordinate_of_level.push_back(tree_.coordinates());
  }

  const PlantsModel& model_;
  PartTree tree_;
  std::vector<ShapePlaces> places_;
  std::vector<int> rows_;
  int squares_ = 0;  ///< sum of r^2 over all parts so far
  int pairs_ = 0;    ///< sum of r^2 over parts with cubic forces so far
};

}  // namespace

int PartTree::max_modes() const {
  int largest = 0;
  for (const BendingPart& part : bending) largest = std::max(largest, part.modes);
  return largest;
}

PartTree part_tree_of(const PlantsModel& model) { return TreeMaker(model).make(); }

}  // namespace limber
