#include "sim/mesh/distance_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "kernels/buffer.h"
#include "kernels/error.h"
#include "kernels/fill_distance_field.h"
#include "kernels/launch.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/connected_parts.h"
#include "sim/mesh/crossings.h"
#include "sim/mesh/distance_field_cache.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/pseudonormals.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

constexpr int min_resolution = 12;
constexpr int cells_beyond = 2;                              ///< margin, on each side
constexpr std::int64_t max_samples = std::int64_t{1} << 26;  ///< 256 MB
constexpr std::size_t max_parts = 256;
constexpr float min_length_m = 1e-6f, max_length_m = 1e6f;  ///< squares must fit a float
constexpr float digits = 1e-5f;                             ///< min. cell size over the coordinates
constexpr const char* instead = "use another shape";

Error surface_refusal(const std::string& name, const std::string& why) {
  return Error(ExitCode::bad_input, fmt::format("the surface {} {}", name, why));
}

float longest_of(const glm::vec3& x) { return std::max({x.x, x.y, x.z}); }

Box box_of_triangles(const TriangleMesh& mesh) {
  Box box;
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) box.add(mesh.positions_m[t[k]]);
  return box;
}

/// Samples along each axis for a box of this size; in doubles, since there may be too many.
glm::dvec3 samples_for(const glm::dvec3& size_m, double spacing_m) {
  // Ignores rounding errors above a whole number of cells.
  return glm::ceil(size_m / spacing_m - 1e-3) + (1.0 + 2.0 * cells_beyond);
}

double count_of(const glm::dvec3& samples) { return samples.x * samples.y * samples.z; }

double spacing_of(const glm::dvec3& size_m, int resolution) {
  return std::max({size_m.x, size_m.y, size_m.z}) / (resolution - 1 - 2 * cells_beyond);
}

int resolution_of(const glm::dvec3& size_m, double spacing_m) {
  const glm::dvec3 samples = samples_for(size_m, spacing_m);
  return static_cast<int>(std::min(1e9, std::max({samples.x, samples.y, samples.z})));
}

/// "a resolution of 100 (a spacing of 0.01 m)"
std::string resolution_text(const glm::dvec3& size_m, int resolution) {
  return fmt::format("a resolution of {} (a spacing of {:.3g} m)", resolution,
                     spacing_of(size_m, resolution));
}

/// The largest resolution with at most max_samples samples.
int largest_resolution(const glm::dvec3& size_m) {
  int fits = min_resolution, too_many = static_cast<int>(max_samples);
  while (too_many - fits > 1) {
    const int middle = fits + (too_many - fits) / 2;
    const bool few = count_of(samples_for(size_m, spacing_of(size_m, middle))) <= max_samples;
    (few ? fits : too_many) = middle;
  }
  return fits;
}

void refuse_bad_options(const std::string& name, const DistanceFieldOptions& options) {
  const auto refuse = [&](const std::string& why) {
    return Error(ExitCode::bad_input, fmt::format("the distance field of {}: {}", name, why));
  };
  if (!(options.spacing_m >= 0.0f) || !std::isfinite(options.spacing_m))
    throw refuse(fmt::format("its spacing is {} m; give a positive one", options.spacing_m));
  if (options.spacing_m == 0.0f && options.resolution < min_resolution)
    throw refuse(
        fmt::format("its resolution is {}, but at least {} samples are needed along the "
                    "longest side",
                    options.resolution, min_resolution));
  if (!(options.margin_m >= 0.0f) || !std::isfinite(options.margin_m))
    throw refuse(fmt::format("its margin is {} m; give 0 or more", options.margin_m));
}

void refuse_bad_places(const std::string& name, const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.positions_m.size(); ++i) {
    const glm::vec3& x = mesh.positions_m[i];
    if (!std::isfinite(x.x) || !std::isfinite(x.y) || !std::isfinite(x.z))
      throw surface_refusal(
          name, fmt::format("has a vertex that is not at a finite place, {} at {}; export "
                            "it again",
                            i + 1, place_text(x)));
  }
  if (mesh.triangles.empty()) throw surface_refusal(name, "is empty; export it again");
  const Box box = box_of_triangles(mesh);
  const float length_m = longest_of(box.high_m - box.low_m);
  if (!(length_m >= min_length_m && length_m <= max_length_m))
    throw surface_refusal(name,
                          fmt::format("is {:.3g} m long, where a distance field can be {} to {} m; "
                                      "scale it",
                                      length_m, min_length_m, max_length_m));
}

