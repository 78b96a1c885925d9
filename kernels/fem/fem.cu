// The kernels of finite elements, listed once for the GPU.

#include "kernels/fem/contact_nodes.h"
#include "kernels/fem/contact_springs.h"
#include "kernels/fem/corotate.h"
#include "kernels/fem/hold_elements.h"
#include "kernels/fem/measure.h"
#include "kernels/fem/newton.h"
#include "kernels/fem/spring.h"
#include "kernels/fem/step.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"

LIMBER_KERNEL(limber::ElementForces<4>);
LIMBER_KERNEL(limber::ElementForces<10>);
LIMBER_KERNEL(limber::ElementMatrices<4>);
LIMBER_KERNEL(limber::ElementMatrices<10>);
LIMBER_KERNEL(limber::StepRightHandSide);
LIMBER_KERNEL(limber::MeasureElements<4>);
LIMBER_KERNEL(limber::MeasureElements<10>);
LIMBER_KERNEL(limber::MeasureNodes<4>);
LIMBER_KERNEL(limber::MeasureNodes<10>);
LIMBER_KERNEL(limber::LeadNodes);
LIMBER_KERNEL(limber::PrepareNodes);
LIMBER_KERNEL(limber::FinishStep);
LIMBER_KERNEL(limber::MeasureDisplacement);
LIMBER_KERNEL(limber::SpringElements);
LIMBER_KERNEL(limber::MeasureSprings);
LIMBER_KERNEL(limber::ShowContactNodes);
LIMBER_KERNEL(limber::CollideContactNodes);
LIMBER_KERNEL(limber::TakeContactNodes);
LIMBER_KERNEL(limber::FreeInnerNodes);
LIMBER_KERNEL(limber::OnlyIf<limber::HoldElements<4>>);
LIMBER_KERNEL(limber::OnlyIf<limber::HoldElements<10>>);
LIMBER_KERNEL(limber::OnlyIf<limber::TakeNodeShares>);
LIMBER_KERNEL(limber::HoldInnerNodes);
LIMBER_KERNEL(limber::MakeContactSprings);
LIMBER_KERNEL(limber::ListContactSprings);
LIMBER_KERNEL(limber::TrySprings);
LIMBER_KERNEL(limber::AddSpringPushes);
LIMBER_KERNEL(limber::AddSpringEnergies);
LIMBER_KERNEL(limber::TakePairImpulses);
LIMBER_KERNEL(limber::TurnElements<4>);
LIMBER_KERNEL(limber::TurnElements<10>);
LIMBER_KERNEL(limber::StartNewton);
LIMBER_KERNEL(limber::NewtonElements<4>);
LIMBER_KERNEL(limber::NewtonElements<10>);
LIMBER_KERNEL(limber::NewtonMatrices<4>);
LIMBER_KERNEL(limber::NewtonMatrices<10>);
LIMBER_KERNEL(limber::NewtonImpulses);
LIMBER_KERNEL(limber::NewtonRightHandSide);
LIMBER_KERNEL(limber::ElementEnergies<4>);
LIMBER_KERNEL(limber::ElementEnergies<10>);
LIMBER_KERNEL(limber::NodeEnergies);
LIMBER_KERNEL(limber::SumEnergies);
LIMBER_KERNEL(limber::ChooseStepLengths);
LIMBER_KERNEL(limber::TakeDirection);
LIMBER_KERNEL(limber::CountInverted<4>);
LIMBER_KERNEL(limber::CountInverted<10>);
