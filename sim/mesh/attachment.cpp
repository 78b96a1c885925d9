// A fine surface follows a coarser solid by barycentric weights: [Fratarcangeli14, figure 2].

#include "sim/mesh/attachment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kernels/launch.h"
#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

/// A uniform grid with the boxes that overlap each cell.
class BoxGrid {
 public:
  explicit BoxGrid(const std::vector<Box>& boxes) {
    glm::dvec3 sizes(0.0);
    for (const Box& box : boxes) {
      bounds_.add(box);
      sizes += glm::dvec3(box.high_m - box.low_m);
    }
    // Cells about as wide as the mean box, but not many more cells than boxes.
    const auto n = static_cast<double>(boxes.size());
    const glm::dvec3 extent =
        glm::max(glm::dvec3(bounds_.high_m - bounds_.low_m), glm::dvec3(1e-12));
    const double mean_m = (sizes.x + sizes.y + sizes.z) / (3.0 * n);
    cell_m_ =
        static_cast<float>(std::max({mean_m, std::cbrt(extent.x * extent.y * extent.z / (8.0 * n)),
                                     1e-6 * std::max({extent.x, extent.y, extent.z})}));
    count_ = glm::ivec3(glm::vec3(extent) / cell_m_) + 1;

    first_.assign(count_.x * count_.y * count_.z + 1, 0);
    for (const Box& box : boxes)
      for_each_cell(cell_of(box.low_m), cell_of(box.high_m), [&](int cell) { ++first_[cell + 1]; });
    for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
    items_.resize(first_.back());
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for_each_cell(cell_of(boxes[i].low_m), cell_of(boxes[i].high_m),
                    [&](int cell) { items_[next[cell]++] = static_cast<int>(i); });
  }

  /// The boxes that may contain x.
  std::span<const int> at(const glm::vec3& x) const {
    if (bounds_.distance2_m2(x) > 0.0) return {};
    return items(index(cell_of(x)));
  }

  /// Calls distance_m(i) for boxes in rings of cells around x until no box farther out can be
  /// nearer than the min. distance found.
  template <class Distance>
  void search_around(const glm::vec3& x, const Distance& distance_m) const {
    const glm::ivec3 middle = cell_of(glm::clamp(x, bounds_.low_m, bounds_.high_m));
    const int rings = std::max({count_.x, count_.y, count_.z});
    float min_m = INFINITY;
    for (int ring = 0; ring < rings && min_m > static_cast<float>(ring - 1) * cell_m_; ++ring) {
      const glm::ivec3 low = glm::max(middle - ring, 0), high = glm::min(middle + ring, count_ - 1);
      for (int z = low.z; z <= high.z; ++z) {
        for (int y = low.y; y <= high.y; ++y) {
          const bool whole_row = std::abs(z - middle.z) == ring || std::abs(y - middle.y) == ring;
          for (int x_cell = low.x; x_cell <= high.x; ++x_cell)
            if (whole_row || std::abs(x_cell - middle.x) == ring)
              for (int i : items(index({x_cell, y, z}))) min_m = std::min(min_m, distance_m(i));
        }
      }
    }
  }

 private:
  glm::ivec3 cell_of(const glm::vec3& x) const {
    return glm::min(glm::ivec3((x - bounds_.low_m) / cell_m_), count_ - 1);
  }
  int index(const glm::ivec3& cell) const {
    return cell.x + count_.x * (cell.y + count_.y * cell.z);
  }
  std::span<const int> items(int cell) const {
    return {items_.begin() + first_[cell], items_.begin() + first_[cell + 1]};
  }
  template <class Work>
  void for_each_cell(const glm::ivec3& low, const glm::ivec3& high, const Work& work) const {
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) work(index({x, y, z}));
  }

  Box bounds_;
  float cell_m_;
  glm::ivec3 count_;
  std::vector<int> first_, items_;  ///< boxes of cell c: items_[first_[c]] to [first_[c + 1]]
};

/// A face of only one tetrahedron.
struct Face {
  std::array<int, 3> corners;  ///< sorted
  int tetrahedron;
};

std::vector<Face> outer_faces(const TetraMesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(mesh.tetrahedra.size() * 4);
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    for (int left_out = 0; left_out < 4; ++left_out) {
      Face face{{}, static_cast<int>(i)};
      for (int k = 0; k < 3; ++k) face.corners[k] = mesh.tetrahedra[i][(left_out + 1 + k) % 4];
      std::sort(face.corners.begin(), face.corners.end());
      faces.push_back(face);
    }
  }
  std::sort(faces.begin(), faces.end(),
            [](const Face& a, const Face& b) { return a.corners < b.corners; });
  std::vector<Face> outer;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const bool again = i + 1 < faces.size() && faces[i].corners == faces[i + 1].corners;
    if (again)
      ++i;
    else
      outer.push_back(faces[i]);
  }
  return outer;
}

