// The kernels that turn meshes into voxels, listed once for the GPU.

#include "kernels/launch_on_cuda.h"
#include "kernels/piles/peel.h"

LIMBER_KERNEL(limber::FillLayer);
LIMBER_KERNEL(limber::PeelLayer);
LIMBER_KERNEL(limber::FillBetweenLayers);
