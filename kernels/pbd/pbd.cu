// The kernels of position-based dynamics, listed once for the GPU.

#include "kernels/gather.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/pbd/collide.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/contact_points.h"
#include "kernels/pbd/move_pins.h"
#include "kernels/pbd/predict.h"
#include "kernels/pbd/project.h"
#include "kernels/pbd/publish.h"
#include "kernels/pbd/pull.h"
#include "kernels/pbd/residual.h"

LIMBER_KERNEL(limber::GatherWords);
LIMBER_KERNEL(limber::Predict);
LIMBER_KERNEL(limber::MovePins);
LIMBER_KERNEL(limber::LeadParticles);
LIMBER_KERNEL(limber::AimParticles);
LIMBER_KERNEL(limber::ShiftParticles);
LIMBER_KERNEL(limber::SetInverseMass);
LIMBER_KERNEL(limber::RescaleVelocity);
LIMBER_KERNEL(limber::Collide);
LIMBER_KERNEL(limber::CopyParticles);
LIMBER_KERNEL(limber::MeasureParticles);
LIMBER_KERNEL(limber::PlaceVertices);
LIMBER_KERNEL(limber::PublishVertices);
LIMBER_KERNEL(limber::ProjectColor<limber::DistanceConstraint>);
LIMBER_KERNEL(limber::ProjectColor<limber::DihedralConstraint>);
LIMBER_KERNEL(limber::ProjectColor<limber::VolumeConstraint>);
LIMBER_KERNEL(limber::JacobiCorrect<limber::DistanceConstraint>);
LIMBER_KERNEL(limber::JacobiCorrect<limber::DihedralConstraint>);
LIMBER_KERNEL(limber::JacobiCorrect<limber::VolumeConstraint>);
LIMBER_KERNEL(limber::JacobiAverage);
LIMBER_KERNEL(limber::SumSquaresOfBlock<limber::DistanceConstraint>);
LIMBER_KERNEL(limber::SumSquaresOfBlock<limber::DihedralConstraint>);
LIMBER_KERNEL(limber::SumSquaresOfBlock<limber::VolumeConstraint>);
LIMBER_KERNEL(limber::SumBlocks);
LIMBER_KERNEL(limber::TakeContactPoints);
