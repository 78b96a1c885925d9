// The kernels of articulated bodies, listed once for the GPU.

#include "kernels/joints/body_colors.h"
#include "kernels/joints/descent.h"
#include "kernels/joints/drive_step.h"
#include "kernels/joints/held_point.h"
#include "kernels/joints/immersed_rigid.h"
#include "kernels/joints/joint_descent.h"
#include "kernels/joints/joint_matrix.h"
#include "kernels/joints/joint_step.h"
#include "kernels/joints/joint_tree.h"
#include "kernels/joints/parked.h"
#include "kernels/joints/publish_rigid.h"
#include "kernels/joints/rigid_on_collider.h"
#include "kernels/joints/rigid_pairs.h"
#include "kernels/joints/sleep.h"
#include "kernels/joints/taut.h"
#include "kernels/joints/touching_rigid.h"
#include "kernels/joints/vertex_joint.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"

LIMBER_KERNEL(limber::ShowRigidSpheres);
LIMBER_KERNEL(limber::TryRigidImpulses);
LIMBER_KERNEL(limber::TakeRigidImpulses);
LIMBER_KERNEL(limber::AddImpulses);
LIMBER_KERNEL(limber::AimRigidBodies);
LIMBER_KERNEL(limber::AimRigidPairs);
LIMBER_KERNEL(limber::BeginDescent);
LIMBER_KERNEL(limber::BeginDescentJoints);
LIMBER_KERNEL(limber::BreakJoints);
LIMBER_KERNEL(limber::ChooseDrives);
LIMBER_KERNEL(limber::ClearAwake);
LIMBER_KERNEL(limber::ClearBodyColors);
LIMBER_KERNEL(limber::ClearRigidShares);
LIMBER_KERNEL(limber::CloseVertexJoints);
LIMBER_KERNEL(limber::CountJams);
LIMBER_KERNEL(limber::CountRigidPairs);
LIMBER_KERNEL(limber::CountChosenPairs);
LIMBER_KERNEL(limber::DriveRightSide);
LIMBER_KERNEL(limber::EaseGrab);
LIMBER_KERNEL(limber::EndDescent);
LIMBER_KERNEL(limber::FactorTrees);
LIMBER_KERNEL(limber::FallAsleep);
LIMBER_KERNEL(limber::FindRigidTouches);
LIMBER_KERNEL(limber::FindWorstVertexJoint);
LIMBER_KERNEL(limber::ForListed<limber::BeginDescentContacts>);
LIMBER_KERNEL(limber::ForListed<limber::ChooseRigidPairs>);
LIMBER_KERNEL(limber::ForListed<limber::BeginRigidPairs>);
LIMBER_KERNEL(limber::ForListed<limber::CountBodyPairs>);
LIMBER_KERNEL(limber::ForListed<limber::DescendColor>);
LIMBER_KERNEL(limber::ForListed<limber::DescendLeftOver>);
LIMBER_KERNEL(limber::ForListed<limber::EndRigidPairs>);
LIMBER_KERNEL(limber::ForListed<limber::UpdateContactMultipliers>);
LIMBER_KERNEL(limber::ForListed<limber::ListBodyPairs>);
LIMBER_KERNEL(limber::ForListed<limber::MoveLeftOver>);
LIMBER_KERNEL(limber::ForListed<limber::PushRigidPairs>);
LIMBER_KERNEL(limber::ForListed<limber::SolveRigidPairs>);
LIMBER_KERNEL(limber::ForListed<limber::SpreadRestOverPairs>);
LIMBER_KERNEL(limber::ForListed<limber::TurnRigidPairs>);
LIMBER_KERNEL(limber::BeginRigidBodies);
LIMBER_KERNEL(limber::GatherRigidPairs);
LIMBER_KERNEL(limber::GiveRigidShares);
LIMBER_KERNEL(limber::GrantBodyColors);
LIMBER_KERNEL(limber::HoldParked);
LIMBER_KERNEL(limber::HoldRigid);
LIMBER_KERNEL(limber::JointRightSide);
LIMBER_KERNEL(limber::KeepRigidDirection);
LIMBER_KERNEL(limber::KickRigid);
LIMBER_KERNEL(limber::LeadRigid);
LIMBER_KERNEL(limber::UpdateJointMultipliers);
LIMBER_KERNEL(limber::LendMass);
LIMBER_KERNEL(limber::ListBodyColors);
LIMBER_KERNEL(limber::MakeJointPairs);
LIMBER_KERNEL(limber::MakeJointRows);
LIMBER_KERNEL(limber::MeasureJoints);
LIMBER_KERNEL(limber::MoveRigid);
LIMBER_KERNEL(limber::MoveRigidPoints);
LIMBER_KERNEL(limber::PredictRigid);
LIMBER_KERNEL(limber::PublishHeldRigid);
LIMBER_KERNEL(limber::PublishRigid);
LIMBER_KERNEL(limber::PushJoinedBodies);
LIMBER_KERNEL(limber::PushRigid);
LIMBER_KERNEL(limber::PushRigidPoints);
LIMBER_KERNEL(limber::PushRigidTouches);
LIMBER_KERNEL(limber::CopyRigidPoses);
LIMBER_KERNEL(limber::ShowRigidPoints);
LIMBER_KERNEL(limber::SpreadRestOverJoints);
LIMBER_KERNEL(limber::StiffenTaut);
LIMBER_KERNEL(limber::SumRigidEnergies);
LIMBER_KERNEL(limber::SumRigidProducts);
LIMBER_KERNEL(limber::SweepDownTrees);
LIMBER_KERNEL(limber::SweepUpTrees);
LIMBER_KERNEL(limber::TakeBearingRows);
LIMBER_KERNEL(limber::TakeMassBack);
LIMBER_KERNEL(limber::TakeRestTimes);
LIMBER_KERNEL(limber::SlowStuckRigid);
LIMBER_KERNEL(limber::StartSlides);
LIMBER_KERNEL(limber::OnlyIf<limber::SlideRigid>);
LIMBER_KERNEL(limber::TakeRigidShares);
LIMBER_KERNEL(limber::WakeByColliders);
LIMBER_KERNEL(limber::WishBodyColors);
LIMBER_KERNEL(limber::WorstOfAll);
LIMBER_KERNEL(limber::WorstOfJoints);