/// The grid of the samples.
DistanceField layout(const std::string& name, const Box& box, const DistanceFieldOptions& options) {
  const glm::dvec3 size_m =
      glm::dvec3(box.high_m) - glm::dvec3(box.low_m) + 2.0 * double(options.margin_m);
  const double spacing_m =
      options.spacing_m > 0.0f ? double(options.spacing_m) : spacing_of(size_m, options.resolution);
  const glm::dvec3 samples = samples_for(size_m, spacing_m);
  if (!(count_of(samples) <= max_samples))
    throw surface_refusal(
        name, fmt::format("would take {:.0f} x {:.0f} x {:.0f} samples of its distance, "
                          "more than the {} that can be kept; {} fits",
                          samples.x, samples.y, samples.z, max_samples,
                          resolution_text(size_m, largest_resolution(size_m))));
  const float furthest_m = longest_of(glm::max(glm::abs(box.low_m), glm::abs(box.high_m)));
  if (spacing_m < digits * furthest_m)
    throw surface_refusal(name,
                          fmt::format("lies too far from its origin, at {}, for cells of {:.3g} m; "
                                      "centre it",
                                      place_text(0.5f * (box.low_m + box.high_m)), spacing_m));
  DistanceField field;
  field.spacing_m = static_cast<float>(spacing_m);
  field.samples = glm::ivec3(samples);
  const glm::dvec3 middle_m = 0.5 * (glm::dvec3(box.low_m) + glm::dvec3(box.high_m));
  field.origin_m = middle_m - 0.5 * spacing_m * (samples - 1.0);
  return field;
}

/// A connected part of the surface, facing outward, or into the hole that it bounds.
struct Part {
  TriangleMesh mesh;
  double volume_m3 = 0.0;  ///< enclosed
  bool was_inward = false;
  bool hole = false;
  std::unique_ptr<TriangleTree> tree = nullptr;  ///< built if another part may lie inside
};

double enclosed_volume_m3(const TriangleMesh& mesh) {
  const glm::dvec3 origin = mesh.positions_m[mesh.triangles.front().x];
  double sum = 0.0;
  for (const glm::uvec3& t : mesh.triangles)
    sum += glm::dot(glm::dvec3(mesh.positions_m[t.x]) - origin,
                    glm::cross(glm::dvec3(mesh.positions_m[t.y]) - origin,
                               glm::dvec3(mesh.positions_m[t.z]) - origin));
  return sum / 6.0;
}

double area_m2(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::dvec3 corner = mesh.positions_m[t.x];
    sum += 0.5 * glm::length(glm::cross(glm::dvec3(mesh.positions_m[t.y]) - corner,
                                        glm::dvec3(mesh.positions_m[t.z]) - corner));
  }
  return sum;
}

void turn_over(TriangleMesh& mesh) {
  for (glm::uvec3& t : mesh.triangles) std::swap(t.y, t.z);
}

bool part_holds(Part& outer, const Part& inner) {
  if (!outer.tree) outer.tree = std::make_unique<TriangleTree>(outer.mesh);
  return std::all_of(inner.mesh.positions_m.begin(), inner.mesh.positions_m.end(),
                     [&](const glm::vec3& x) { return outer.tree->signed_distance_m(x) < 0.0f; });
}

void add_note(std::string& note, const std::string& text) {
  if (text.empty()) return;
  if (!note.empty()) note += ", ";
  note += text;
}

