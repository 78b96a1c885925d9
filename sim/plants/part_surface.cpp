// [Wang20].

#include "sim/plants/part_surface.h"

#include <algorithm>
#include <numeric>

#include "kernels/launch.h"
#include "kernels/plants/show.h"
#include "sim/count.h"
#include "sim/draw_list.h"
#include "sim/publish_label.h"

namespace limber {

namespace {

/// The parts, sorted by material in the order of first appearance.
std::vector<int> by_material(const PlantsModel& model, const PartTree& tree) {
  std::vector<Material> materials;
  std::vector<int> material_of_shape;
  for (const PartShape& shape : model.plant.shapes) {
    const auto known = std::ranges::find(materials, shape.drawn.material);
    material_of_shape.push_back(static_cast<int>(known - materials.begin()));
    if (known == materials.end()) materials.push_back(shape.drawn.material);
  }
  std::vector<int> order(tree.parts());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](int p) { return material_of_shape[tree.mounts[p].shape]; });
  return order;
}

std::vector<DeformedShape> deformed_shapes(const PlantsModel& model) {
  std::vector<DeformedShape> shapes;
  for (int s = 0; s < count(model.reduced); ++s) {
    const Eigen::MatrixXd& modes = model.reduced[s].drawn_modes;
    shapes.push_back(
        {model.plant.shapes[s].drawn.positions_m, model.reduced[s].modes,
         [&modes](int row, int mode) { return static_cast<float>(modes(row, mode)); }});
  }
  return shapes;
}

std::vector<ShapedPart> shaped_parts(const PartTree& tree, const std::vector<int>& order) {
  std::vector<ShapedPart> parts;
  for (const int p : order) parts.push_back({tree.mounts[p].shape, p});
  return parts;
}

std::vector<glm::uvec3> all_triangles(const PlantsModel& model, const PartTree& tree,
                                      const std::vector<int>& order) {
  std::vector<glm::uvec3> triangles;
  unsigned first = 0;
  for (const int p : order) {
    const StaticMesh& drawn = model.plant.shapes[tree.mounts[p].shape].drawn;
    for (const glm::uvec3& t : drawn.triangles) triangles.push_back(t + first);
    first += static_cast<unsigned>(drawn.positions_m.size());
  }
  return triangles;
}

std::vector<SurfacePart> all_materials(const PlantsModel& model, const PartTree& tree,
                                       const std::vector<int>& order) {
  std::vector<SurfacePart> materials;
  for (const int p : order) {
    const StaticMesh& drawn = model.plant.shapes[tree.mounts[p].shape].drawn;
    if (materials.empty() || !(materials.back().material == drawn.material)) {
      const int first =
          materials.empty() ? 0 : materials.back().first_triangle + materials.back().triangle_count;
      materials.push_back({first, 0, drawn.material});
    }
    materials.back().triangle_count += count(drawn.triangles);
  }
  return materials;
}

}  // namespace

PartSurface::PartSurface(const Exec& exec, const PlantsModel& model, const PartTree& tree,
                         bool share_shapes)
    : order_(by_material(model, tree)),
      triangles_(all_triangles(model, tree, order_)),
      materials_(all_materials(model, tree, order_)),
      deformer_(exec, deformed_shapes(model), shaped_parts(tree, order_),
                {.share_shapes = share_shapes}),
      normals_(exec, deformer_.vertices(), triangles_),
      values_(exec, std::vector<float>(tree.mounts.size(), 0.0f)),
      shown_poses_(exec, tree.rest) {
  coordinate_at_.assign(deformer_.coordinates(), -1);
  for (const DeformedPart& part : deformer_.parts()) {
    frame_of_.insert(frame_of_.end(), part.vertices, part.frame);
    for (int k = 0; k < part.modes; ++k)
      coordinate_at_[part.first_coordinate + k] = tree.bending[part.frame].first_coordinate + k;
  }
  frame_of_vertex_ = {exec, frame_of_};
  shown_q_ = {exec, std::vector<float>(deformer_.coordinates(), 0.0f)};
  exec.synchronize();
}

DrawList PartSurface::draw_list(const PlantsModel& model, const PartTree& tree) const {
  DrawList list;
  list.vertex_count = vertices();
  list.triangles = triangles_;
  list.parts = materials_;
  std::vector<glm::vec3> positions_m;
  for (const int p : order_)
    for (const glm::vec3& x : model.plant.shapes[tree.mounts[p].shape].drawn.positions_m)
      positions_m.push_back(tree.rest[p].position_m + rotated(tree.rest[p].quaternion, x));
  set_bounds(list, positions_m);
  const float size_m = glm::length(list.bounds_max_m - list.bounds_min_m);
  // In the order of PartField.
  list.fields = {{"bending", "m", 0.0f, 0.05f * size_m},
                 {"speed", "m/s", 0.0f, 0.1f * size_m},
                 {"parts", "", 0.0f, 1.0f}};
  return list;
}

int PartSurface::vertex_of_shape(int vertex) const {
  const auto after =
      std::ranges::upper_bound(deformer_.parts(), vertex, {}, &DeformedPart::first_vertex);
  return vertex - std::prev(after)->first_vertex;
}

ShownViews PartSurface::begin(const Exec& exec, bool on_host) {
  if (!on_host) {
    uploads_.reset();
    return {shown_q_.view(), shown_poses_.view(), values_.view()};
  }
  if (!uploads_)
    uploads_.reset(
        new Uploads{{exec, shown_q_.size()}, {exec, values_.size()}, {exec, shown_poses_.size()}});
  return {uploads_->q.begin(), uploads_->poses.begin(), uploads_->values.begin()};
}

void PartSurface::publish(const Exec& exec, const Request& request) {
  if (uploads_) {
    uploads_->q.send(exec);
    uploads_->poses.send(exec);
    if (request.by_part) uploads_->values.send(exec);
  }
  deformer_.place(exec, publish_label, uploads_ ? uploads_->q.view() : readable(shown_q_),
                  uploads_ ? uploads_->poses.view() : readable(shown_poses_));
  normals_.publish(exec, publish_label, {deformer_.placed_m(), request.not_finite, request.out});
  if (request.by_part)
    launch(exec, publish_label, vertices(),
           ColorByPart{readable(frame_of_vertex_),
                       uploads_ ? uploads_->values.view() : readable(values_), request.not_finite,
                       request.out});
}

void PartSurface::archive(Archive& archive) {
  deformer_.archive(archive);
  normals_.archive(archive);
  archive.picture(frame_of_vertex_, shown_q_, values_, shown_poses_);
  archive.after_move([this](const Exec&) { uploads_.reset(); }, Role::picture);
}

}  // namespace limber
