#pragma once

#include <memory>
#include <vector>

#include "scenes/bridge_table.h"
#include "scenes/builders.h"
#include "scenes/chain_table.h"
#include "scenes/dominoes_table.h"
#include "scenes/joint_table.h"
#include "scenes/mail_table.h"
#include "scenes/named_vertices.h"
#include "scenes/pile_table.h"
#include "scenes/ragdoll_table.h"
#include "scenes/rigid_table.h"
#include "scenes/wall_table.h"
#include "sim/joints/joints_settings.h"

namespace limber {

/// The tables of articulated bodies.
struct JointsTables {
  std::vector<Read<RigidTable>> rigid;
  std::vector<Read<ChainTable>> chains;
  std::vector<Read<BridgeTable>> bridges;
  std::vector<Read<DominoesTable>> dominoes;
  std::vector<Read<WallTable>> walls;
  std::vector<Read<RagdollTable>> ragdolls;
  std::vector<Read<MailTable>> mails;
  std::vector<Read<PileTable>> piles;  ///< of shapes, not of spheres
  std::vector<Read<JointTable>> joints;

  bool empty() const {
    return rigid.empty() && chains.empty() && bridges.empty() && dominoes.empty() &&
           walls.empty() && ragdolls.empty() && mails.empty() && piles.empty() && joints.empty();
  }
};

/// Makes a system of them; there is one at least.
/// vertices: of the other systems, which joints may hold.
std::unique_ptr<SystemPlan> plan_joints(const JointsTables& tables, const JointsSettings& settings,
                                        const NamedVertices& vertices, const Opening& opening);

}  // namespace limber
