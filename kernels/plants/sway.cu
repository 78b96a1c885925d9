// The kernels that move plants, listed once for the GPU.

#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"
#include "kernels/plants/cubic.h"
#include "kernels/plants/loads.h"
#include "kernels/plants/newmark.h"
#include "kernels/plants/part_contact.h"
#include "kernels/plants/show.h"
#include "kernels/plants/substructure.h"
#include "kernels/plants/touching_parts.h"

LIMBER_KERNEL(limber::PullParts);
LIMBER_KERNEL(limber::WindOnFaces);
LIMBER_KERNEL(limber::WindOnModes);
LIMBER_KERNEL(limber::LoadParts);
LIMBER_KERNEL(limber::PredictModes);
LIMBER_KERNEL(limber::GatherForces);
LIMBER_KERNEL(limber::SolveModes);
LIMBER_KERNEL(limber::LoadCarrier);
LIMBER_KERNEL(limber::MoveModes);
LIMBER_KERNEL(limber::FollowCarrier);
LIMBER_KERNEL(limber::TangentStiffness);
LIMBER_KERNEL(limber::NewtonStep);
LIMBER_KERNEL(limber::CopyModes);
LIMBER_KERNEL(limber::CopyFrames);
LIMBER_KERNEL(limber::ShowModes);
LIMBER_KERNEL(limber::ShowFrames);
LIMBER_KERNEL(limber::MeasureParts);
LIMBER_KERNEL(limber::ColorByPart);
LIMBER_KERNEL(limber::SumBlockOfSway);
LIMBER_KERNEL(limber::SumSway);
LIMBER_KERNEL(limber::FindNearParts);
LIMBER_KERNEL(limber::StorePartPoints);
LIMBER_KERNEL(limber::ClearContactCounts);
LIMBER_KERNEL(limber::FindPartContacts);
LIMBER_KERNEL(limber::OnlyIf<limber::SplitMasses>);
LIMBER_KERNEL(limber::OnlyIf<limber::SolvePartContacts>);
LIMBER_KERNEL(limber::OnlyIf<limber::LoadCarrier>);
LIMBER_KERNEL(limber::OnlyIf<limber::GatherContactLoads>);
LIMBER_KERNEL(limber::OnlyIf<limber::GatherForces>);
LIMBER_KERNEL(limber::OnlyIf<limber::SolveModes>);
LIMBER_KERNEL(limber::OnlyIf<limber::FollowCarrier>);
LIMBER_KERNEL(limber::OnlyIf<limber::MoveModes>);
LIMBER_KERNEL(limber::MeasureMobilities);
LIMBER_KERNEL(limber::ShowTouchingPoints);
LIMBER_KERNEL(limber::TakePointMoves);
LIMBER_KERNEL(limber::MoveTouchingPoints);
LIMBER_KERNEL(limber::ClearShares);
LIMBER_KERNEL(limber::HoldParts);
LIMBER_KERNEL(limber::HoldPlants);
LIMBER_KERNEL(limber::ClearHeld);
LIMBER_KERNEL(limber::OnlyIf<limber::HoldModes>);
LIMBER_KERNEL(limber::OnlyIf<limber::AimTouchingPoints>);
