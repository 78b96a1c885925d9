#include "scenes/pile_table.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/piles/sphere_body.h"

namespace limber {

namespace {
constexpr double min_body_m = 1e-3;
constexpr int max_share = 1000;  ///< of one size among balls of several
constexpr int max_bodies = 10'000'000;
}  // namespace

std::vector<Key> keys_of(PileTable& t) {
  const auto shape = [&](std::vector<std::string> values) {
    return Only{"shape", &t.shape, std::move(values)};
  };
  const auto size = [&](const char* of, const char* help, float usual_m) {
    return Key("size_m", help, &t.size_m)
        .from(min_body_m, max_distance_m)
        .only_for(shape({of}))
        .by_default(usual_m);
  };
  const auto spheres = [&](const char* of, int usual, int fewest, int max_count) {
    return Key("spheres", "Spheres in each body", &t.spheres)
        .from(fewest, max_count)
        .only_for(shape({of}))
        .by_default(usual);
  };
  const auto surface_spheres = [&](const char* of, int usual) {
    return Key("surface_spheres", "Approximate number of spheres with filling `surface`",
               &t.surface_spheres)
        .from(0, max_spheres_in_a_body)
        .only_for(shape({of}))
        .by_default(usual);
  };
  return {
      Key("model",
          "What bodies touch with: spheres [Harada07], or as `shapes` what is drawn of them, as "
          "[[rigid]] bodies do. In the family `joints` usually shapes",
          &t.model)
          .one_of({"spheres", "shapes"}),
      Key("shape", "Shape; chess: sets of six pieces", &t.shape)
          .one_of({"ball", "block", "torus", "chess", "glass", "teapot", "mesh"}),
      Key("file",
          "A closed OBJ file, relative to the current folder, else among the models of "
          "glmark2-data",
          &t.file)
          .only_for(shape({"mesh"}))
          .or_else("none: must be given"),
      Key("drawn_triangles", "Approximate number of triangles that are drawn", &t.drawn_triangles)
          .from(50, 1000000)
          .only_for(shape({"mesh"})),
      size("ball", "Its diameter, in metres", 0.1f),
      Key("sizes",
          "Balls of several sizes: lists of a diameter in metres and a whole number, its share of "
          "the balls; `colors` has one colour, or one per size",
          &t.sizes)
          .from(1e-3, max_share)
          .only_for(shape({"ball"}))
          .or_else("none: all have `size_m`"),
      size("torus", "Its outer width, in metres", 0.15f),
      size("chess", "Height of the king, in metres", 0.1f),
      size("glass", "Its height, in metres", 0.1f),
      size("teapot", "Its length, in metres", 0.3f),
      size("mesh", "Its longest side, in metres", 0.3f),
      Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
      spheres("torus", 6, 3, 1000),
      spheres("chess", 4, 1, 100),
      spheres("teapot", 199, 1, max_spheres_in_a_body),
      spheres("mesh", 68, 1, max_spheres_in_a_body),
      surface_spheres("teapot", 131),
      surface_spheres("mesh", 55),
      Key("sphere_diameter_m", "Diameter of the spheres, in metres", &t.sphere_diameter_m)
          .from(min_body_m, max_distance_m)
          .only_for(shape({"chess"}))
          .or_else("0.3 of `size_m`"),
      Key("sphere_diameter_m", "Diameter of the spheres and thickness of its wall, in metres",
          &t.sphere_diameter_m)
          .from(min_body_m, max_distance_m)
          .only_for(shape({"glass"}))
          .or_else("0.08 of `size_m`"),
      Key("sphere_diameter_m", "Diameter of the spheres, in metres", &t.sphere_diameter_m)
          .from(min_body_m, max_distance_m)
          .only_for(shape({"block"}))
          .by_default(std::optional(0.05f)),
      Key("spheres_along", "Number of spheres along each axis", &t.spheres_along)
          .from(1, 64)
          .only_for(shape({"block"})),
      Key("filling", "Where its spheres are", &t.filling)
          .one_of({"solid", "surface"})
          .only_for(shape({"teapot", "mesh"})),
      Key("inside",
          "How its inside is found; both find the same. depth_peeling works on the GPU if "
          "there is one, else on all cores",
          &t.inside)
          .one_of({"ray_parity", "depth_peeling"})
          .only_for(shape({"teapot", "mesh"})),
      Key("count", "Number of bodies", &t.count).from(1, max_bodies),
      Key("columns", "Bodies along x in a layer", &t.columns).from(1, max_bodies),
      Key("rows", "Bodies along z in a layer", &t.rows).from(1, max_bodies).or_else("as `columns`"),
      Key("step_m", "Distance from body to body along each axis, in metres", &t.step_m)
          .from(0, max_distance_m)
          .or_else("far enough for any orientation"),
      Key("center_m", "Centre of the lowest layer, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m)
          .or_else("above the origin, by the width of a body"),
      Key("velocity_m_s", "Initial velocity, in m/s", &t.velocity_m_s).from(-100, 100),
      Key("jitter_m", "Random displacement of bodies, in metres", &t.jitter_m)
          .from(0, max_distance_m),
      Key("tumbled", "Whether each body has a random orientation", &t.tumbled),
      Key("seed", "Random seed", &t.seed).from(0, 1000000),
      Key("colors", "Linear RGB, one per body, in rotation; chess: of the two sides", &t.colors),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
      Key("transparency", "Fraction of light that passes through each side", &t.transparency)
          .from(0, 1),
  };
}

/// What the ranges of single numbers cannot say.
static void check_sizes(const TableReader& reader, const PileTable& table) {
  if (table.sizes.empty()) return;
  if (reader.has("size_m")) reader.fail("size_m", "and sizes are both given: leave one out");
  for (std::size_t i = 0; i < table.sizes.size(); ++i)
    if (const double share = table.sizes[i][1]; share < 1.0 || share != std::floor(share))
      reader.fail("sizes",
                  fmt::format("must hold whole numbers of balls, which list {} does not", i + 1));
  if (const std::size_t colors = table.colors.size(); colors != 1 && colors != table.sizes.size())
    reader.fail("colors", fmt::format("must be one, or one per size, but are {} for {} sizes",
                                      colors, table.sizes.size()));
}

PileTable read_pile_table(TableReader& reader, const std::string& model) {
  PileTable table;
  table.model = model;
  reader.read(keys_of(table));
  check_sizes(reader, table);
  if (table.model == "shapes")
    for (const char* key : {"spheres", "surface_spheres", "filling", "inside"})
      if (reader.has(key)) reader.fail(key, "has no effect with model = \"shapes\"");
  return table;
}

}  // namespace limber
