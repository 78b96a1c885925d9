#include "sim/plants/deformer.h"

#include <algorithm>
#include <limits>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "kernels/plants/fused_uq.h"
#include "sim/plants/paper_placement.h"
#include "sim/plants/paper_uq.h"

namespace limber {

namespace {

std::size_t quads_of_shape(const DeformedShape& shape) {
  return static_cast<std::size_t>(quads_per_vertex(shape.modes)) * shape.rest_m.size();
}

/// Index of the first rest position and quad of a copy of a shape.
struct ShapePlace {
  int rest = -1, quad = -1;
};

void pack(const DeformedShape& shape, const DeformedPart& part, View<Vec3AndValue> rest_m,
          View<Quad4> modes) {
  for (int local = 0; local < part.vertices; ++local) {
    rest_m[part.first_rest + local] = {shape.rest_m[local], 0.0f};
    const QuadsOfVertex at = quads_of(part, local);
    for (int k = 0; k < quads_per_vertex(part.modes); ++k) {
      Quad4& quad = modes[at.first + k * at.stride];
      for (int m = 0; m < 4; ++m) {
        const int number = 4 * k + m, mode = number / 3;
        quad.at[m] = mode < part.modes ? shape.mode_entry(3 * local + number % 3, mode) : 0.0f;
      }
    }
  }
}

}  // namespace

std::string_view name_of(DeformMethod way) {
  constexpr std::string_view names[]{"fused", "plain", "paper_single", "paper_chunks"};
  return names[static_cast<int>(way)];
}

std::string_view name_of(ChunkSizes sizes) {
  constexpr std::string_view names[]{"8", "6,8", "6,8 with fewer 6", "5,6,7,8"};
  return names[static_cast<int>(sizes)];
}

/// The paper's kernels and their data.
struct Deformer::ForPaper {
  PaperUq uq;
  PaperPlacement placement;
};

Deformer::Deformer(const Exec& exec, const std::vector<DeformedShape>& shapes,
                   const std::vector<ShapedPart>& parts, const DeformerOptions& options)
    : options_(options) {
  std::vector<ShapePlace> place_of_shape(shapes.size());
  std::vector<int> part_of_vertex, part_of_copy;
  std::size_t rest = 0, quads = 0, all_quads = 0;  // all_quads counts shared ones for each part
  for (const ShapedPart& part : parts) {
    const DeformedShape& shape = shapes[part.shape];
    const int vertices = static_cast<int>(shape.rest_m.size());
    const int index = static_cast<int>(host_parts_.size());
    ShapePlace& place = place_of_shape[part.shape];
    if (place.rest < 0 || !options.share_shapes) {
      place = {static_cast<int>(rest), static_cast<int>(quads)};
      part_of_copy.push_back(index);
      rest += shape.rest_m.size();
      quads += quads_of_shape(shape);
      if (quads > std::numeric_limits<int>::max())
        throw Error(ExitCode::bad_input,
                    "the modes of the parts take more than 32 GiB; take fewer vertices or modes");
    }
    host_parts_.push_back({.first_vertex = static_cast<int>(part_of_vertex.size()),
                           .vertices = vertices,
                           .first_rest = place.rest,
                           .first_quad = place.quad,
                           .first_coordinate = coordinates_,
                           .modes = shape.modes,
                           .frame = part.frame});
    part_of_vertex.insert(part_of_vertex.end(), vertices, index);
    coordinates_ += coordinate_places(shape.modes);
    all_quads += quads_of_shape(shape);
  }
  // Packed in place and moved to the backend: a large U is never in host memory twice.
  const Exec host(Backend::serial);
  rest_m_ = {host, static_cast<int>(rest)};
  modes_ = {host, static_cast<int>(quads)};
  for (const int index : part_of_copy)
    pack(shapes[parts[index].shape], host_parts_[index], rest_m_.view(), modes_.view());
  paper_ = packed_for_paper(exec, readable(modes_), readable(rest_m_));
  rest_m_.move(host, exec);
  modes_.move(host, exec);
  parts_ = {exec, host_parts_};
  quads_per_vertex_ =
      static_cast<double>(all_quads) / std::max(1.0, static_cast<double>(part_of_vertex.size()));
  part_of_vertex_ = {exec, part_of_vertex};
  displacements_m_ = {exec, vertices()};
  displacements_m_.zero(exec);  // the paper's kernels skip rigid parts
  for (Buffer<Vec3AndValue>& placed : placed_m_) placed = {exec, vertices()};
  exec.synchronize();  // before the vectors are freed
}

Deformer::~Deformer() = default;

double Deformer::mode_bytes() const {
  double bytes = 0.0;
  for (const DeformedPart& part : host_parts_)
    bytes += 3.0 * sizeof(float) * part.vertices * part.modes;
  return bytes;
}

DeformedParts Deformer::system() const {
  return {parts_.view(), part_of_vertex_.view(), modes_.view(), rest_m_.view()};
}

void Deformer::displace(const Exec& exec, const char* label, View<const float> coordinates) {
  const DisplaceVertices body{system(), coordinates, displacements_m_.view()};
  if (paper_)
    paper_->uq.displace(exec, label, coordinates, displacements_m_.view());
  else if (exec.backend() == Backend::cuda && options_.way == DeformMethod::fused)
    launch_fused_on_cuda(exec, label, vertices(), quads_per_vertex_, body);
  else
    launch(exec, label, vertices(), body);
}

void Deformer::pack_transforms(const Exec& exec, const char* label, View<const Pose> poses) {
  if (paper_) paper_->placement.pack_transforms(exec, label, poses);
}

void Deformer::place_displaced(const Exec& exec, const char* label, View<const Pose> poses,
                               int buffer) {
  const View<Vec3AndValue> placed_m = placed_m_[buffer].view();
  if (paper_)
    paper_->placement.place(exec, label, displacements_m(), placed_m);
  else
    launch(exec, label, vertices(), PlaceDisplaced{system(), displacements_m(), poses, placed_m});
}

void Deformer::place(const Exec& exec, const char* label, View<const float> coordinates,
                     View<const Pose> poses, int buffer) {
  const DeformVertices at_once{system(), coordinates, poses, placed_m_[buffer].view()};
  if (paper_ || options_.way == DeformMethod::plain) {
    pack_transforms(exec, label, poses);
    displace(exec, label, coordinates);
    place_displaced(exec, label, poses, buffer);
  } else if (exec.backend() == Backend::cuda) {
    launch_fused_on_cuda(exec, label, vertices(), quads_per_vertex_, at_once);
  } else {
    launch(exec, label, vertices(), at_once);
  }
}

std::unique_ptr<Deformer::ForPaper> Deformer::packed_for_paper(
    const Exec& exec, View<const Quad4> modes, View<const Vec3AndValue> rest_m) const {
  if (exec.backend() != Backend::cuda || !is_of_paper(options_.way)) return nullptr;
  return std::unique_ptr<ForPaper>(
      new ForPaper{{exec, options_, host_parts_, modes}, {exec, host_parts_, rest_m}});
}

void Deformer::archive(Archive& archive) {
  archive.picture(parts_, part_of_vertex_, modes_, rest_m_, displacements_m_);
  archive.picture(placed_m_[0], placed_m_[1]);
  archive.after_move(
      [this](const Exec& to) {
        paper_.reset();
        if (to.backend() != Backend::cuda || !is_of_paper(options_.way)) return;
        const std::vector<Quad4> modes = modes_.download(to);
        const std::vector<Vec3AndValue> rest_m = rest_m_.download(to);
        paper_ =
            packed_for_paper(to, {modes.data(), modes_.size()}, {rest_m.data(), rest_m_.size()});
      },
      Role::picture);
}

}  // namespace limber
