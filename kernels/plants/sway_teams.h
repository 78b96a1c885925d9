#pragma once

// A step of the parts on the GPU with a block or a warp per bending part. substructure.h and
// newmark.h need one launch for each stage of each level, and one thread sums over all parts that a
// trunk carries. Here a level takes one launch in each sweep, the mounted parts and the modes are
// distributed over lanes, and all order-independent work is one launch. GPU only; those headers run
// everywhere and document what is computed.

#include "kernels/exec.h"
#include "kernels/plants/loads.h"
#include "kernels/plants/newmark.h"
#include "kernels/plants/substructure.h"

namespace limber {

/// WindOnFaces and WindOnModes if the wind blows, PullParts, LoadParts, LoadCarrier of the rigid
/// parts and PredictModes.
struct BeginSway {
  bool blows;
  WindOnFaces on_faces;
  WindOnModes on_modes;
  PullParts pull;
  LoadParts load;
  LoadCarrier load_carrier;
  PredictModes predict;
};

/// GatherForces, SolveModes and LoadCarrier of one level, which starts at load_carrier.first_part.
struct SolveLevel {
  GatherForces gather;
  SolveModes solve;
  LoadCarrier load_carrier;
};

/// FollowCarrier and MoveModes of one level, which starts at follow.first_part.
struct MoveLevel {
  FollowCarrier follow;
  MoveModes move;
};

/// Each throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_begin_sway(const Exec& exec, const char* label, const BeginSway& work);
/// max_modes: of any part.
void launch_solve_level(const Exec& exec, const char* label, int parts, int max_modes,
                        const SolveLevel& work);
void launch_move_level(const Exec& exec, const char* label, int parts, const MoveLevel& work);
/// FollowCarrier of rigid parts.
void launch_move_rigid(const Exec& exec, const char* label, int parts, const FollowCarrier& work);

}  // namespace limber
