#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/plants/deformer.h"
#include "sim/plants/plant.h"

namespace limber {

/// One of the plants of [Wang20, tables 3 and 4]. Milliseconds on an RTX 2080 Ti and on a Xeon
/// W-3275 with 28 cores that did nothing else.
struct PaperPlant {
  std::string scene;
  int parts;  ///< deformable ones
  int vertices;
  int modes;  ///< of all parts together
  double cuda_uq_ms, cublas_uq_ms, cuda_place_ms;
  double cpu_uq_ms, cpu_place_ms;
  std::array<double, 4> chunk_sizes_ms;  ///< in the order of all_chunk_sizes
  int kernels;                           ///< of U q, in chunks of 6 and 8
};
const std::vector<PaperPlant>& paper_plants();

struct PartSize {
  int vertices;
  int modes;
};

/// As many parts, vertices and modes as the paper's plant has, spread over its deformable parts in
/// some way: the paper says no more of them. The same each time.
std::vector<PartSize> spread_parts(const PaperPlant& plant);
/// The deformable parts of a plant.
std::vector<PartSize> part_sizes(const Plant& plant);

/// Parts of these sizes with values in [-1, 1) for U, q, rest positions and poses; no two parts
/// share a shape, as if each were a piece of wood of its own.
struct RandomParts {
  explicit RandomParts(const std::vector<PartSize>& sizes);

  std::vector<DeformedShape> shapes;
  std::vector<ShapedPart> parts;
  std::vector<float> coordinates;  ///< as a Deformer wants them
  std::vector<Pose> poses;
};

}  // namespace limber
