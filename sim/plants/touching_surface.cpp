#include "sim/plants/touching_surface.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sim/contact/near_triangles.h"
#include "sim/count.h"
#include "sim/mesh/crossings.h"
#include "sim/mesh/simplified.h"

namespace limber {

namespace {

constexpr std::size_t max_as_drawn = 8000;  ///< max. triangles of all parts without simplification
constexpr float fine_share = 0.25f;         ///< simplification error over the contact distance
/// Of all parts, for an affordable broad phase.
constexpr std::size_t max_touching_triangles = 60000;

std::vector<glm::uvec3> with_fewer(const StaticMesh& drawn, std::size_t min_triangles,
                                   float fine_m) {
  return with_fewer_triangles({drawn.positions_m, drawn.triangles}, min_triangles, fine_m);
}

struct ShapeSurface {
  std::vector<int> vertices;          ///< of the drawn mesh, ascending
  std::vector<glm::uvec3> triangles;  ///< indices into `vertices`
  int first_mode = 0;
  bool coarse = false;
};

ShapeSurface shape_surface_of(std::vector<glm::uvec3> triangles) {
  ShapeSurface surface;
  for (const glm::uvec3& t : triangles)
    for (int k = 0; k < 3; ++k) surface.vertices.push_back(static_cast<int>(t[k]));
  std::ranges::sort(surface.vertices);
  surface.vertices.erase(std::ranges::unique(surface.vertices).begin(), surface.vertices.end());
  for (glm::uvec3& t : triangles)
    for (int k = 0; k < 3; ++k)
      t[k] =
          static_cast<unsigned>(std::ranges::lower_bound(surface.vertices, static_cast<int>(t[k])) -
                                surface.vertices.begin());
  surface.triangles = std::move(triangles);
  return surface;
}

std::vector<ShapeSurface> surfaces_of(const PlantsModel& model, const PartTree& tree,
                                      float fine_m) {
  const std::vector<PartShape>& shapes = model.plant.shapes;
  std::vector<std::size_t> uses(shapes.size(), 0);
  for (const Mount& mount : tree.mounts) ++uses[mount.shape];
  std::vector<std::vector<glm::uvec3>> triangles;
  const auto all_triangles = [&] {
    std::size_t all = 0;
    for (std::size_t s = 0; s < shapes.size(); ++s) all += uses[s] * triangles[s].size();
    return all;
  };
  for (const PartShape& shape : shapes) triangles.push_back(shape.drawn.triangles);
  if (all_triangles() > max_as_drawn)
    for (std::size_t s = 0; s < shapes.size(); ++s)
      triangles[s] = with_fewer(shapes[s].drawn, 4, fine_m);
  const std::size_t all = all_triangles();
  std::vector<ShapeSurface> surfaces;
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    bool coarse = false;
    if (all > max_touching_triangles) {
      constexpr float anything_m = 1e6f;
      const std::size_t share = triangles[s].size() * max_touching_triangles / all;
      std::vector<glm::uvec3> fewer =
          with_fewer(shapes[s].drawn, std::max<std::size_t>(share, 4), anything_m);
      coarse = fewer.size() < triangles[s].size();
      if (coarse) triangles[s] = std::move(fewer);
    }
    surfaces.push_back(shape_surface_of(std::move(triangles[s])));
    surfaces.back().coarse = coarse;
  }
  return surfaces;
}

class TouchingSurfaceMaker {
 public:
  TouchingSurfaceMaker(const PlantsModel& model, const PartTree& tree, float distance_m)
      : model_(model),
        tree_(tree),
        distance_m_(distance_m),
        shapes_(surfaces_of(model, tree, fine_share * distance_m)) {}

  TouchingSurface make() {
    find_plants();
    for (std::size_t s = 0; s < shapes_.size(); ++s) add_modes(static_cast<int>(s));
    for (int p = 0; p < tree_.parts(); ++p) add_part(p);
    list_excluded();
    return std::move(out_);
  }

