#include "app/export/scene_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "app/export/numbered_writer.h"
#include "app/export/pc2_writer.h"
#include "app/export/usd_writer.h"
#include "app/standard_streams.h"
#include "kernels/buffer.h"
#include "kernels/error.h"
#include "sim/fluid/fluid_mesh.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

enum class Format { usd, pc2, numbered };

Format format_of(const std::string& path) {
  const fs::path ending = fs::path(path).extension();
  if (ending == ".usda") return Format::usd;
  if (ending == ".pc2") return Format::pc2;
  if (ending == ".ply" || ending == ".obj") return Format::numbered;
  if (ending == ".abc")
    throw Error(ExitCode::usage,
                fmt::format("the export {} would be Alembic, for which Debian has no library; name "
                            "a .usda file, which the same programs open",
                            path));
  throw Error(
      ExitCode::usage,
      fmt::format("the export {} must have a name that ends in .usda, .pc2, .ply or .obj", path));
}

/// Maximum number of components into which a part is split. Mesh files hold any number, as for
/// --mesh; for other formats, programs expect few objects.
std::size_t max_pieces(const std::string& path) {
  return format_of(path) == Format::numbered ? std::numeric_limits<std::size_t>::max() : 100;
}

std::unique_ptr<ExportWriter> writer_for(const std::string& path, const std::string& scene,
                                         double fps) {
  switch (format_of(path)) {
    case Format::usd:
      return std::make_unique<UsdWriter>(path, scene, fps);
    case Format::pc2:
      return std::make_unique<Pc2Writer>(path);
    case Format::numbered:
      break;
  }
  return std::make_unique<NumberedWriter>(path);
}

/// Whether the scene is drawn as spheres; see DrawnObjects.
bool shows_spheres(const DrawList& list, bool as_spheres) {
  const bool meshes = std::ranges::any_of(list.instances, [](const InstancedPart& part) {
    return part.count > 0 && !part.mesh.triangles.empty();
  });
  return (as_spheres || !meshes) && !list.spheres.empty();
}

/// quaternion_w scales the radius of drops; 0: no particle.
ExportPoints particles(std::string name, std::span<const PublishedVertex> vertices,
                       float radius_m) {
  ExportPoints points{std::move(name), {}, {}};
  for (const PublishedVertex& vertex : vertices) {
    if (vertex.quaternion_w == 0.0f) continue;
    points.positions_m.push_back(vertex.position_m);
    points.radii_m.push_back(radius_m * vertex.quaternion_w);
  }
  return points;
}

/// 0 if invalid.
int frame_number(std::string_view text) {
  int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::max(number, 0) : 0;
}

}  // namespace

FrameRange parse_frame_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const std::string_view all = text;
    const FrameRange range{frame_number(all.substr(0, colon)), frame_number(all.substr(colon + 1))};
    if (range.first >= 1 && range.last >= range.first) return range;
  }
  throw Error(ExitCode::usage,
              fmt::format("--export-frames needs FIRST:LAST with frames from 1, for example 1:250, "
                          "not '{}'",
                          text));
}

void check_export(const std::string& path) {
  if (path.empty()) return;
  writer_for(path, "", 1.0);
}

bool export_writes(const std::string& path, const std::string& file) {
  const fs::path of_all = path, other = file;
  std::error_code failed;
  const auto folder = [&](const fs::path& of) {
    return fs::weakly_canonical(fs::absolute(of, failed).parent_path(), failed);
  };
  const bool beside = folder(of_all) == folder(other);
  if (!beside) return false;
  const std::string stem = of_all.stem().string(), name = other.stem().string();
  switch (format_of(path)) {
    case Format::usd:
      return false;  // except the file itself
    case Format::pc2:
      return name == stem && other.extension() == ".obj";
    case Format::numbered:
      break;
  }
  return other.extension() == of_all.extension() && name.starts_with(stem + "_") &&
         frame_number(std::string_view(name).substr(stem.size() + 1)) > 0;
}

SceneExport::SceneExport(const ExportWish& wish, const std::string& scene, const DrawList& list,
                         bool as_spheres, double fps)
    : wish_(wish),
      list_(list),
      as_spheres_(as_spheres),
      writer_(writer_for(wish.file, scene, fps)) {
  list_.constraint_lines.clear();
  const Format format = format_of(wish.file);
  const bool has_points = format != Format::numbered;
  if (!has_points || (format == Format::usd && wish.fluids != FluidsAs::points))
    surfaces_ = list.fluids;
  if (!has_points) return;
  if (wish.fluids != FluidsAs::surface) fluids_ = list.fluids;
  foams_ = list.foams;
  if (!shows_spheres(list, as_spheres)) return;
  spheres_ = std::exchange(list_.spheres, {});
  list_.instances.clear();
}

SceneExport::~SceneExport() = default;

std::vector<ExportPoints> SceneExport::points(std::span<const PublishedVertex> vertices) const {
  std::vector<ExportPoints> all;
  for (std::size_t n = 0; n < fluids_.size(); ++n) {
    const DrawnFluid& fluid = fluids_[n];
    all.push_back(particles(fmt::format("fluid{}_points", n),
                            vertices.subspan(fluid.first_vertex, fluid.count), fluid.radius_m));
  }
  for (std::size_t n = 0; n < foams_.size(); ++n) {
    const DrawnFoam& foam = foams_[n];
    all.push_back(particles(fmt::format("foam{}", n),
                            vertices.subspan(foam.first_vertex, foam.count), foam.radius_m));
  }
  for (std::size_t n = 0; n < spheres_.size(); ++n) {
    ExportPoints points{fmt::format("spheres{}", n), {}, {}};
    for (const PublishedVertex& vertex :
         vertices.subspan(spheres_[n].first_vertex, spheres_[n].count))
      points.positions_m.push_back(vertex.position_m);
    points.radii_m.assign(points.positions_m.size(), spheres_[n].radius_m);
    all.push_back(std::move(points));
  }
  return all;
}

void SceneExport::add(const Exec& exec, std::span<const PublishedVertex> vertices) {
  const bool wanted = wants_next();
  ++seen_;
  if (!wanted) return;
  std::vector<TriangleMesh> fluids;
  for (const DrawnFluid& fluid : surfaces_) {
    const Buffer<PublishedVertex> its(exec, vertices.subspan(fluid.first_vertex, fluid.count));
    fluids.push_back(fluid_surface(exec, its.view(), 2.0f * fluid.radius_m));
  }
  const DrawnObjects drawn(list_, vertices, as_spheres_, std::move(fluids), max_pieces(wish_.file));
  const std::vector<ExportPoints> its_points = points(vertices);
  writer_->add({seen_, drawn.objects(), its_points});
  ++frames_;
}

std::string SceneExport::commit() {
  if (frames_ == 0) return "there was no frame, so nothing is written";
  const ExportCounts counts = writer_->commit();
  std::string message =
      fmt::format("wrote {}: {} frames, {} objects, {:.1f} MB", one_line(wish_.file), counts.frames,
                  counts.objects, 1e-6 * static_cast<double>(counts.bytes));
  if (!counts.left_out.empty()) message += "; " + counts.left_out;
  return message;
}

}  // namespace limber
