// The kernels shared by all systems of a world, listed once for the GPU.

#include "kernels/launch_on_cuda.h"
#include "kernels/world/move_colliders.h"
#include "kernels/world/pass_on_flag.h"

LIMBER_KERNEL(limber::MoveColliders);
LIMBER_KERNEL(limber::KeepColliders);
LIMBER_KERNEL(limber::HoldColliders);
LIMBER_KERNEL(limber::PublishColliders);
LIMBER_KERNEL(limber::PassOnFlag);
