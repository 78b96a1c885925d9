#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/plants/uq.h"
#include "sim/archive.h"

namespace limber {

/// How U q is computed on the GPU. On the CPU all ways but `plain` are one pass that computes u and
/// the place in the world; `plain` makes two.
enum class DeformWay : std::int32_t {
  fused,         ///< fused_uq.h: ours, one launch
  plain,         ///< uq.h: a vertex a thread, u and the place in the world in two launches
  paper_single,  ///< [Wang20, section 4.1], a launch a part; up to 128 modes
  paper_chunks,  ///< section 4.3, all parts in a launch or a few; up to 32 modes; both then place
                 ///< the vertices as section 4.4 does
};
inline constexpr std::array all_deform_ways{DeformWay::fused, DeformWay::plain,
                                            DeformWay::paper_single, DeformWay::paper_chunks};
std::string_view name_of(DeformWay way);
constexpr bool is_of_paper(DeformWay way) {
  return way == DeformWay::paper_single || way == DeformWay::paper_chunks;
}

/// Chunk sizes that the paper tries, its table 3.
enum class ChunkSizes : std::int32_t {
  eight,
  six_and_eight,
  six_and_eight_less_six,
  five_to_eight
};
inline constexpr std::array all_chunk_sizes{ChunkSizes::eight, ChunkSizes::six_and_eight,
                                            ChunkSizes::six_and_eight_less_six,
                                            ChunkSizes::five_to_eight};
std::string_view name_of(ChunkSizes sizes);

struct DeformerOptions {
  DeformWay way = DeformWay::fused;
  bool share_shapes = true;  ///< parts of one shape read the same U and rest positions
  ChunkSizes chunk_sizes = ChunkSizes::six_and_eight;  ///< of paper_chunks
  int batch = 4;  ///< of paper_single: products a thread adds up; 1, 4, 8, 16 or 32
};

/// What parts of one shape have in common.
struct DeformedShape {
  std::vector<glm::vec3> rest_m;  ///< the drawn vertices, in the frame of the part
  int modes = 0;                  ///< r; 0: rigid
  /// U at row 3 * vertex + (0, 1, 2 for x, y, z) and a column below `modes`; asked for once a copy.
  std::function<float(int row, int mode)> mode_entry;
};

struct ShapedPart {
  int shape = 0;
  int frame = 0;  ///< which pose
};

/// The vertices of many parts, deformed and placed where the solver runs. Vertices, and what is of
/// q, follow one another in the order of the parts.
class Deformer {
 public:
  /// Throws Error(bad_input) for more than 2^31 quads of modes and, on the GPU, for parts with more
  /// modes than the way takes.
  Deformer(const Exec& exec, const std::vector<DeformedShape>& shapes,
           const std::vector<ShapedPart>& parts, const DeformerOptions& options = {});
  ~Deformer();
  Deformer(const Deformer&) = delete;
  Deformer& operator=(const Deformer&) = delete;

  const DeformerOptions& options() const { return options_; }
  /// Where each part lies among vertices and coordinates.
  const std::vector<DeformedPart>& parts() const { return host_parts_; }
  int vertices() const { return part_of_vertex_.size(); }
  /// Places of q, with those of the padding, which must hold 0.
  int coordinates() const { return coordinates_; }
  /// What has to be read of U at least, padding left out, once for every part.
  double mode_bytes() const;

  /// x = T (rest + u) into placed_m(buffer). Can be part of a recorded frame. coordinates: q, as
  /// many as coordinates(); poses: of the frames.
  void place(const Exec& exec, const char* label, View<const float> coordinates,
             View<const Pose> poses, int buffer = 0);
  /// x = T (rest + u) alone, with the u of the last displace(). poses: the paper's ways take those
  /// of the last pack_transforms() instead.
  void place_displaced(const Exec& exec, const char* label, View<const Pose> poses, int buffer = 0);
  /// Poses as the matrices that the paper's ways read; nothing in other ways.
  void pack_transforms(const Exec& exec, const char* label, View<const Pose> poses);
  /// u = U q alone, into displacements_m().
  void displace(const Exec& exec, const char* label, View<const float> coordinates);

  /// Two of them: one can be read while the other is written.
  View<const Vec3AndValue> placed_m(int buffer = 0) const { return placed_m_[buffer].view(); }
  View<const Vec3AndValue> displacements_m() const { return displacements_m_.view(); }

  void archive(Archive& archive);

 private:
  struct ForPaper;
  DeformedParts system() const;
  /// modes and rest_m: in host memory. Null where they are not needed.
  std::unique_ptr<ForPaper> packed_for_paper(const Exec& exec, View<const Quad4> modes,
                                             View<const Vec3AndValue> rest_m) const;

  DeformerOptions options_;
  std::vector<DeformedPart> host_parts_;
  int coordinates_ = 0;
  double quads_a_vertex_ = 0.0;  ///< the mean
  Buffer<DeformedPart> parts_;
  Buffer<int> part_of_vertex_;
  Buffer<Quad4> modes_;
  Buffer<Vec3AndValue> rest_m_;
  Buffer<Vec3AndValue> displacements_m_;
  std::array<Buffer<Vec3AndValue>, 2> placed_m_;
  std::unique_ptr<ForPaper> paper_;  ///< on the GPU, for the paper's ways
};

}  // namespace limber
