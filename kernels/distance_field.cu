// The kernel that fills distance fields, listed once for the GPU.

#include "kernels/fill_distance_field.h"
#include "kernels/launch_on_cuda.h"

LIMBER_KERNEL(limber::FillDistanceField);
