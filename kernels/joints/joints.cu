// The kernels of articulated bodies, listed once for the GPU.

#include "kernels/joints/corner_contact.h"
#include "kernels/joints/held_point.h"
#include "kernels/joints/joint_matrix.h"
#include "kernels/joints/joint_step.h"
#include "kernels/joints/publish_rigid.h"
#include "kernels/launch_on_cuda.h"

LIMBER_KERNEL(limber::AddImpulses);
LIMBER_KERNEL(limber::BreakJoints);
LIMBER_KERNEL(limber::JointRightSide);
LIMBER_KERNEL(limber::KickRigid);
LIMBER_KERNEL(limber::LeadRigid);
LIMBER_KERNEL(limber::MakeJointPairs);
LIMBER_KERNEL(limber::MakeJointRows);
LIMBER_KERNEL(limber::MeasureJoints);
LIMBER_KERNEL(limber::MoveRigid);
LIMBER_KERNEL(limber::PredictRigid);
LIMBER_KERNEL(limber::PublishHeldRigid);
LIMBER_KERNEL(limber::PublishRigid);
LIMBER_KERNEL(limber::PushRigid);
LIMBER_KERNEL(limber::RememberRigid);
LIMBER_KERNEL(limber::TouchColliders);
LIMBER_KERNEL(limber::WorstOfAll);
LIMBER_KERNEL(limber::WorstOfJoints);
