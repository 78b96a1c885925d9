// The kernels for vertices of reduced plants, listed once for the GPU.

#include "kernels/plants/uq.h"

#include "kernels/launch_on_cuda.h"
#include "kernels/plants/normals.h"

LIMBER_KERNEL(limber::DisplaceVertices);
LIMBER_KERNEL(limber::PlaceDisplaced);
LIMBER_KERNEL(limber::DeformVertices);
LIMBER_KERNEL(limber::FaceNormals);
LIMBER_KERNEL(limber::PublishFromFaces);
LIMBER_KERNEL(limber::PublishInOneStage);
