#pragma once

// The vertices of all parts in one launch on the GPU: one thread per vertex as in uq.h, which
// issues its loads of U, six at a time, before it waits for q. With few vertices and many modes,
// two or four threads share a vertex. A U larger than the cache is read with streaming loads, so
// that it does not evict other data. GPU only; uq.h runs everywhere.
//
// Differences from [Wang20]: neighbouring threads process vertices instead of pieces of one row,
// which needs no sum across threads and leaves no thread idle for any r; u is summed in registers
// and transformed to the world without passing through memory.

#include "kernels/exec.h"
#include "kernels/plants/uq.h"

namespace limber {

/// Like launch(exec, label, vertices, body). quads: mean number of quads of modes per vertex.
/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_fused_on_cuda(const Exec& exec, const char* label, int vertices, double quads,
                          const DeformVertices& body);
void launch_fused_on_cuda(const Exec& exec, const char* label, int vertices, double quads,
                          const DisplaceVertices& body);

}  // namespace limber