/// The closed parts, from the largest to the smallest, oriented, with holes detected.
std::vector<Part> closed_parts(const TriangleMesh& mesh, const std::string& name, std::string& note,
                               Progress& progress) {
  std::vector<TriangleMesh> as_in_file = connected_parts(mesh);
  if (as_in_file.empty())
    throw surface_refusal(name, "is empty: no triangle has an area; export it again");
  if (as_in_file.size() > max_parts)
    throw surface_refusal(name,
                          fmt::format("is in {} parts, more than the {} that a distance field can "
                                      "take; make it one solid (a union in a modeller does that)",
                                      as_in_file.size(), max_parts));
  std::vector<Part> parts;
  for (TriangleMesh& part : as_in_file) {
    Part& its = parts.emplace_back();
    its.was_inward = enclosed_volume_m3(part) < 0.0;
    if (its.was_inward) turn_over(part);
    std::string repaired;
    its.mesh = closed_surface(std::move(part), name, repaired, progress, instead);
    its.volume_m3 = enclosed_volume_m3(its.mesh);
    add_note(note, repaired);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.volume_m3 > b.volume_m3; });
  std::size_t turned = 0;
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    const auto around = std::find_if(std::reverse_iterator(part), parts.rend(),
                                     [&](Part& outer) { return part_holds(outer, *part); });
    part->hole = around != parts.rend() && !around->hole && around->was_inward != part->was_inward;
    turned += part->hole != part->was_inward;
  }
  for (Part& part : parts)
    if (part.hole) turn_over(part.mesh);
  if (turned > 0)
    add_note(note, fmt::format("turned round {}", counted(turned, "part that was inside out",
                                                          "parts that were inside out")));
  return parts;
}

/// The trees of all parts in one array, in the layout of the kernel.
struct Trees {
  std::vector<SolidPart> parts;
  std::vector<TriangleBox> boxes;
  std::vector<SignedTriangle> triangles;

  void add(const Part& part) {
    const Pseudonormals outward = pseudonormals(part.mesh);
    const BoxTree tree(boxes_of(part.mesh));
    const auto first_box = static_cast<int>(boxes.size()),
               first_triangle = static_cast<int>(triangles.size());
    parts.push_back({first_box, part.hole});
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
      const BoxTree::Node& node = tree.nodes()[i];
      const int count = node.last - node.first;
      const int first = count > 0 ? first_triangle + node.first
                                  : first_box + static_cast<int>(tree.nodes()[i + 1].after);
      boxes.push_back({node.box.low_m, first, node.box.high_m, count});
    }
    for (const int i : tree.things()) {
      SignedTriangle& t = triangles.emplace_back();
      for (int k = 0; k < 3; ++k) t.corners_m[k] = part.mesh.positions_m[part.mesh.triangles[i][k]];
      for (int k = 0; k < 6; ++k) t.outward[k] = outward.at(part.mesh, i, k + 1);
    }
  }
};

std::vector<float> sampled(const Exec& exec, const DistanceField& field, const Trees& trees,
                           Progress& progress) {
  const Buffer<SolidPart> parts(exec, trees.parts);
  const Buffer<TriangleBox> boxes(exec, trees.boxes);
  const Buffer<SignedTriangle> triangles(exec, trees.triangles);
  Buffer<float> samples(exec, field.count());
  const int runs = FillDistanceField::runs(field);
  constexpr int reports = 32;
  for (int i = 0; i < reports; ++i) {
    progress.report(fmt::format("measuring distances to {} triangles", trees.triangles.size()),
                    static_cast<float>(i) / reports);
    const auto run_of = [&](int share) {
      return static_cast<int>(std::int64_t{runs} * share / reports);
    };
    const int first = run_of(i);
    launch(exec, "distance field", run_of(i + 1) - first,
           FillDistanceField{parts.view(), boxes.view(), triangles.view(), field, samples.view(),
                             first});
  }
  return samples.download(exec);
}

/// Thickness estimate from volume and surface: of a plate; half that of a rod, a third of a ball's.
double thickness_m(const std::vector<Part>& parts) {
  double volume_m3 = 0.0, surface_m2 = 0.0;
  for (const Part& part : parts) {
    volume_m3 += enclosed_volume_m3(part.mesh);
    surface_m2 += area_m2(part.mesh);
  }
  return 2.0 * volume_m3 / surface_m2;
}

