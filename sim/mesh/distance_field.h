#pragma once

#include <string>
#include <vector>

#include "kernels/distance_field.h"
#include "kernels/exec.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

struct DistanceFieldOptions {
  int resolution = 64;     ///< samples along the longest side, at least 12
  float spacing_m = 0.0f;  ///< of the samples; 0: by the resolution
  /// Width of the sampled margin around the surface, besides two cells. Beyond it, the distance is
  /// only a lower bound, which does not suffice for contacts of balls larger than the margin.
  float margin_m = 0.0f;
};

/// A solid for kernels/distance_field.h, on the host.
struct SampledSolid {
  DistanceField field;  ///< its first_sample is 0
  std::vector<float> samples_m;
  std::string note;  ///< repairs, and where the solid is thinner than the cells; may be empty
};

/// Samples the signed distance to a closed surface in the frame of the mesh, on `exec`, or loads it
/// from the cache (sim/mesh/distance_field_cache.h).
///
/// Each connected part is repaired by closed_surface() separately, so parts may intersect and make
/// up one solid. A part inside another that faces the opposite way bounds a cavity, whichever way
/// the outer one faces.
///
/// name: of the file, for messages. Throws Error(bad_input) with the position for a surface that is
/// not closed, is too thin for the cells over most of its area, or needs too many samples; and
/// Cancelled when progress does.
SampledSolid make_distance_field(const Exec& exec, const TriangleMesh& mesh,
                                 const std::string& name, const DistanceFieldOptions& options,
                                 Progress& progress);

}  // namespace limber
