// The kernels of contacts between surfaces, listed once for the GPU.

#include "kernels/contact/box_pairs.h"
#include "kernels/contact/collider_faces.h"
#include "kernels/contact/contact_mesh.h"
#include "kernels/contact/find_candidates.h"
#include "kernels/contact/hold_back.h"
#include "kernels/contact/list_pairs.h"
#include "kernels/contact/pairs_ahead.h"
#include "kernels/contact/round_contacts.h"
#include "kernels/contact/slide.h"
#include "kernels/contact/solve_pairs.h"
#include "kernels/incidence.h"
#include "kernels/launch_on_cuda.h"
#include "kernels/only_if.h"

LIMBER_KERNEL(limber::BeginContacts);
LIMBER_KERNEL(limber::ClearLists);
LIMBER_KERNEL(limber::SortLists);
LIMBER_KERNEL(limber::DecideToLook);
LIMBER_KERNEL(limber::RestartSearch);
LIMBER_KERNEL(limber::OnlyIf<limber::ChooseRegions>);
LIMBER_KERNEL(limber::OnlyIf<limber::RefitLeaves>);
LIMBER_KERNEL(limber::OnlyIf<limber::RefitNodes>);
LIMBER_KERNEL(limber::ForListed<limber::KeepPairs>);
LIMBER_KERNEL(limber::OnlyIf<limber::KeepFirst>);
LIMBER_KERNEL(limber::OnlyIf<limber::FindCandidates>);
LIMBER_KERNEL(limber::OrderSpheres);
LIMBER_KERNEL(limber::OnlyIf<limber::GiveChunksBack>);
LIMBER_KERNEL(limber::OnlyIf<limber::CountPairs>);
LIMBER_KERNEL(limber::OnlyIf<limber::PlacePairs>);
LIMBER_KERNEL(limber::ForListed<limber::ListPairs>);
LIMBER_KERNEL(limber::BeginAhead);
LIMBER_KERNEL(limber::ForListed<limber::BeginPairs>);
LIMBER_KERNEL(limber::ForListed<limber::BeginBoxPairs>);
LIMBER_KERNEL(limber::ForListed<limber::WarmStartPairs>);
LIMBER_KERNEL(limber::ForListed<limber::SolvePairs>);
LIMBER_KERNEL(limber::MovePoints);
LIMBER_KERNEL(limber::StayInRegions);
LIMBER_KERNEL(limber::ForListed<limber::StayBehindPlanes>);
LIMBER_KERNEL(limber::ForListed<limber::StayBehindBoxPlanes>);
LIMBER_KERNEL(limber::OnlyIf<limber::TakeShares>);
LIMBER_KERNEL(limber::HoldBack);
LIMBER_KERNEL(limber::ForListed<limber::SlideAlongPlanes>);
LIMBER_KERNEL(limber::ForListed<limber::SlideAlongBoxPlanes>);
LIMBER_KERNEL(limber::PlaceFaces);
LIMBER_KERNEL(limber::TakeFaceShares);
LIMBER_KERNEL(limber::ShareFaces);
LIMBER_KERNEL(limber::OnlyIf<limber::StayOutOfRound>);
LIMBER_KERNEL(limber::TakeRoundShares);
