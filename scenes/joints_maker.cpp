#include "scenes/joints_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/blaming.h"
#include "scenes/hanging_arc.h"
#include "scenes/mesh_files.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/convex_hull.h"
#include "sim/mesh/gear_mesh.h"
#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/parameter.h"

namespace limber {

namespace {

/// So many things shared by lengths, one each at least.
std::vector<int> shared_by(const std::vector<double>& lengths_m, int things) {
  double sum_m = 0.0;
  for (const double length_m : lengths_m) sum_m += length_m;
  std::vector<int> shares;
  int left = things - static_cast<int>(lengths_m.size());
  double owed = 0.0;
  const int free = left;
  for (const double length_m : lengths_m) {
    owed += free * length_m / sum_m;
    const int more = std::min(left, static_cast<int>(std::floor(owed + 0.5)));
    owed -= more;
    left -= more;
    shares.push_back(1 + more);
  }
  shares.back() += left;
  return shares;
}

glm::dvec3 other_axis_of(const JointTable& table) {
  if (table.other_axis) return glm::dvec3(*table.other_axis);
  const glm::dvec3 axis(table.axis.unit);
  const glm::dvec3 off =
      glm::abs(axis.x) < 0.5 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
  return glm::cross(axis, off);
}

JointWay way_of(const JointTable& table) {
  if (table.swing_deg) return {.high = glm::radians(as_written(*table.swing_deg))};
  const double unit = table.is_hinge() ? glm::radians(1.0) : 1.0;  // of limits and rest
  return {.low = unit * as_written(table.limits.low),
          .high = unit * as_written(table.limits.high),
          .rest = unit * as_written(table.rest.value_or(0.0f)),
          .stiffness = as_written(table.stiffness),
          .damping = as_written(table.damping),
          .motor_speed = as_written(table.motor_speed.value_or(0.0f)),
          .max_motor = as_written(table.max_motor.value_or(0.0f))};
}

constexpr Material wood_look{{0.46f, 0.30f, 0.16f}, {0.46f, 0.30f, 0.16f}, 0.7f};
constexpr Material dark_wood_look{{0.36f, 0.22f, 0.11f}, {0.36f, 0.22f, 0.11f}, 0.7f};
constexpr Material steel_look{{0.30f, 0.32f, 0.35f}, {0.30f, 0.32f, 0.35f}, 0.35f};
constexpr Material cable_look{{0.12f, 0.13f, 0.15f}, {0.12f, 0.13f, 0.15f}, 0.4f};
constexpr Material stone_look{{0.52f, 0.50f, 0.46f}, {0.52f, 0.50f, 0.46f}, 0.85f};

}  // namespace

int JointsMaker::look_of(const glm::vec3& size_m, const Material& material) {
  const glm::vec3 color = material.front_color;
  const std::array<float, 7> key{size_m.x, size_m.y, size_m.z,          color.r,
                                 color.g,  color.b,  material.roughness};
  const auto [found, is_new] = looks_.try_emplace(key, static_cast<int>(model_.looks.size()));
  if (!is_new) return found->second;
  model_.looks.push_back(box_mesh(glm::vec3(0.0f), 0.5f * size_m));
  model_.looks.back().material = material;
  return found->second;
}

int JointsMaker::add_box(const glm::dvec3& center_m, const glm::dvec4& turn,
                         const glm::vec3& size_m, double density_kg_m3, const Material& material) {
  // To a hundredth of a millimetre, so that those that differ by rounding look alike.
  const glm::vec3 rounded_m = glm::max(glm::round(size_m * 1e5f), glm::vec3(1.0f)) * 1e-5f;
  RigidBody body;
  body.pose = {center_m, turn};
  body.half_size_m = 0.5f * rounded_m;
  fill_evenly(body, density_kg_m3);
  body.look = look_of(rounded_m, material);
  model_.bodies.push_back(body);
  return static_cast<int>(model_.bodies.size()) - 1;
}

void JointsMaker::add_ball(int body_a, int body_b, const glm::dvec3& at_m,
                           const std::optional<float>& breaks_at_N) {
  RigidJoint joint = joint_at(model_, JointKind::ball, body_a, body_b, at_m);
  if (breaks_at_N) joint.breaks_at_N = as_written(*breaks_at_N);
  model_.joints.push_back(std::move(joint));
}

void JointsMaker::call(int body, const std::string& name, const TableReader& reader) {
  if (name.empty()) return;
  if (name == "world" || name == "free")
    reader.fail("name", fmt::format("must not be '{}', which has another meaning", name));
  if (!names_.try_emplace(name, body).second)
    reader.fail("name", fmt::format("is '{}', which is taken: names must be unique", name));
}

int JointsMaker::body_called(const std::string& name, const TableReader& reader,
                             const char* key) const {
  if (const auto found = names_.find(name); found != names_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [other, body] : names_) known.push_back(other);
  const std::string near = nearest_word(name, known);
  reader.fail(key, fmt::format("names '{}', but there is no body of that name{}", name,
                               near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

// ---- Bodies and chains ----

RigidSolid JointsMaker::solid_of(const RigidTable& table, const TableReader& reader) {
  const double density = as_written(table.density_kg_m3);
  if (table.shape == "box") return solid_box(table.size_m, density);
  if (table.shape == "ball") return solid_ball(table.radius_m, density);
  if (table.shape == "capsule") return solid_capsule(table.radius_m, table.length_m, density);
  if (table.shape == "cylinder") return solid_cylinder(table.radius_m, table.length_m, density);
  if (table.shape == "gear")
    return solid_mesh(gear_mesh({.pitch_radius_m = table.radius_m,
                                 .length_m = table.length_m,
                                 .teeth = table.teeth,
                                 .backlash_m = table.backlash_m}),
                      density);
  TriangleMesh mesh;
  std::string name = "the hull";
  if (table.file.empty()) {
    for (const auto& [x, y, z] : table.points_m) mesh.positions_m.emplace_back(glm::dvec3(x, y, z));
  } else {
    name = find_mesh_file(table.file);
    mesh = load_named(reader, name, opening_);
    float side_m = table.longest_side_m.value_or(0.0f);
    if (!table.longest_side_m) {
      Box box;
      for (const glm::vec3& x : mesh.positions_m) box.add(x);
      const glm::vec3 size_m = box.high_m - box.low_m;
      side_m = std::max({size_m.x, size_m.y, size_m.z});
    }
    fit(mesh, side_m, glm::vec3(0.0f));
  }
  const char* const key = table.file.empty() ? "points_m" : "file";
  constexpr std::size_t max_triangles = 10'000;
  const auto checked = [&](TriangleMesh surface) {
    if (surface.triangles.size() > max_triangles)
      reader.fail(key,
                  fmt::format("makes a body of {} triangles, but at most {} can collide; name a "
                              "coarser mesh",
                              surface.triangles.size(), max_triangles));
    return surface;
  };
  if (table.shape == "hull") {
    if (!table.file.empty() && !is_closed(mesh))
      opening_.notes.push_back(name + ": is open; its hull closes it");
    const TriangleMesh hull = checked(blaming(
        reader, key, [&] { return convex_hull(mesh.positions_m, name); }, "has no hull"));
    return blaming(
        reader, key, [&] { return solid_hull(hull, density); }, "has no hull");
  }
  std::string note;
  const auto close = [&] {
    return closed_surface(std::move(mesh), name, note, opening_.progress, "take its hull");
  };
  const TriangleMesh closed = checked(blaming(reader, key, close, "cannot be a body"));
  if (!note.empty()) opening_.notes.push_back(name + ": " + note);
  return blaming(
      reader, key, [&] { return solid_mesh(closed, density); }, "cannot be a body");
}

int JointsMaker::add_solid(const RigidSolid& solid, const RigidTable& table, int copy) {
  const glm::vec3& color = table.colors[copy % table.colors.size()];
  const Material material{color, color, table.roughness};
  const int colors = static_cast<int>(table.colors.size());
  if (copy == 0) {
    model_.bodies.push_back(body_of({solid}, material, model_));
  } else {
    const int first = bodies() - copy;
    RigidBody body = model_.bodies[bodies() - (copy < colors ? copy : colors)];
    if (copy < colors) {
      StaticMesh look = model_.looks[model_.bodies[first].look];
      look.material = material;
      body.look = static_cast<int>(model_.looks.size());
      model_.looks.push_back(std::move(look));
    }
    body.pose.position_m =
        model_.bodies[first].pose.position_m + glm::dvec3(table.step_m) * static_cast<double>(copy);
    model_.bodies.push_back(body);
  }
  return bodies() - 1;
}

void JointsMaker::add(const RigidTable& table, const TableReader& reader) {
  if (!table.part_of.empty()) {
    add_part(table, reader);
    return;
  }
  const glm::dvec4 turn = glm::normalize(
      turn_around(glm::dvec3(table.turn_axis.unit), glm::radians(as_written(table.turn_deg))));
  RigidSolid solid = solid_of(table, reader);
  if (table.mass_kg) solid.weigh(as_written(*table.mass_kg));
  const RigidSolid placed = solid.placed(turn, glm::dvec3(table.center_m));
  for (int i = 0; i < table.count; ++i) {
    const glm::vec3& color = table.colors[i % table.colors.size()];
    const int index = table.shape == "box"
                          ? add_box(glm::dvec3(table.center_m) +
                                        glm::dvec3(table.step_m) * static_cast<double>(i),
                                    turn, table.size_m, as_written(table.density_kg_m3),
                                    {color, color, table.roughness})
                          : add_solid(placed, table, i);
    RigidBody& body = model_.bodies[index];
    if (table.mass_kg) {
      body.inertia_kg_m2 *= as_written(*table.mass_kg) / body.mass_kg;
      body.mass_kg = as_written(*table.mass_kg);
    }
    if (table.inertia_kg_m2) body.inertia_kg_m2 = glm::dvec3(*table.inertia_kg_m2);
    body.velocity_m_s = glm::dvec3(table.velocity_m_s);
    body.spin_rad_s = glm::dvec3(table.spin_rad_s);
    body.held = table.held;
    body.touches = table.touches;
    call(index,
         table.count > 1 && !table.name.empty() ? fmt::format("{} {}", table.name, i + 1)
                                                : table.name,
         reader);
    if (!table.name.empty())
      wholes_[index] = {{placed}, table.inertia_kg_m2.has_value(), table.count > 1};
  }
}

/// A body of several shapes has one look, that of its first.
void JointsMaker::add_part(const RigidTable& table, const TableReader& reader) {
  const int index = body_called(table.part_of, reader, "part_of");
  const auto whole = wholes_.find(index);
  if (whole == wholes_.end() || whole->second.is_copied)
    reader.fail("part_of", fmt::format("names '{}', which is a copy, or a link of a chain: only a "
                                       "single [[rigid]] can have parts",
                                       table.part_of));
  if (whole->second.is_given_inertia)
    reader.fail("part_of", fmt::format("names '{}', whose inertia_kg_m2 is given: with parts it "
                                       "follows from theirs",
                                       table.part_of));
  RigidSolid solid = solid_of(table, reader);
  if (table.mass_kg) solid.weigh(as_written(*table.mass_kg));
  const glm::dvec4 turn = glm::normalize(
      turn_around(glm::dvec3(table.turn_axis.unit), glm::radians(as_written(table.turn_deg))));
  whole->second.parts.push_back(solid.placed(turn, glm::dvec3(table.center_m)));
  const RigidBody before = model_.bodies[index];
  RigidBody body = body_of(whole->second.parts, model_.looks[before.look].material, model_);
  body.velocity_m_s = before.velocity_m_s;
  body.spin_rad_s = before.spin_rad_s;
  body.held = before.held;
  body.touches = before.touches;
  model_.bodies[index] = body;
}

void JointsMaker::add(const ChainTable& table, const TableReader& reader) {
  const std::vector<glm::dvec3> points_m = hanging_arc_m(
      glm::dvec3(table.from_m), glm::dvec3(table.to_m), table.links, as_written(table.slack));
  const int first = static_cast<int>(model_.bodies.size());
  for (int i = 0; i < table.links; ++i) {
    const glm::dvec3 along = points_m[i + 1] - points_m[i];
    // Every other link is turned by a quarter, as those of a chain are.
    const glm::vec3 size_m(static_cast<float>(glm::length(along)),
                           table.width_m * (i % 2 == 0 ? 1.0f : 0.5f),
                           table.width_m * (i % 2 == 0 ? 0.5f : 1.0f));
    const glm::vec3& color = table.colors[i % table.colors.size()];
    const int body = add_box(0.5 * (points_m[i] + points_m[i + 1]), turn_to(along), size_m,
                             as_written(table.density_kg_m3), {color, color, table.roughness});
    if (i > 0) add_ball(body - 1, body, points_m[i], table.breaks_at_N);
    if (!table.name.empty()) call(body, fmt::format("{} {}", table.name, i + 1), reader);
  }
  for (int end = 0; end < 2; ++end) {
    if (table.ends[end] == "free") continue;
    const int other =
        table.ends[end] == "world" ? -1 : body_called(table.ends[end], reader, "ends");
    add_ball(end == 0 ? first : first + table.links - 1, other,
             end == 0 ? points_m.front() : points_m.back(), table.breaks_at_N);
  }
}

void JointsMaker::add(const JointTable& table, const TableReader& reader) {
  if (!table.vertex_of.empty()) {
    add_vertex_joints(table, reader);
    return;
  }
  const int a = body_called(table.bodies.front(), reader, "bodies");
  const int b = table.bodies.size() > 1 && table.bodies.back() != "world"
                    ? body_called(table.bodies.back(), reader, "bodies")
                    : -1;
  if (a == b) reader.fail("bodies", "names one body twice");
  if (model_.bodies[a].held && (b < 0 || model_.bodies[b].held))
    reader.fail("bodies", "names nothing that can move: fixed bodies need no joint");
  const JointKind kind =
      *std::ranges::find(all_joint_kinds, table.kind, [](JointKind one) { return name_of(one); });
  const glm::dvec3 at_m(table.at_m), other_at_m(table.other_at_m.value_or(table.at_m));
  const glm::dvec3 axis(table.axis.unit);
  RigidJoint joint = kind == JointKind::universal
                         ? universal_at(model_, a, b, at_m, other_at_m, axis, other_axis_of(table))
                         : joint_between(model_, kind, a, b, at_m, other_at_m, axis);
  joint.way = way_of(table);
  const double start = kind == JointKind::slider ? glm::dot(at_m - other_at_m, axis) : 0.0;
  if (start < joint.way.low - 1e-9 || start > joint.way.high + 1e-9)
    reader.fail(table.is_hinge() ? "limits_deg" : "limits_m",
                fmt::format("must include {:.6g}, where it begins", start));
  if (table.breaks_at_N) joint.breaks_at_N = as_written(*table.breaks_at_N);
  model_.joints.push_back(std::move(joint));
}

// ---- The bridge ----
//
// From the side, a span between two towers: cables of a link a plank, a hanger of many links from
// the middle of each down to its plank, and planks that are joined to each other in the middle of
// their edges. A span's deck rests on its first tower and ends free before the second one, as
// decks of bridges do: held at both ends a straight chain would have one row too many.
//
//      |\__      __/|
//      | | \____/ | |
//      |_|__|__|__|_|
//      o============

int JointsMaker::add_tower(const BridgeTable& table, double x_m) {
  const double high_m = as_written(table.tower_m), deep_m = table.center_m.y;
  const double half_width_m = 0.5 * as_written(table.width_m);
  const float side_m = 0.12f * table.width_m;
  const auto add_held = [&](const glm::dvec3& center_m, const glm::vec3& size_m) {
    const int body = add_box(center_m, {0.0, 0.0, 0.0, 1.0}, size_m,
                             as_written(table.link_density_kg_m3), stone_look);
    model_.bodies[body].held = true;
    return body;
  };
  const glm::dvec3 middle(x_m, 0.5 * (high_m - deep_m) + deep_m, table.center_m.z);
  const float whole_m = static_cast<float>(high_m + deep_m);
  for (const double side : {-1.0, 1.0})
    add_held(middle + glm::dvec3(0.0, 0.0, side * half_width_m), {side_m, whole_m, side_m});
  // The beam that carries both cables and the deck's end.
  return add_held({x_m, deep_m + 0.96 * high_m, table.center_m.z},
                  {0.8f * side_m, 0.8f * side_m, table.width_m + side_m});
}

void JointsMaker::add_hanger(const BridgeTable& table, int cable, int plank,
                             const glm::dvec3& top_m, const glm::dvec3& foot_m, int links) {
  const glm::dvec3 step_m = (foot_m - top_m) / static_cast<double>(links);
  int before = cable;
  for (int i = 0; i < links; ++i) {
    const glm::vec3 size_m(static_cast<float>(glm::length(step_m)),
                           table.link_width_m * (i % 2 == 0 ? 1.0f : 0.5f),
                           table.link_width_m * (i % 2 == 0 ? 0.5f : 1.0f));
    const int link = add_box(top_m + step_m * (i + 0.5), turn_to(step_m), size_m,
                             as_written(table.link_density_kg_m3), steel_look);
    add_ball(link, before, top_m + step_m * static_cast<double>(i), table.breaks_at_N);
    before = link;
  }
  add_ball(before, plank, foot_m, table.breaks_at_N);
}

void JointsMaker::add_span(const BridgeTable& table, double start_m, int planks, int first_hanger,
                           int span, const std::vector<int>& links, int tower, int next_tower) {
  const double pitch_m = as_written(table.pitch_m), width_m = as_written(table.width_m);
  const double deck_m = table.center_m.y, middle_m = table.center_m.z;
  const double length_m = pitch_m * (planks + 1);
  const auto cable_m = [&](double x_m) {
    const double u = 2.0 * x_m / length_m - 1.0;
    return deck_m + as_written(table.lowest_m) +
           (as_written(table.tower_m) - as_written(table.lowest_m)) * u * u;
  };
  const double density = as_written(table.plank_density_kg_m3);
  const glm::dvec4 straight(0.0, 0.0, 0.0, 1.0);
  const glm::vec3& color = table.colors[span % table.colors.size()];
  // A node of the cables is between two planks, the first and the last on the towers.
  const auto node_m = [&](int i) {
    return i == 0 ? 0.0 : i == planks ? length_m : pitch_m * (i + 0.5);
  };
  int plank_before = tower;
  int cables_before[2] = {tower, tower};
  for (int i = 0; i < planks; ++i) {
    const double x_m = start_m + pitch_m * (i + 1);
    const int plank = add_box({x_m, deck_m, middle_m}, straight,
                              {0.94f * table.pitch_m, table.thickness_m, table.width_m}, density,
                              i % 2 == 0 ? wood_look : dark_wood_look);
    planks_.push_back(plank);
    add_ball(plank, plank_before, {x_m - 0.5 * pitch_m, deck_m, middle_m}, table.breaks_at_N);
    plank_before = plank;
    for (int k = 0; k < table.banners; ++k) {
      const double side = k % 2 == 0 ? -1.0 : 1.0;
      const int places = (table.banners + 1) / 2;
      const double along = (k / 2 + 0.5) / places - 0.5;
      const glm::dvec3 at_m(x_m + 0.94 * pitch_m * along, deck_m - 0.5 * table.thickness_m,
                            middle_m + side * 0.47 * width_m);
      const glm::vec3 size_m(0.7f * table.pitch_m / static_cast<float>(places),
                             0.7f * table.pitch_m, 0.05f * table.pitch_m);
      const int banner = add_box(at_m - glm::dvec3(0.0, 0.5 * size_m.y, 0.0), straight, size_m,
                                 density, {color, color, 0.7f});
      add_ball(banner, plank, at_m, table.breaks_at_N);
    }
    for (int side = 0; side < 2; ++side) {
      const double z_m = middle_m + (side == 0 ? -0.5 : 0.5) * width_m;
      const glm::dvec3 left_m(start_m + node_m(i), cable_m(node_m(i)), z_m);
      const glm::dvec3 right_m(start_m + node_m(i + 1), cable_m(node_m(i + 1)), z_m);
      const glm::dvec3 along = right_m - left_m;
      const int link = add_box(
          0.5 * (left_m + right_m), turn_to(along),
          {static_cast<float>(glm::length(along)), table.cable_width_m, table.cable_width_m},
          as_written(table.link_density_kg_m3), cable_look);
      add_ball(link, cables_before[side], left_m, table.breaks_at_N);
      cables_before[side] = link;
      // Below the middle of the plank, on the straight line of the link.
      const double share = (x_m - left_m.x) / along.x;
      add_hanger(table, link, plank, left_m + along * share, {x_m, deck_m, z_m},
                 links[first_hanger + 2 * i + side]);
      if (i + 1 == planks) add_ball(link, next_tower, right_m, table.breaks_at_N);
    }
  }
}

void JointsMaker::add(const BridgeTable& table, const TableReader&) {
  const int first_body = bodies();
  std::vector<int> planks_of_span;
  for (int s = 0; s < table.spans; ++s)
    planks_of_span.push_back(table.planks / table.spans + (s < table.planks % table.spans));
  const double pitch_m = as_written(table.pitch_m);
  std::vector<double> hangers_m;
  double length_m = 0.0;
  for (const int planks : planks_of_span) {
    for (int i = 0; i < planks; ++i) {
      const double u = 2.0 * (i + 1) / (planks + 1) - 1.0;
      const double high_m = as_written(table.lowest_m) +
                            (as_written(table.tower_m) - as_written(table.lowest_m)) * u * u;
      hangers_m.insert(hangers_m.end(), 2, high_m);
    }
    length_m += pitch_m * (planks + 1);
  }
  const std::vector<int> links = shared_by(hangers_m, table.hanger_links);
  double x_m = table.center_m.x - 0.5 * length_m;
  int hanger = 0;
  int tower = add_tower(table, x_m);
  for (int s = 0; s < table.spans; ++s) {
    const double end_m = x_m + pitch_m * (planks_of_span[s] + 1);
    const int next_tower = add_tower(table, end_m);
    add_span(table, x_m, planks_of_span[s], hanger, s, links, tower, next_tower);
    hanger += 2 * planks_of_span[s];
    x_m = end_m;
    tower = next_tower;
  }
  if (!table.only_deck_touches) return;
  for (int b = first_body; b < bodies(); ++b)
    model_.bodies[b].touches = std::ranges::binary_search(planks_, b);
}

}  // namespace limber