/// The part of the surface where the field is not inside half a cell below it, since the solid is
/// too thin there or its edge too sharp.
struct ThinPlaces {
  double share = 0.0;     ///< of the area of the whole surface
  glm::vec3 where{0.0f};  ///< middle of the largest of its triangles
};

ThinPlaces thin_places(const std::vector<Part>& parts, const SampledSolid& solid) {
  const View<const float> samples(solid.samples_m.data(), static_cast<int>(solid.samples_m.size()));
  ThinPlaces thin;
  double thin_m2 = 0.0, surface_m2 = 0.0, largest_m2 = 0.0;
  for (const Part& part : parts)
    for (const glm::uvec3& t : part.mesh.triangles) {
      const glm::dvec3 a = part.mesh.positions_m[t.x], b = part.mesh.positions_m[t.y],
                       c = part.mesh.positions_m[t.z];
      const glm::dvec3 across = glm::cross(b - a, c - a);
      const double area_m2 = 0.5 * glm::length(across);
      surface_m2 += area_m2;
      const glm::dvec3 middle = (a + b + c) / 3.0;
      const glm::dvec3 within =
          middle - glm::normalize(across) * (0.5 * double(solid.field.spacing_m));
      if (nearest_surface(solid.field, samples, within).distance_m < 0.0f) continue;
      thin_m2 += area_m2;
      if (area_m2 <= largest_m2) continue;
      largest_m2 = area_m2;
      thin.where = middle;
    }
  thin.share = thin_m2 / surface_m2;
  return thin;
}

/// Refuses a field that misses most of the solid, and adds a note if it misses some of it.
void judge_thinness(const std::string& name, const std::vector<Part>& parts, SampledSolid& solid) {
  constexpr double worth_telling = 0.01, too_much = 0.5;
  const float deepest_m = -*std::min_element(solid.samples_m.begin(), solid.samples_m.end());
  const ThinPlaces thin = thin_places(parts, solid);
  const float cell_m = solid.field.spacing_m;
  if (deepest_m < 0.5f * cell_m || thin.share > too_much) {
    Box box;
    for (const Part& part : parts) box.add(box_of_triangles(part.mesh));
    const glm::dvec3 size_m = glm::dvec3(box.high_m) - glm::dvec3(box.low_m);
    const double plate_m = thickness_m(parts);
    const int wanted = resolution_of(size_m, plate_m / 2.0);
    throw surface_refusal(name,
                          fmt::format("is about {:.3g} m thick near {}, too thin for the cells of "
                                      "{:.3g} m of its distance field; {}",
                                      plate_m, place_text(thin.where), cell_m,
                                      wanted <= largest_resolution(size_m)
                                          ? resolution_text(size_m, wanted) + " would do"
                                          : fmt::format("make it thicker, or {}", instead)));
  }
  if (thin.share > worth_telling)
    add_note(
        solid.note,
        fmt::format("too thin for its cells of {:.3g} m on {:.0f}% of the surface, for example "
                    "near {}: objects may pass through there; a finer resolution helps",
                    cell_m, 100.0 * thin.share, place_text(thin.where)));
}

}  // namespace

SampledSolid make_distance_field(const Exec& exec, const TriangleMesh& mesh,
                                 const std::string& name, const DistanceFieldOptions& options,
                                 Progress& progress) {
  refuse_bad_options(name, options);
  refuse_bad_places(name, mesh);
  const std::string key = distance_field_key(mesh, name, options, exec.memory());
  if (std::optional<SampledSolid> kept = kept_distance_field(key)) return std::move(*kept);

  SampledSolid solid;
  layout(name, box_of_triangles(mesh), options);  // throws before the long computation
  const std::vector<Part> parts = closed_parts(mesh, name, solid.note, progress);
  Box box;  // not that of `mesh`: repairs may have changed it
  for (const Part& part : parts) box.add(box_of_triangles(part.mesh));
  solid.field = layout(name, box, options);
  Trees trees;
  for (const Part& part : parts) trees.add(part);
  solid.samples_m = sampled(exec, solid.field, trees, progress);
  judge_thinness(name, parts, solid);
  keep_distance_field(key, solid);
  return solid;
}

}  // namespace limber
