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

/// How U q is computed on the GPU. On the CPU, `plain` makes two passes; the others make one, which
/// computes both u and the world position.
enum class DeformMethod : std::int32_t {
  fused,         ///< fused_uq.h: ours, one launch
  plain,         ///< uq.h: one thread per vertex, u and world position in two launches
  paper_single,  ///< [Wang20, section 4.1], one launch per part; up to 128 modes
  paper_chunks,  ///< section 4.3, all parts in one or few launches; up to 32 modes; both then place
                 ///< the vertices as in section 4.4
};
inline constexpr std::array all_deform_ways{DeformMethod::fused, DeformMethod::plain,
                                            DeformMethod::paper_single, DeformMethod::paper_chunks};
std::string_view name_of(DeformMethod way);
constexpr bool is_of_paper(DeformMethod way) {
  return way == DeformMethod::paper_single || way == DeformMethod::paper_chunks;
}

/// The chunk sizes of the paper's table 3.
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
  DeformMethod way = DeformMethod::fused;
  bool share_shapes = true;  ///< parts of one shape read the same U and rest positions
  ChunkSizes chunk_sizes = ChunkSizes::six_and_eight;  ///< of paper_chunks
  int batch = 4;  ///< of paper_single: products that a thread adds up; 1, 4, 8, 16 or 32
};

/// The data shared by parts of one shape.
struct DeformedShape {
  std::vector<glm::vec3> rest_m;  ///< the drawn vertices, in the frame of the part
  int modes = 0;                  ///< r; 0: rigid
  /// U at row 3 * vertex + (0, 1, 2 for x, y, z), column `mode`; called once for each copy.
  std::function<float(int row, int mode)> mode_entry;
};

struct ShapedPart {
  int shape = 0;
  int frame = 0;  ///< index of its pose
};

/// Deforms the vertices of many parts and transforms them to the world, on the backend. Vertices
/// and coordinates are in the order of the parts.
class Deformer {
 public:
  /// Throws Error(bad_input) for more than 2^31 quads of modes and, on the GPU, for parts with more
  /// modes than options.way supports.
  Deformer(const Exec& exec, const std::vector<DeformedShape>& shapes,
           const std::vector<ShapedPart>& parts, const DeformerOptions& options = {});
  ~Deformer();
  Deformer(const Deformer&) = delete;
  Deformer& operator=(const Deformer&) = delete;

  const DeformerOptions& options() const { return options_; }
  /// The ranges of each part among vertices and coordinates.
  const std::vector<DeformedPart>& parts() const { return host_parts_; }
  int vertices() const { return part_of_vertex_.size(); }
  /// Length of the q array, including padding, which must be 0.
  int coordinates() const { return coordinates_; }
  /// Bytes of U that must be read at least: without padding, once for each part.
  double mode_bytes() const;

  /// Writes x = T (rest + u) to placed_m(buffer). May be part of a recorded frame. coordinates: q,
  /// coordinates() in number; poses: of the frames.
  void place(const Exec& exec, const char* label, View<const float> coordinates,
             View<const Pose> poses, int buffer = 0);
  /// Only x = T (rest + u), with the u of the last displace(). poses: ignored by the paper's ways,
  /// which use those of the last pack_transforms().
  void place_displaced(const Exec& exec, const char* label, View<const Pose> poses, int buffer = 0);
  /// Converts poses to the matrices that the paper's ways read; does nothing for the others.
  void pack_transforms(const Exec& exec, const char* label, View<const Pose> poses);
  /// Only u = U q, to displacements_m().
  void displace(const Exec& exec, const char* label, View<const float> coordinates);

  /// Double-buffered: one can be read while the other is written.
  View<const Vec3AndValue> placed_m(int buffer = 0) const { return placed_m_[buffer].view(); }
  View<const Vec3AndValue> displacements_m() const { return displacements_m_.view(); }

  void archive(Archive& archive);

 private:
  struct ForPaper;
  DeformedParts system() const;
  /// modes and rest_m: in host memory. Null for ways that are not the paper's and on the CPU.
  std::unique_ptr<ForPaper> packed_for_paper(const Exec& exec, View<const Quad4> modes,
                                             View<const Vec3AndValue> rest_m) const;

  DeformerOptions options_;
  std::vector<DeformedPart> host_parts_;
  int coordinates_ = 0;
  double quads_per_vertex_ = 0.0;  ///< mean number of quads of U per vertex
  Buffer<DeformedPart> parts_;
  Buffer<int> part_of_vertex_;
  Buffer<Quad4> modes_;
  Buffer<Vec3AndValue> rest_m_;
  Buffer<Vec3AndValue> displacements_m_;
  std::array<Buffer<Vec3AndValue>, 2> placed_m_;
  std::unique_ptr<ForPaper> paper_;  ///< on the GPU, for the paper's ways
};

}  // namespace limber
