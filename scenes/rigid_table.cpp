#include "scenes/rigid_table.h"

#include <fmt/format.h>

#include <utility>

#include "sim/joints/joints_model.h"
#include "sim/mesh/gear_mesh.h"

namespace limber {

std::vector<Key> keys_of(RigidTable& t) {
  const auto shape = [&](std::vector<std::string> shapes) {
    return Only{"shape", &t.shape, std::move(shapes)};
  };
  return {
      Key("name",
          "Name that joints and chains use; copies are called \"NAME 1\", \"NAME 2\" and so on",
          &t.name)
          .or_else("none"),
      Key("part_of",
          "Name of a body of an earlier table, of which this becomes a part; masses add up",
          &t.part_of)
          .or_else("none: a body of its own"),
      Key("shape",
          "Shape; hull: the convex hull of a mesh or of points; mesh: the closed surface in a file",
          &t.shape)
          .one_of({"box", "ball", "capsule", "cylinder", "gear", "hull", "mesh"}),
      Key("center_m", "Its centre, or the origin of its points, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("size_m", "Lengths of its sides, in metres", &t.size_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"box"})),
      Key("radius_m", "Its radius, in metres", &t.radius_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"ball", "capsule", "cylinder"})),
      Key("radius_m",
          "Radius at which its teeth meet those of another: the sum of both is their distance, in "
          "metres",
          &t.radius_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"gear"})),
      Key("length_m",
          "Length of a cylinder or gear, or of the straight part of a capsule, along its y, in "
          "metres",
          &t.length_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"capsule", "cylinder", "gear"})),
      Key("teeth", "Number of involute teeth, one of them at its x", &t.teeth)
          .from(min_gear_teeth, 200)
          .only_for(shape({"gear"})),
      Key("backlash_m",
          "By which its teeth are thinner than the gaps of another, in metres; of two gears that "
          "mesh, both together must leave room for twice the contact distance",
          &t.backlash_m)
          .from(0, max_distance_m)
          .only_for(shape({"gear"})),
      Key("file", "Path of an OBJ file", &t.file)
          .only_for(shape({"hull", "mesh"}))
          .or_else("none; must be given for a mesh"),
      Key("longest_side_m", "Longest side to which the mesh is scaled, in metres",
          &t.longest_side_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"hull", "mesh"}))
          .or_else("as in the file"),
      Key("points_m", "`[x, y, z]` in metres from center_m: points of the hull without a file",
          &t.points_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(shape({"hull"}))
          .or_else("none"),
      Key("turn_axis", "Axis of its initial rotation", &t.turn_axis),
      Key("turn_deg", "Angle of its initial rotation, in degrees", &t.turn_deg).from(-360, 360),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      Key("mass_kg", "Its mass, in kg", &t.mass_kg).from(1e-6, 1e9).or_else("from its density"),
      Key("inertia_kg_m2", "Its moments of inertia about the axes of the box", &t.inertia_kg_m2)
          .from(0, 1e12)
          .only_for(shape({"box"}))
          .or_else("those of a solid box"),
      Key("velocity_m_s", "Initial velocity, in m/s", &t.velocity_m_s).from(-100, 100),
      Key("spin_rad_s", "Initial angular velocity", &t.spin_rad_s).from(-1000, 1000),
      Key("held", "Whether it is fixed", &t.held),
      Key("touches", "Whether it collides with other bodies; all collide with colliders",
          &t.touches),
      Key("count", "Number of copies", &t.count).from(1, 1'000'000),
      Key("step_m", "Offset from copy to copy, in metres", &t.step_m)
          .from(-max_distance_m, max_distance_m),
      Key("colors", "Linear RGB, one per copy, in rotation", &t.colors),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
  };
}

RigidTable read_rigid_table(TableReader& reader) {
  RigidTable table;
  reader.read(keys_of(table));
  if (table.shape == "mesh" && table.file.empty())
    reader.fail("file", "is missing: a mesh needs the path of an OBJ file");
  if (table.shape == "hull" && table.file.empty() == table.points_m.empty())
    reader.fail("points_m", "or a file must be given for a hull, and not both");
  if (table.shape == "gear")
    if (const float max_m = 0.9f * max_backlash_m(table.radius_m, table.teeth);
        table.backlash_m > max_m)
      reader.fail("backlash_m", fmt::format("is {:.3g} m, but teeth of this size allow {:.3g} m",
                                            table.backlash_m, max_m));
  if (!table.part_of.empty())
    for (const char* key : {"name", "count", "velocity_m_s", "spin_rad_s", "held", "touches",
                            "inertia_kg_m2", "colors", "roughness"})
      if (reader.has(key)) reader.fail(key, "has no effect on a part: it is that of its body");
  if (!table.inertia_kg_m2) return table;
  const glm::vec3 inertia = *table.inertia_kg_m2;
  if (!is_inertia(glm::dvec3(inertia)))
    reader.fail("inertia_kg_m2",
                fmt::format("is [{}, {}, {}], which no body has: each must be above 0, and none "
                            "above the sum of the two others",
                            inertia.x, inertia.y, inertia.z));
  return table;
}

}  // namespace limber
