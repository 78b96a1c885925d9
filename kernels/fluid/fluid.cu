// The kernels of fluids, listed once for the GPU.

#include "kernels/close_tally.h"
#include "kernels/fluid/flow.h"
#include "kernels/fluid/foam.h"
#include "kernels/fluid/foam_motion.h"
#include "kernels/fluid/forces.h"
#include "kernels/fluid/measure.h"
#include "kernels/fluid/move.h"
#include "kernels/fluid/near_spheres.h"
#include "kernels/fluid/neighbors.h"
#include "kernels/fluid/pace.h"
#include "kernels/fluid/pressure.h"
#include "kernels/fluid/publish_fluid.h"
#include "kernels/fluid/tension.h"
#include "kernels/fluid/viscosity.h"
#include "kernels/fluid/vorticity.h"
#include "kernels/fluid/weakly_compressible.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"

LIMBER_KERNEL(limber::OnlyIf<limber::CountCells<limber::FluidPosition, limber::CellRows>>);
LIMBER_KERNEL(limber::GatherFluid);
LIMBER_KERNEL(limber::FindFluidNeighbors);
LIMBER_KERNEL(limber::OnlyIf<limber::CountCells<limber::ImmersedPosition, limber::CellRows>>);
LIMBER_KERNEL(limber::ForgetImpulses);
LIMBER_KERNEL(limber::ForgetPushes);
LIMBER_KERNEL(limber::AddToBodies);
LIMBER_KERNEL(limber::AddPushes);
LIMBER_KERNEL(limber::SharePushes);
LIMBER_KERNEL(limber::FindNearSpheres);
LIMBER_KERNEL(limber::WeighNearSpheres);
LIMBER_KERNEL(limber::DragSpheres);
LIMBER_KERNEL(limber::CarrySpheres);
LIMBER_KERNEL(limber::KeepPressures);
LIMBER_KERNEL(limber::ChangePressures);
LIMBER_KERNEL(limber::ApplyPressures);
LIMBER_KERNEL(limber::LeadStirrer);
LIMBER_KERNEL(limber::ApplyFluidForces);
LIMBER_KERNEL(limber::FindShortages);
LIMBER_KERNEL(limber::PullSurface);
LIMBER_KERNEL(limber::SharePulls);
LIMBER_KERNEL(limber::TakeSpin);
LIMBER_KERNEL(limber::GiveSpin);
LIMBER_KERNEL(limber::GuessViscous);
LIMBER_KERNEL(limber::WearVelocities);
LIMBER_KERNEL(limber::TakeViscous);
LIMBER_KERNEL(limber::FluidDensities);
LIMBER_KERNEL(limber::WeaklyCompressibleForces);
LIMBER_KERNEL(limber::MoveFluid);
LIMBER_KERNEL(limber::DrainFluid);
LIMBER_KERNEL(limber::DriveEmitters);
LIMBER_KERNEL(limber::EmitFluid);
LIMBER_KERNEL(limber::CollideFluid);
LIMBER_KERNEL(limber::TakeContactFluid);
LIMBER_KERNEL(limber::PublishFluid);
LIMBER_KERNEL(limber::KeepMeasures);
LIMBER_KERNEL(limber::SumBlockOfFluid);
LIMBER_KERNEL(limber::SumFluid);
LIMBER_KERNEL(limber::FastestOfParticles);
LIMBER_KERNEL(limber::FastestOfBlocks);
LIMBER_KERNEL(limber::NotePace);
LIMBER_KERNEL(limber::FindFoamNormals);
LIMBER_KERNEL(limber::CountFoam);
LIMBER_KERNEL(limber::BearFoam);
LIMBER_KERNEL(limber::TurnFoamClock);
LIMBER_KERNEL(limber::MoveFoam);
LIMBER_KERNEL(limber::CopySpecks);
LIMBER_KERNEL(limber::PublishFoam);
LIMBER_KERNEL(limber::SumBlockOfFoam);
LIMBER_KERNEL(limber::SumFoam);
LIMBER_KERNEL(limber::CloseTally<limber::FluidTally>);
