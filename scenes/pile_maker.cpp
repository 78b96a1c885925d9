// Piles of bodies that touch as they are drawn.

#include "kernels/rotation.h"
#include "scenes/joints_maker.h"
#include "scenes/pile_copies.h"
#include "sim/piles/as_rigid.h"

namespace limber {

void JointsMaker::add(const PileTable& table, const TableReader& reader) {
  PilesModel pile;
  add_pile(table, reader, opening_, pile);
  std::vector<RigidBody> kinds;  // each in the frame that poses of its copies are of
  for (const PileKind& kind : pile.kinds)
    kinds.push_back(body_of(rigid_solids_of(kind), kind.drawn.material, model_));
  for (const PileBody& copy : pile.bodies) {
    RigidBody body = kinds[copy.kind];
    const glm::dvec4 turn = glm::normalize(glm::dvec4(copy.pose.quaternion));
    body.pose.position_m = glm::dvec3(copy.pose.position_m) + rotated(turn, body.pose.position_m);
    body.pose.quaternion = quaternion_product(turn, body.pose.quaternion);
    body.velocity_m_s = glm::dvec3(copy.velocity_m_s);
    model_.bodies.push_back(body);
  }
}

}  // namespace limber
