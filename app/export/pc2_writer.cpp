#include "app/export/pc2_writer.h"

#include <fmt/format.h>

#include <deque>
#include <filesystem>

#include "app/mesh_file.h"
#include "app/part_stream.h"
#include "kernels/error.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_objects = 256;  ///< up to which each body has its own cache

std::string without_number(const std::string& name) { return name.substr(0, name.find('.')); }

std::string beside(const fs::path& path, const std::string& name) {
  return (path.parent_path() / (path.stem().string() + name)).string();
}

}  // namespace

Pc2Writer::Pc2Writer(const std::string& path) : path_(path), tracks_(path) {
  const PartFile cache(path), start(obj_of(path));
}

std::string Pc2Writer::obj_of(const std::string& path) { return beside(path, ".obj"); }

std::vector<Pc2Writer::Object> Pc2Writer::objects() const {
  std::vector<Object> objects;
  for (const Tracks::Track& track : tracks_.tracks())
    if (track.kind == Tracks::Kind::surface)
      objects.push_back({.name = track.name, .surface = &track});
  const bool many = objects.size() + tracks_.bodies().size() > max_objects;
  int number = 0;
  for (const Tracks::Body& body : tracks_.bodies()) {
    const std::string name = many ? without_number(body.name) : body.name;
    if (objects.empty() || objects.back().surface || objects.back().name != name)
      objects.push_back({.name = name, .first_body = number});
    ++objects.back().bodies;
    ++number;
  }
  return objects;
}

ExportCounts Pc2Writer::commit() {
  const std::vector<Object> all = objects();
  if (all.empty())
    throw Error(ExitCode::bad_input,
                fmt::format("{}: point caches need objects whose triangles do not change, and "
                            "there is none; name a .usda or .ply file",
                            path_));
  ExportCounts counts{.frames = tracks_.frames().size(), .objects = all.size()};
  for (const Tracks::Track& track : tracks_.tracks())
    if (track.kind != Tracks::Kind::surface)
      counts.left_out =
          "fluids and loose points are left out, since the number of points in a point cache is "
          "fixed; .usda files contain them";
  std::deque<PartStream> caches;  // without their names until all files are whole
  for (const Object& object : all) {
    write_cache(object,
                caches.emplace_back(
                    all.size() == 1 ? path_ : beside(path_, fmt::format("_{}.pc2", object.name))));
    counts.bytes += caches.back().size();
  }
  counts.bytes += write_start(all);
  for (PartStream& cache : caches) cache.commit();
  return counts;
}

std::size_t Pc2Writer::vertices(const Object& object) const {
  if (object.surface) return static_cast<std::size_t>(object.surface->samples.front().points);
  std::size_t vertices = 0;
  for (int k = 0; k < object.bodies; ++k)
    vertices += tracks_.meshes()[tracks_.bodies()[object.first_body + k].mesh].positions_m.size();
  return vertices;
}

std::vector<glm::vec3> Pc2Writer::positions_m(const Object& object, std::size_t frame) const {
  if (object.surface) return tracks_.positions_m(object.surface->samples[frame]);
  std::vector<glm::vec3> positions_m;
  const std::vector<Tracks::Pose> poses = tracks_.poses(frame, object.first_body, object.bodies);
  for (int k = 0; k < object.bodies; ++k) {
    const CopyPose copy{poses[k].position_m, poses[k].quaternion};
    for (const glm::vec3& x :
         tracks_.meshes()[tracks_.bodies()[object.first_body + k].mesh].positions_m)
      positions_m.push_back(copy.in_world_m(x));
  }
  return positions_m;
}

void Pc2Writer::write_cache(const Object& object, PartStream& out) const {
  out.text("POINTCACHE2");
  out.bytes('\0');
  out.bytes(std::int32_t{1});  // version
  out.bytes(static_cast<std::int32_t>(vertices(object)));
  out.bytes(static_cast<float>(tracks_.frames().front()));
  out.bytes(1.0f);  // frames per sample
  out.bytes(static_cast<std::int32_t>(tracks_.frames().size()));
  for (std::size_t frame = 0; frame < tracks_.frames().size(); ++frame)
    for (const glm::vec3& x : positions_m(object, frame)) out.bytes(x);
}

std::uint64_t Pc2Writer::write_start(const std::vector<Object>& objects) const {
  std::vector<Tracks::Mesh> meshes;
  std::vector<DrawnObject> drawn;
  for (const Object& object : objects) {
    Tracks::Mesh& mesh = meshes.emplace_back(Tracks::Mesh{positions_m(object, 0), {}});
    if (object.surface) {
      mesh.triangles = object.surface->triangles;
      continue;
    }
    unsigned first = 0;
    for (int k = 0; k < object.bodies; ++k) {
      const Tracks::Mesh& part = tracks_.meshes()[tracks_.bodies()[object.first_body + k].mesh];
      for (const glm::uvec3& t : part.triangles) mesh.triangles.push_back(t + first);
      first += static_cast<unsigned>(part.positions_m.size());
    }
  }
  for (std::size_t i = 0; i < objects.size(); ++i)
    drawn.push_back({objects[i].name, meshes[i].positions_m, meshes[i].triangles, {}});
  return write_mesh_file(obj_of(path_), drawn).bytes;
}

}  // namespace limber
