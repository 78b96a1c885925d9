// The kernels of the surface of a fluid, listed once for the GPU.

#include "kernels/fluid/draw_command.h"
#include "kernels/fluid/stretched_kernels.h"
#include "kernels/fluid/surface_blocks.h"
#include "kernels/fluid/surface_cut.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"

LIMBER_KERNEL(limber::OnlyIf<limber::CountCells<limber::PublishedPosition, limber::CellRows>>);
LIMBER_KERNEL(limber::OnlyIf<limber::CountCells<limber::KernelCenter, limber::CellRows>>);
LIMBER_KERNEL(limber::GatherPublished);
LIMBER_KERNEL(limber::StretchKernels);
LIMBER_KERNEL(limber::GatherKernels);
LIMBER_KERNEL(limber::ClearBlocks);
LIMBER_KERNEL(limber::ClearSurfaceCounts);
LIMBER_KERNEL(limber::EnterBlocks);
LIMBER_KERNEL(limber::MarkBlocks);
LIMBER_KERNEL(limber::ListBlocks);
LIMBER_KERNEL(limber::ForListed<limber::SignNodes>);
LIMBER_KERNEL(limber::ForListed<limber::LinkBlocks>);
LIMBER_KERNEL(limber::CountCut);
LIMBER_KERNEL(limber::TotalSurface);
LIMBER_KERNEL(limber::ForListed<limber::ListCutEdges>);
LIMBER_KERNEL(limber::ForListed<limber::PlaceOnSurface>);
LIMBER_KERNEL(limber::ForListed<limber::WriteTriangles>);
LIMBER_KERNEL(limber::WriteDrawCommand);