glm::vec3 nearest_on_segment(const glm::vec3& x, const glm::vec3& a, const glm::vec3& b) {
  const glm::vec3 along = b - a;
  const float squared = glm::dot(along, along);
  return squared > 0.0f ? a + along * glm::clamp(glm::dot(x - a, along) / squared, 0.0f, 1.0f) : a;
}

float distance_to_triangle(const glm::vec3& x, const std::array<glm::vec3, 3>& t) {
  const glm::vec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
  bool above = true;
  float nearest = INFINITY;
  for (int k = 0; k < 3; ++k) {
    const glm::vec3 &a = t[k], &b = t[(k + 1) % 3];
    if (glm::dot(glm::cross(normal, b - a), x - a) >= 0.0f) continue;
    above = false;
    nearest = std::min(nearest, glm::distance(x, nearest_on_segment(x, a, b)));
  }
  return above ? std::abs(glm::dot(glm::normalize(normal), x - t[0])) : nearest;
}

/// Barycentric coordinates of x; in double precision, so that every point of the mesh lies in one
/// of its tetrahedra.
glm::dvec4 weights_of(const glm::vec3& x, const TetraMesh& mesh, const glm::ivec4& t) {
  const glm::vec3 &a = mesh.positions_m[t.x], &b = mesh.positions_m[t.y],
                  &c = mesh.positions_m[t.z], &d = mesh.positions_m[t.w];
  const double wb = signed_volume_m3(a, x, c, d), wc = signed_volume_m3(a, b, x, d),
               wd = signed_volume_m3(a, b, c, x), all = signed_volume_m3(a, b, c, d);
  return {1.0 - (wb + wc + wd) / all, wb / all, wc / all, wd / all};
}

double smallest(const glm::dvec4& w) { return std::min({w.x, w.y, w.z, w.w}); }

/// Finds the tetrahedron of each point: the one around it, else the one of the nearest face.
class Attacher {
 public:
  explicit Attacher(const TetraMesh& mesh)
      : mesh_(mesh),
        boxes_(boxes_of(mesh)),
        solids_(boxes_),
        faces_(outer_faces(mesh)),
        face_boxes_(boxes_of(mesh, faces_)),
        surface_(face_boxes_) {}

  Attachment attach(const glm::vec3& p) const {
    const int around = holder_around(p);
    const glm::ivec4 corners =
        mesh_.tetrahedra[around >= 0 ? around : faces_[nearest_face(p)].tetrahedron];
    return {corners, glm::vec4(weights_of(p, mesh_, corners))};
  }

 private:
  static std::vector<Box> boxes_of(const TetraMesh& mesh) {
    std::vector<Box> boxes(mesh.tetrahedra.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (int k = 0; k < 4; ++k) boxes[i].add(mesh.positions_m[mesh.tetrahedra[i][k]]);
    return boxes;
  }
  static std::vector<Box> boxes_of(const TetraMesh& mesh, const std::vector<Face>& faces) {
    std::vector<Box> boxes(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i)
      for (const int corner : faces[i].corners) boxes[i].add(mesh.positions_m[corner]);
    return boxes;
  }

  /// The tetrahedron that p lies in, up to rounding; -1: none.
  int holder_around(const glm::vec3& p) const {
    constexpr double rounding = 1e-6;
    int holder = -1;
    double deepest = -rounding;
    for (const int i : solids_.at(p)) {
      if (boxes_[i].distance2_m2(p) > 0.0) continue;
      const double depth = smallest(weights_of(p, mesh_, mesh_.tetrahedra[i]));
      if (depth < deepest) continue;
      holder = i;
      deepest = depth;
      if (depth >= 0.0) break;
    }
    return holder;
  }

  int nearest_face(const glm::vec3& p) const {
    const std::vector<glm::vec3>& x = mesh_.positions_m;
    int face = -1;
    float nearest_m = INFINITY;
    surface_.search_around(p, [&](int i) {
      if (face_boxes_[i].distance2_m2(p) > double{nearest_m} * nearest_m) return nearest_m;
      const auto& [a, b, c] = faces_[i].corners;
      const float distance_m = distance_to_triangle(p, {x[a], x[b], x[c]});
      if (distance_m < nearest_m) {
        nearest_m = distance_m;
        face = i;
      }
      return distance_m;
    });
    return face;
  }

  const TetraMesh& mesh_;
  std::vector<Box> boxes_;
  BoxGrid solids_;
  std::vector<Face> faces_;
  std::vector<Box> face_boxes_;
  BoxGrid surface_;
};

struct AttachPoints {
  static constexpr int grain = 256;
  const Attacher* attacher;
  const glm::vec3* points_m;
  Attachment* attachments;
  void operator()(int i) const { attachments[i] = attacher->attach(points_m[i]); }
};

}  // namespace

std::vector<Attachment> attach(const std::vector<glm::vec3>& points_m, const TetraMesh& mesh) {
  const Attacher attacher(mesh);
  std::vector<Attachment> attachments(points_m.size());
  launch_on_host(Exec(Backend::tbb), "attachments", static_cast<int>(points_m.size()),
                 AttachPoints{&attacher, points_m.data(), attachments.data()});
  return attachments;
}

}  // namespace limber
