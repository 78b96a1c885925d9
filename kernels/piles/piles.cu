// The kernels of rigid piles, listed once for the GPU.

#include "kernels/close_tally.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"
#include "kernels/piles/contact_bodies.h"
#include "kernels/piles/find_contacts.h"
#include "kernels/piles/grab_pull.h"
#include "kernels/piles/immersed_bodies.h"
#include "kernels/piles/measure.h"
#include "kernels/piles/move_bodies.h"
#include "kernels/piles/publish_pile.h"
#include "kernels/piles/rest.h"
#include "kernels/piles/solve_contacts.h"
#include "kernels/piles/sphere_values.h"
#include "kernels/piles/substep.h"
#include "kernels/piles/tally.h"
#include "kernels/piles/wetness.h"

LIMBER_KERNEL(limber::UpdateMomenta);
LIMBER_KERNEL(limber::UpdatePoses);
LIMBER_KERNEL(limber::ForgetSharedContacts);
LIMBER_KERNEL(limber::LeadBodies);
LIMBER_KERNEL(limber::HoldBodies);
LIMBER_KERNEL(limber::SphereValues);
LIMBER_KERNEL(limber::OnlyIf<limber::CountCells<limber::SpherePosition, limber::CellRows>>);
LIMBER_KERNEL(limber::OnlyIf<limber::SortPlaces>);
LIMBER_KERNEL(limber::MeasureRest);
LIMBER_KERNEL(limber::MeasureSunk);
LIMBER_KERNEL(limber::CloseTally<limber::PileTally>);
LIMBER_KERNEL(limber::PlaceSpheres);
LIMBER_KERNEL(limber::BeginSubstep);
LIMBER_KERNEL(limber::FindContacts);
LIMBER_KERNEL(limber::SolveContacts);
LIMBER_KERNEL(limber::MovePushedBodies);
LIMBER_KERNEL(limber::RecoverOverlaps);
LIMBER_KERNEL(limber::ShiftPushedBodies);
LIMBER_KERNEL(limber::ScaleImpulses);
LIMBER_KERNEL(limber::MeasureContacts);
LIMBER_KERNEL(limber::CopyPoses);
LIMBER_KERNEL(limber::PublishBodies);
LIMBER_KERNEL(limber::PublishSpheres);
LIMBER_KERNEL(limber::PublishHeld);
LIMBER_KERNEL(limber::SumBlockOfPile);
LIMBER_KERNEL(limber::SumPile);
LIMBER_KERNEL(limber::ShowContactSpheres);
LIMBER_KERNEL(limber::MoveContactBodies);
LIMBER_KERNEL(limber::TakeContactBodies);
LIMBER_KERNEL(limber::ShareBodies);
LIMBER_KERNEL(limber::OnlyIf<limber::ShareBodies>);
LIMBER_KERNEL(limber::OnlyIf<limber::HoldTouchingSpheres>);
LIMBER_KERNEL(limber::ShowImmersedSpheres);
LIMBER_KERNEL(limber::TryImpulses);
LIMBER_KERNEL(limber::TakeImpulses);
LIMBER_KERNEL(limber::WetBodies);