 private:
  void find_plants() {
    const std::vector<PlantPart>& parts = model_.plant.parts;
    std::vector<int> plant(parts.size());
    for (int i = 0; i < count(parts); ++i)
      plant[i] = parts[i].parent < 0 ? out_.plants++ : plant[parts[i].parent];
    for (int p = 0; p < tree_.parts(); ++p)
      out_.plant_of_part.push_back(plant[tree_.part_of_plant[p]]);
  }

  void add_modes(int s) {
    shapes_[s].first_mode = count(out_.modes);
    const ReducedShape& reduced = model_.reduced[s];
    for (const int vertex : shapes_[s].vertices)
      for (int k = 0; k < reduced.modes; ++k) {
        const Eigen::Vector3d mode = reduced.drawn_modes.block<3, 1>(3 * vertex, k);
        out_.modes.emplace_back(mode.x(), mode.y(), mode.z());
      }
  }

  void add_part(int p) {
    const int bending = count(tree_.bending), s = tree_.mounts[p].shape;
    const ShapeSurface& surface = shapes_[s];
    const int modes = p < bending ? tree_.bending[p].modes : 0;
    int terms = p < bending ? 1 : 0;
    for (int on = tree_.mounts[p].carrier; on >= 0; on = tree_.mounts[on].carrier) ++terms;
    const int first = count(out_.points);
    out_.reaches.push_back({.first_point = first, .points = count(surface.vertices)});
    for (std::size_t i = 0; i < surface.vertices.size(); ++i) {
      const glm::vec3 at = model_.plant.shapes[s].drawn.positions_m[surface.vertices[i]];
      out_.points.push_back({.at_m = at,
                             .part = p,
                             .first_mode = surface.first_mode + modes * static_cast<int>(i),
                             .first_term = out_.terms});
      out_.terms += terms;
      out_.shape.places_m.push_back(tree_.rest[p].position_m +
                                    rotated(tree_.rest[p].quaternion, at));
      out_.shape.body.push_back(out_.plant_of_part[p]);
      out_.shape.part.push_back(p);
    }
    for (const glm::uvec3& t : surface.triangles) {
      out_.shape.triangles.push_back(t + static_cast<unsigned>(first));
      part_of_triangle_.push_back(p);
    }
    out_.coarse_parts += surface.coarse ? 1 : 0;
  }

  void list_excluded() {
    std::vector<std::pair<int, int>> relatives;
    for (int p = 0; p < tree_.parts(); ++p) {
      relatives.emplace_back(p, p);
      const int parent = model_.plant.parts[tree_.part_of_plant[p]].parent;
      if (parent >= 0) relatives.emplace_back(p, tree_.index_of[parent]);
    }
    std::vector<std::set<int>> of(tree_.parts());
    for (const auto& [a, b] : relatives) {
      of[a].insert(b);
      of[b].insert(a);
    }
    const std::vector<glm::uvec3>& triangles = out_.shape.triangles;
    const std::vector<Box> boxes = boxes_of({out_.shape.places_m, triangles});
    const BoxTree tree(boxes);
    for (int t = 0; t < count(triangles); ++t) {
      const int a = part_of_triangle_[t];
      tree.each_near({boxes[t].low_m - distance_m_, boxes[t].high_m + distance_m_}, [&](int other) {
        const int b = part_of_triangle_[other];
        if (b <= a || of[a].contains(b) ||
            !triangles_are_near(out_.shape.places_m, triangles[t], triangles[other], distance_m_))
          return;
        of[a].insert(b);
        of[b].insert(a);
        ++out_.near_parts;
      });
    }
    out_.shape.excluded.first.push_back(0);
    for (const std::set<int>& others : of) {
      out_.shape.excluded.items.insert(out_.shape.excluded.items.end(), others.begin(),
                                       others.end());
      out_.shape.excluded.first.push_back(count(out_.shape.excluded.items));
    }
  }

  const PlantsModel& model_;
  const PartTree& tree_;
  float distance_m_;
  std::vector<ShapeSurface> shapes_;
  std::vector<int> part_of_triangle_;
  TouchingSurface out_;
};

}  // namespace

TouchingSurface touching_surface_of(const PlantsModel& model, const PartTree& tree,
                                    float distance_m) {
  return TouchingSurfaceMaker(model, tree, distance_m).make();
}

}  // namespace limber
