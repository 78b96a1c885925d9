#pragma once

// The vertices of all parts in one launch on the GPU: a thread a vertex as in uq.h, with its loads
// of U on the way, six at a time, before it waits for q. Where there are few vertices with many
// modes, two or four threads share one. A U that is larger than the cache is read as what is not
// needed again, so that it does not push out what is. GPU only; uq.h runs everywhere.
//
// What this changes of [Wang20]: threads side by side take vertices instead of pieces of one row,
// so that there is nothing to add up between threads and no thread without work whatever r is; u is
// added up in registers and goes straight on into the world.

#include "kernels/exec.h"
#include "kernels/plants/uq.h"

namespace limber {

/// As launch(exec, label, vertices, body). quads: of modes, of a vertex in the mean.
/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_fused_on_cuda(const Exec& exec, const char* label, int vertices, double quads,
                          const DeformVertices& body);
void launch_fused_on_cuda(const Exec& exec, const char* label, int vertices, double quads,
                          const DisplaceVertices& body);

}  // namespace limber
