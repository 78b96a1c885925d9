// The kernels of sorting into cells that do not depend on what is sorted, listed once for the GPU.
// CountCells is listed in the groups that know where their items are.

#include "kernels/cell_grid.h"

#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"

LIMBER_KERNEL(limber::OnlyIf<limber::ClearCounts>);
LIMBER_KERNEL(limber::OnlyIf<limber::FillCells>);
LIMBER_KERNEL(limber::OnlyIf<limber::RankInBucket>);
