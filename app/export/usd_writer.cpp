#include "app/export/usd_writer.h"

#include <algorithm>
#include <utility>

namespace limber {

namespace {

/// USD names consist of letters, digits and underscores.
std::string usd_name(std::string name) {
  std::ranges::replace(name, '.', '_');
  return name;
}

std::string quoted(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '"' || c == '\\' || c < ' ' ? '_' : c;
  return '"' + safe + '"';
}

template <class Values, class Write>
void write_list(PartStream& out, const Values& values, const Write& write) {
  out.text("[");
  const char* between = "";
  for (const auto& value : values) {
    out.text("{}", between);
    write(value);
    between = ", ";
  }
  out.text("]");
}

// fmt writes the shortest decimals that round-trip.
void write_positions(PartStream& out, std::span<const glm::vec3> positions_m) {
  write_list(out, positions_m,
             [&](const glm::vec3& x) { out.text("({}, {}, {})", x.x, x.y, x.z); });
}

void write_corner_counts(PartStream& out, std::span<const glm::uvec3> triangles) {
  write_list(out, triangles, [&](const glm::uvec3&) { out.text("3"); });
}

void write_corners(PartStream& out, std::span<const glm::uvec3> triangles) {
  write_list(out, triangles, [&](const glm::uvec3& t) { out.text("{}, {}, {}", t.x, t.y, t.z); });
}

void write_topology(PartStream& out, std::span<const glm::uvec3> triangles) {
  out.text("        int[] faceVertexCounts = ");
  write_corner_counts(out, triangles);
  out.text("\n        int[] faceVertexIndices = ");
  write_corners(out, triangles);
  out.text("\n");
}

}  // namespace

UsdWriter::UsdWriter(const std::string& path, std::string scene, double fps)
    : scene_(std::move(scene)), fps_(fps), tracks_(path), out_(path) {}

ExportCounts UsdWriter::commit() {
  write_head();
  write_prototypes();
  out_.text("def Xform \"limber\"\n{{\n");
  for (const Tracks::Track& track : tracks_.tracks()) write_track(track);
  write_bodies();
  out_.text("}}\n");
  const ExportCounts counts{.frames = tracks_.frames().size(),
                            .objects = tracks_.tracks().size() + tracks_.bodies().size(),
                            .bytes = out_.size()};
  out_.commit();
  return counts;
}

void UsdWriter::write_head() {
  out_.text("#usda 1.0\n(\n    defaultPrim = \"limber\"\n    doc = {}\n",
            quoted("Limber: " + scene_));
  out_.text("    metersPerUnit = 1\n    upAxis = \"Y\"\n");
  out_.text("    startTimeCode = {}\n    endTimeCode = {}\n", tracks_.frames().front(),
            tracks_.frames().back());
  out_.text("    timeCodesPerSecond = {}\n    framesPerSecond = {}\n)\n", fps_, fps_);
}

/// Prototypes instanced by rigid bodies; not rendered themselves.
void UsdWriter::write_prototypes() {
  for (std::size_t i = 0; i < tracks_.meshes().size(); ++i) {
    const Tracks::Mesh& mesh = tracks_.meshes()[i];
    out_.text("class Xform \"_body{}\"\n{{\n    def Mesh \"mesh\"\n    {{\n", i);
    out_.text("        uniform token subdivisionScheme = \"none\"\n");
    write_topology(out_, mesh.triangles);
    out_.text("        point3f[] points = ");
    write_positions(out_, mesh.positions_m);
    out_.text("\n    }}\n}}\n");
  }
}

/// once: the value is constant; writes only the first frame's.
template <class Write>
void UsdWriter::write_samples(const char* attribute, bool once, const Write& write) {
  out_.text("        {}{} = ", attribute, once ? "" : ".timeSamples");
  if (once) {
    write(0);
  } else {
    out_.text("{{\n");
    for (std::size_t i = 0; i < tracks_.frames().size(); ++i) {
      out_.text("            {}: ", tracks_.frames()[i]);
      write(i);
      out_.text(",\n");
    }
    out_.text("        }}");
  }
  out_.text("\n");
}

void UsdWriter::write_track(const Tracks::Track& track) {
  const bool points = track.kind == Tracks::Kind::points;
  out_.text("    def {} \"{}\"\n    {{\n", points ? "Points" : "Mesh", usd_name(track.name));
  if (!points) out_.text("        uniform token subdivisionScheme = \"none\"\n");
  const auto triangles = [&](std::size_t i) { return tracks_.triangles(track.samples[i]); };
  if (track.kind == Tracks::Kind::surface) write_topology(out_, track.triangles);
  if (track.kind == Tracks::Kind::changing) {
    write_samples("int[] faceVertexCounts", false,
                  [&](std::size_t i) { write_corner_counts(out_, triangles(i)); });
    write_samples("int[] faceVertexIndices", false,
                  [&](std::size_t i) { write_corners(out_, triangles(i)); });
  }
  write_samples("point3f[] points", track.stands(), [&](std::size_t i) {
    write_positions(out_, tracks_.positions_m(track.samples[i]));
  });
  if (points)
    write_samples("float[] widths", track.stands(), [&](std::size_t i) {
      write_list(out_, tracks_.radii_m(track.samples[i]),
                 [&](float radius_m) { out_.text("{}", 2.0f * radius_m); });
    });
  out_.text("    }}\n");
}

void UsdWriter::write_bodies() {
  const int bodies = static_cast<int>(tracks_.bodies().size());
  for (int first = 0; first < bodies; first += tracks_.bodies_at_once()) {
    const int count = std::min(tracks_.bodies_at_once(), bodies - first);
    std::vector<std::vector<Tracks::Pose>> rows;
    for (std::size_t frame = 0; frame < tracks_.frames().size(); ++frame)
      rows.push_back(tracks_.poses(frame, first, count));
    for (int place = 0; place < count; ++place) write_body(first + place, rows, place);
  }
}

void UsdWriter::write_body(int body, std::span<const std::vector<Tracks::Pose>> rows, int place) {
  const auto pose = [&](std::size_t i) -> const Tracks::Pose& { return rows[i][place]; };
  bool stands = true;
  for (std::size_t i = 1; i < rows.size(); ++i) stands &= pose(i) == pose(0);
  const Tracks::Body& its = tracks_.bodies()[body];
  out_.text("    def Xform \"{}\" (\n        instanceable = true\n", usd_name(its.name));
  out_.text("        prepend references = </_body{}>\n    )\n    {{\n", its.mesh);
  write_samples("float3 xformOp:translate", stands, [&](std::size_t i) {
    const glm::vec3& x = pose(i).position_m;
    out_.text("({}, {}, {})", x.x, x.y, x.z);
  });
  write_samples("quatf xformOp:orient", stands, [&](std::size_t i) {
    const glm::vec4& q = pose(i).quaternion;
    out_.text("({}, {}, {}, {})", q.w, q.x, q.y, q.z);
  });
  out_.text(
      "        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n    "
      "}}\n");
}

}  // namespace limber
