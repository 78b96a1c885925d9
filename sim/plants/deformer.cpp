#include "sim/plants/deformer.h"

#include <algorithm>
#include <limits>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "kernels/plants/fused_uq.h"
#include "sim/plants/paper_uq.h"

namespace limber {

namespace {

bool is_of_paper(DeformWay way) {
  return way == DeformWay::paper_single || way == DeformWay::paper_chunks;
}

/// Rest positions and modes, shape after shape or part after part.
class Layout {
 public:
  /// Where a copy of the shape begins.
  struct Place {
    int rest = -1, quad = -1;
  };

  Place add(const DeformedShape& shape) {
    const Place place{static_cast<int>(rest_m.size()), static_cast<int>(modes.size())};
    for (const glm::vec3& x : shape.rest_m) rest_m.push_back({x, 0.0f});
    const int vertices = static_cast<int>(shape.rest_m.size());
    const std::size_t quads =
        static_cast<std::size_t>(quads_a_vertex(shape.modes)) * shape.rest_m.size();
    if (modes.size() + quads > most_quads)
      throw Error(ExitCode::bad_input,
                  "the modes of the parts take more than 32 GiB; take fewer vertices or modes");
    modes.resize(modes.size() + quads, Quad4{});
    const DeformedPart part{.vertices = vertices, .first_quad = place.quad, .modes = shape.modes};
    for (int local = 0; local < vertices; ++local) {
      const QuadsOfVertex at = quads_of(part, local);
      for (int number = 0; number < 3 * shape.modes; ++number)
        modes[at.first + number / 4 * at.stride].at[number % 4] =
            shape.mode_entry(3 * local + number % 3, number / 3);
    }
    return place;
  }

  std::vector<Vec3AndValue> rest_m;
  std::vector<Quad4> modes;

 private:
  static constexpr std::size_t most_quads = std::numeric_limits<int>::max();
};

}  // namespace

std::string_view name_of(DeformWay way) {
  constexpr std::string_view names[]{"fused", "plain", "paper_single", "paper_chunks"};
  return names[static_cast<int>(way)];
}

std::string_view name_of(ChunkSizes sizes) {
  constexpr std::string_view names[]{"8", "6,8", "6,8 with fewer 6", "5,6,7,8"};
  return names[static_cast<int>(sizes)];
}

Deformer::Deformer(const Exec& exec, const std::vector<DeformedShape>& shapes,
                   const std::vector<ShapedPart>& parts, const DeformerOptions& options)
    : options_(options) {
  Layout layout;
  std::vector<Layout::Place> place_of_shape(shapes.size());
  std::vector<int> part_of_vertex;
  for (const ShapedPart& part : parts) {
    const DeformedShape& shape = shapes[part.shape];
    Layout::Place& place = place_of_shape[part.shape];
    if (place.rest < 0 || !options.share_shapes) place = layout.add(shape);
    const int vertices = static_cast<int>(shape.rest_m.size());
    host_parts_.push_back({.first_vertex = static_cast<int>(part_of_vertex.size()),
                           .vertices = vertices,
                           .first_rest = place.rest,
                           .first_quad = place.quad,
                           .first_coordinate = coordinates_,
                           .modes = shape.modes,
                           .frame = part.frame});
    part_of_vertex.insert(part_of_vertex.end(), vertices, static_cast<int>(host_parts_.size()) - 1);
    coordinates_ += coordinate_places(shape.modes);
    most_modes_ = std::max(most_modes_, shape.modes);
  }
  parts_ = {exec, host_parts_};
  part_of_vertex_ = {exec, part_of_vertex};
  modes_ = {exec, layout.modes};
  rest_m_ = {exec, layout.rest_m};
  displacements_m_ = {exec, vertices()};
  displacements_m_.zero(exec);  // the paper's kernels leave rigid parts out
  for (Buffer<Vec3AndValue>& placed : placed_m_) placed = {exec, vertices()};
  exec.synchronize();  // the vectors go away
  if (exec.solver() == Solver::cuda && is_of_paper(options.way))
    paper_ = std::make_unique<PaperUq>(exec, options, host_parts_, layout.modes);
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
    paper_->displace(exec, label, coordinates, displacements_m_.view());
  else if (exec.solver() == Solver::cuda && options_.way == DeformWay::fused)
    launch_fused_on_cuda(exec, label, vertices(), most_modes_, body);
  else
    launch(exec, label, vertices(), body);
}

void Deformer::place(const Exec& exec, const char* label, View<const float> coordinates,
                     View<const Pose> poses, int buffer) {
  const View<Vec3AndValue> placed_m = placed_m_[buffer].view();
  const PlaceDisplaced then{system(), displacements_m(), poses, placed_m};
  const DeformVertices at_once{system(), coordinates, poses, placed_m};
  if (paper_) {
    displace(exec, label, coordinates);
    launch_place_on_cuda(exec, label, vertices(), then);
  } else if (options_.way == DeformWay::plain) {
    displace(exec, label, coordinates);
    launch(exec, label, vertices(), then);
  } else if (exec.solver() == Solver::cuda) {
    launch_fused_on_cuda(exec, label, vertices(), most_modes_, at_once);
  } else {
    launch(exec, label, vertices(), at_once);
  }
}

void Deformer::move(const Exec& from, const Exec& to) {
  paper_.reset();
  std::unique_ptr<PaperUq> paper;
  if (to.solver() == Solver::cuda && is_of_paper(options_.way))
    paper = std::make_unique<PaperUq>(to, options_, host_parts_, modes_.download(from));
  parts_.move(from, to);
  part_of_vertex_.move(from, to);
  modes_.move(from, to);
  rest_m_.move(from, to);
  displacements_m_.move(from, to);
  for (Buffer<Vec3AndValue>& placed : placed_m_) placed.move(from, to);
  paper_ = std::move(paper);
}

}  // namespace limber
