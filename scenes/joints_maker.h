#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
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
#include "sim/joints/joints_model.h"
#include "sim/joints/rigid_solid.h"

namespace limber {

/// Makes the bodies and joints of a scene of its tables.
class JointsMaker {
 public:
  JointsMaker(const Opening& opening, const NamedVertices& vertices)
      : opening_(opening), vertices_(vertices) {}

  // Each fails for what cannot be, with file and line.
  void add(const RigidTable& table, const TableReader& reader);
  void add(const ChainTable& table, const TableReader& reader);
  void add(const BridgeTable& table, const TableReader& reader);
  void add(const DominoesTable& table, const TableReader& reader);
  void add(const WallTable& table, const TableReader& reader);
  void add(const RagdollTable& table, const TableReader& reader);
  void add(const MailTable& table, const TableReader& reader);
  void add(const PileTable& table, const TableReader& reader);
  void add(const JointTable& table, const TableReader& reader);

  const JointsModel& model() const { return model_; }  ///< so far
  int bodies() const { return static_cast<int>(model_.bodies.size()); }
  int joints() const { return static_cast<int>(model_.joints.size()); }
  /// Joints with vertices have their places in space still.
  JointsModel take() { return std::move(model_); }

 private:
  int add_box(const glm::dvec3& center_m, const glm::dvec4& turn, const glm::vec3& size_m,
              double density_kg_m3, const Material& material);
  void add_ball(int body_a, int body_b, const glm::dvec3& at_m,
                const std::optional<float>& breaks_at_N);
  RigidSolid solid_of(const RigidTable& table, const TableReader& reader);
  void add_part(const RigidTable& table, const TableReader& reader);
  void add_vertex_joints(const JointTable& table, const TableReader& reader);
  int add_solid(const RigidSolid& solid, const RigidTable& table, int copy);
  int look_of(const glm::vec3& size_m, const Material& material);
  void call(int body, const std::string& name, const TableReader& reader);
  int body_called(const std::string& name, const TableReader& reader, const char* key) const;
  void add_span(const BridgeTable& table, double start_m, int planks, int first_hanger, int span,
                const std::vector<int>& links, int tower, int next_tower);
  void add_hanger(const BridgeTable& table, int cable, int plank, const glm::dvec3& top_m,
                  const glm::dvec3& foot_m, int links);
  int add_tower(const BridgeTable& table, double x_m);

  /// A body of which there may be parts to come.
  struct Whole {
    std::vector<RigidSolid> parts;  ///< in space
    bool is_given_inertia;
    bool is_copied;
  };

  JointsModel model_;
  std::map<std::string, int> names_;
  std::map<int, Whole> wholes_;  ///< of bodies with names
  std::vector<int> planks_;      ///< of bridges
  const Opening& opening_;
  const NamedVertices& vertices_;
  std::map<std::array<float, 7>, int> looks_;  ///< by size, colour and roughness
};

}  // namespace limber
