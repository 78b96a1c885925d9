#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/plants/deformer.h"
#include "sim/plants/plant.h"

namespace limber {

/// One of the plants of [Wang20, tables 3 and 4]. Milliseconds on an RTX 2080 Ti and on an
/// otherwise idle Xeon W-3275 with 28 cores.
struct PaperPlant {
  std::string scene;
  int parts;  ///< deformable parts
  int vertices;
  int modes;  ///< sum over all parts
  double cuda_uq_ms, cublas_uq_ms, cuda_place_ms;
  double cpu_uq_ms, cpu_place_ms;
  std::array<double, 4> chunk_sizes_ms;  ///< in the order of all_chunk_sizes
  int kernels;                           ///< launched for U q, in chunks of 6 and 8
};
const std::vector<PaperPlant>& paper_plants();

struct PartSize {
  int vertices;
  int modes;
};

/// Spreads the paper's numbers of vertices and modes over as many deformable parts,
/// deterministically: the paper gives only the totals.
std::vector<PartSize> spread_parts(const PaperPlant& plant);
/// The deformable parts of a plant.
std::vector<PartSize> part_sizes(const Plant& plant);

/// Parts of these sizes with random U, q, rest positions and poses in [-1, 1); no two parts share a
/// shape.
struct RandomParts {
  explicit RandomParts(const std::vector<PartSize>& sizes);

  std::vector<DeformedShape> shapes;
  std::vector<ShapedPart> parts;
  std::vector<float> coordinates;  ///< in the layout of a Deformer
  std::vector<Pose> poses;
};

}  // namespace limber
