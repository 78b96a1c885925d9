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
  /// How far the samples reach beyond the surface, besides two cells. Further away the distance is
  /// only a lower bound, which tells too little to a ball that is larger than this.
  float margin_m = 0.0f;
};

/// A solid for kernels/distance_field.h, on the host.
struct SampledSolid {
  DistanceField field;  ///< its first_sample is 0
  std::vector<float> samples_m;
  std::string note;  ///< what was repaired, and where it is thinner than the cells; else empty
};

/// Samples the signed distance to a closed surface in the frame of the mesh, on the solver of
/// `exec`, or takes what the cache holds of it (sim/mesh/distance_field_cache.h).
///
/// The surface is made fit as closed_surface() does it for each part that hangs together by itself;
/// so parts may cross each other, and count as one solid. A part within a part that faces the other
/// way bounds a hole in it, whichever way the outer one faces.
///
/// name: of the file, for messages. Throws Error(bad_input) that says where for all that is not
/// closed, is too thin for the cells over most of its surface, or would take more samples than
/// can be kept; and Cancelled when progress does.
SampledSolid make_distance_field(const Exec& exec, const TriangleMesh& mesh,
                                 const std::string& name, const DistanceFieldOptions& options,
                                 Progress& progress);

}  // namespace limber
