// --mesh writes what was published. Files are read back by independent code, and rigid bodies are
// placed by rotation matrices in double precision.

#include "app/mesh_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "kernels/buffer.h"
#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/mesh/obj_file.h"
#include "tests/each_backend.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

struct ReadMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::ivec3> triangles;  ///< from 0
  std::vector<std::string> names;
  std::vector<int> body;  ///< of each triangle
};

ReadMesh read_obj(const fs::path& path) {
  ReadMesh mesh;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string keyword, a, b, c;
    words >> keyword >> a >> b >> c;
    if (keyword == "o") mesh.names.push_back(a);
    if (keyword == "v")
      mesh.positions_m.emplace_back(std::strtof(a.c_str(), nullptr),
                                    std::strtof(b.c_str(), nullptr),
                                    std::strtof(c.c_str(), nullptr));
    if (keyword == "f") {
      mesh.triangles.emplace_back(std::stoi(a) - 1, std::stoi(b) - 1, std::stoi(c) - 1);
      mesh.body.push_back(static_cast<int>(mesh.names.size()) - 1);
    }
  }
  return mesh;
}

/// Reads only the kind of PLY that is written.
ReadMesh read_ply(const fs::path& path) {
  ReadMesh mesh;
  std::ifstream in(path, std::ios::binary);
  std::size_t vertices = 0, faces = 0;
  std::string layout, line;
  while (std::getline(in, line) && line != "end_header") {
    std::istringstream words(line);
    std::string keyword, what, name;
    words >> keyword >> what;
    if (keyword == "comment" && what == "body" && words >> what >> name) mesh.names.push_back(name);
    if (keyword == "element") words >> (what == "vertex" ? vertices : faces);
    if (keyword != "comment" && keyword != "element") layout += line + "|";
  }
  EXPECT_EQ(
      layout,
      "ply|format binary_little_endian 1.0|property float x|property float y|property float z|"
      "property list uchar int vertex_indices|property int body|");
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (bytes.size() != 12 * vertices + 17 * faces) {
    ADD_FAILURE() << bytes.size() << " bytes";
    return mesh;
  }
  const char* next = bytes.data();
  const auto number = [&next]<class T>(T) {
    T value;
    std::memcpy(&value, next, sizeof value);
    next += sizeof value;
    return value;
  };
  for (std::size_t i = 0; i < vertices; ++i) {
    const float x = number(0.0f), y = number(0.0f), z = number(0.0f);
    mesh.positions_m.emplace_back(x, y, z);
  }
  for (std::size_t i = 0; i < faces; ++i) {
    EXPECT_EQ(number(std::uint8_t{}), 3);
    const int a = number(0), b = number(0), c = number(0);
    mesh.triangles.emplace_back(a, b, c);
    mesh.body.push_back(number(0));
  }
  return mesh;
}

bool same_bits(const glm::vec3& a, const glm::vec3& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The triangles of each body by their corner positions, independent of vertex numbering.
using CornersByName = std::map<std::string, std::vector<glm::vec3>>;
CornersByName corners_by_name(const ReadMesh& mesh) {
  CornersByName corners;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (int k = 0; k < 3; ++k)
      corners[mesh.names.at(mesh.body[i])].push_back(mesh.positions_m.at(mesh.triangles[i][k]));
  return corners;
}

void expect_same_bits(const std::vector<glm::vec3>& written, const std::vector<glm::vec3>& right,
                      const std::string& what) {
  ASSERT_EQ(written.size(), right.size()) << what;
  for (std::size_t i = 0; i < right.size(); ++i)
    ASSERT_TRUE(same_bits(written[i], right[i])) << what << ", corner " << i;
}

void expect_near(const std::vector<glm::vec3>& written, const std::vector<glm::dvec3>& right,
                 const std::string& what) {
  ASSERT_EQ(written.size(), right.size()) << what;
  for (std::size_t i = 0; i < right.size(); ++i)
    for (int k = 0; k < 3; ++k)
      ASSERT_NEAR(written[i][k], right[i][k], 1e-7 * (1.0 + std::abs(right[i][k])))
          << what << ", corner " << i;
}

/// The rotation matrix of a unit quaternion, row by row.
glm::dvec3 placed(const PublishedVertex& pose, const glm::vec3& in_body_m) {
  double x = pose.normal.x, y = pose.normal.y, z = pose.normal.z, w = pose.quaternion_w;
  const double length = std::sqrt(x * x + y * y + z * z + w * w);
  x /= length, y /= length, z /= length, w /= length;
  const glm::dvec3 rows[] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  const glm::dvec3 v(in_body_m);
  return glm::dvec3(pose.position_m) +
         glm::dvec3(glm::dot(rows[0], v), glm::dot(rows[1], v), glm::dot(rows[2], v));
}

std::vector<glm::dvec3> placed_corners(const PublishedVertex& pose, const StaticMesh& mesh) {
  std::vector<glm::dvec3> corners;
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) corners.push_back(placed(pose, mesh.positions_m[t[k]]));
  return corners;
}

std::vector<glm::vec3> corners_of(const std::vector<glm::vec3>& positions_m,
                                  const std::vector<glm::uvec3>& triangles) {
  std::vector<glm::vec3> corners;
  for (const glm::uvec3& t : triangles)
    for (int k = 0; k < 3; ++k) corners.push_back(positions_m[t[k]]);
  return corners;
}

// Numbers that need many digits.
class Numbers {
 public:
  float operator()() {
    return std::ldexp(std::uniform_real_distribution<float>(-1.0f, 1.0f)(random_),
                      std::uniform_int_distribution<int>(-3, 3)(random_));
  }
  glm::vec3 place() { return {(*this)(), (*this)(), (*this)()}; }
  PublishedVertex pose() {
    std::normal_distribution<float> normal;
    const glm::vec4 q = glm::normalize(
        glm::vec4(normal(random_), normal(random_), normal(random_), normal(random_)));
    return {place(), 0.0f, glm::vec3(q), q.w};
  }
  StaticMesh mesh(int vertices) {
    StaticMesh mesh;
    for (int i = 0; i < vertices; ++i) mesh.positions_m.push_back(place());
    for (unsigned i = 2; i < static_cast<unsigned>(vertices); ++i)
      mesh.triangles.emplace_back(i - 2, i, i - 1);
    return mesh;
  }

 private:
  std::mt19937 random_{7};
};

/// A draw list with everything.
struct Everything {
  DrawList list;
  std::vector<PublishedVertex> vertices;

  Everything() {
    Numbers numbers;
    // Vertices 0 and 6 to 8 are in no triangle. Part 1 has two pieces, which alternate.
    list.triangles = {{3, 1, 2}, {9, 11, 10}, {14, 12, 13}, {15, 10, 11}, {13, 14, 16}, {5, 4, 3}};
    list.parts = {{0, 1, {}}, {1, 4, {}}, {5, 1, {}}};
    for (int i = 0; i < 17; ++i) vertices.push_back({numbers.place(), 0.0f, {0, 1, 0}, 0.0f});
    list.instances = {{numbers.mesh(5), 17, 3}, {numbers.mesh(7), 20, 2}};
    list.moving_scenery = {{numbers.mesh(4), 22, 1}};
    for (int i = 0; i < 6; ++i) vertices.push_back(numbers.pose());
    list.spheres = {{23, 4, 0.25f, 2}};
    for (int i = 0; i < 4; ++i) vertices.push_back({numbers.place(), 0.0f, {NAN, NAN, NAN}, NAN});
    list.scenery = {numbers.mesh(3), numbers.mesh(6)};
    list.ground = true;
    list.vertex_count = static_cast<int>(vertices.size());
  }
};

class MeshFile : public testing::Test {
 protected:
  /// The same from both formats.
  ReadMesh written(const Everything& all, bool as_spheres = false) {
    const DrawnObjects drawn(all.list, all.vertices, as_spheres);
    const MeshFileCounts counts = write_mesh_file(obj, drawn.objects());
    EXPECT_EQ(counts.bytes, fs::file_size(obj));
    const MeshFileCounts binary = write_mesh_file(ply, drawn.objects());
    EXPECT_EQ(binary.bytes, fs::file_size(ply));
    const ReadMesh mesh = read_both();
    EXPECT_EQ(counts.objects, mesh.names.size());
    EXPECT_EQ(counts.vertices, mesh.positions_m.size());
    EXPECT_EQ(counts.triangles, mesh.triangles.size());
    return mesh;
  }
  ReadMesh read_both() {
    const ReadMesh mesh = read_obj(obj), binary = read_ply(ply);
    EXPECT_EQ(mesh.names, binary.names);
    EXPECT_EQ(mesh.triangles, binary.triangles);
    EXPECT_EQ(mesh.body, binary.body);
    expect_same_bits(mesh.positions_m, binary.positions_m, "OBJ and PLY");
    return mesh;
  }

  TemporaryFolder folder;
  std::string obj = folder.path() / "a.obj";
  std::string ply = folder.path() / "a.ply";
};

TEST_F(MeshFile, HasAnObjectForEachBody) {
  const ReadMesh mesh = written({});
  EXPECT_EQ(mesh.names,
            (std::vector<std::string>{"surface0", "surface1.0", "surface1.1", "surface2",
                                      "instance0.0", "instance0.1", "instance0.2", "instance1.0",
                                      "instance1.1", "collider0", "collider1", "collider2"}));
  // No duplicates, none without a triangle: 3 + 4 + 4 + 3, instances, scenery.
  EXPECT_EQ(mesh.positions_m.size(), 14 + 3 * 5 + 2 * 7 + 3 + 6 + 4);
}

TEST_F(MeshFile, KeepsPublishedBitsInTheOrderDrawn) {
  const Everything all;
  const ReadMesh mesh = written(all);
  std::vector<glm::vec3> published_m;
  for (const PublishedVertex& vertex : all.vertices) published_m.push_back(vertex.position_m);
  const auto expect = [&](const std::string& name, const std::vector<glm::uvec3>& triangles) {
    expect_same_bits(corners_by_name(mesh)[name], corners_of(published_m, triangles), name);
  };
  const std::vector<glm::uvec3>& t = all.list.triangles;
  expect("surface0", {t[0]});
  expect("surface1.0", {t[1], t[3]});
  expect("surface1.1", {t[2], t[4]});
  expect("surface2", {t[5]});
  // Vertices of an object are in published order.
  const std::vector<int> order{1, 2, 3, 9, 10, 11, 15, 12, 13, 14, 16, 3, 4, 5};
  for (std::size_t i = 0; i < order.size(); ++i)
    EXPECT_TRUE(same_bits(mesh.positions_m[i], published_m[order[i]])) << i;
}

TEST_F(MeshFile, PlacesRigidBodiesByTheirPoses) {
  const Everything all;
  const ReadMesh mesh = written(all);
  for (std::size_t p = 0; p < all.list.instances.size(); ++p) {
    const InstancedPart& part = all.list.instances[p];
    for (int k = 0; k < part.count; ++k) {
      const std::string name = "instance" + std::to_string(p) + "." + std::to_string(k);
      expect_near(corners_by_name(mesh)[name],
                  placed_corners(all.vertices[part.first_vertex + k], part.mesh), name);
    }
  }
  expect_near(corners_by_name(mesh)["collider2"],
              placed_corners(all.vertices[22], all.list.moving_scenery[0].mesh), "collider2");
}

TEST_F(MeshFile, HasSceneryAsItLies) {
  const Everything all;
  const ReadMesh mesh = written(all);
  for (int i = 0; i < 2; ++i) {
    const StaticMesh& scenery = all.list.scenery[i];
    const std::string name = "collider" + std::to_string(i);
    expect_same_bits(corners_by_name(mesh)[name],
                     corners_of(scenery.positions_m, scenery.triangles), name);
  }
}

/// A part with three components, and a part that shares vertices with the last of them.
TEST(DrawnObjects, LeavesPartsOfTooManyPiecesWhole) {
  DrawList list;
  list.triangles = {{0, 1, 2}, {5, 4, 3}, {6, 7, 8}, {8, 7, 9}};
  list.parts = {{0, 3, {}}, {3, 1, {}}};
  list.vertex_count = 10;
  Numbers numbers;
  std::vector<PublishedVertex> vertices;
  for (int i = 0; i < 10; ++i) vertices.push_back({numbers.place(), 0.0f, {0, 1, 0}, 0.0f});
  const DrawnObjects drawn(list, vertices, false, {}, 2);
  ASSERT_EQ(drawn.objects().size(), 2);
  const DrawnObject &whole = drawn.objects()[0], &beside = drawn.objects()[1];
  EXPECT_EQ(whole.name, "surface0");
  EXPECT_EQ(whole.positions_m.size(), 9);
  EXPECT_TRUE(std::ranges::equal(whole.triangles, std::span(list.triangles).first(3)));
  EXPECT_EQ(beside.name, "surface1");
  EXPECT_EQ(beside.positions_m.size(), 3);
  EXPECT_EQ(DrawnObjects(list, vertices, false, {}, 3).objects().size(), 4);
}

TEST_F(MeshFile, HasSpheresWhereTheyAreShown) {
  Everything all;
  const auto check = [&](const ReadMesh& mesh) {
    for (int body = 0; body < 2; ++body) {
      const std::vector<glm::vec3> corners =
          corners_by_name(mesh)["spheres0." + std::to_string(body)];
      ASSERT_EQ(corners.size(), 2 * 3 * 1280);
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t sphere = i / (3 * 1280);
        EXPECT_NEAR(glm::distance(corners[i], all.vertices[23 + 2 * body + sphere].position_m),
                    0.25f, 2e-6f);
      }
    }
    for (const std::string& name : mesh.names) EXPECT_FALSE(name.starts_with("instance"));
  };
  check(written(all, true));
  for (InstancedPart& part : all.list.instances) part.mesh = {};
  check(written(all, false));
}

/// Opened by the reader of users' meshes.
TEST_F(MeshFile, IsAnObjThatOpens) {
  const Everything all;
  const ReadMesh mesh = written(all);
  const TriangleMesh read = load_obj(obj);
  expect_same_bits(read.positions_m, mesh.positions_m, "load_obj");
  ASSERT_EQ(read.triangles.size(), mesh.triangles.size());
  for (std::size_t i = 0; i < read.triangles.size(); ++i)
    EXPECT_EQ(glm::ivec3(read.triangles[i]), mesh.triangles[i]) << i;
}

TEST_F(MeshFile, LeavesNothingOfAStateThatIsNotFinite) {
  Everything all;
  all.vertices[16].position_m.y = INFINITY;
  const DrawnObjects drawn(all.list, all.vertices, false);
  for (const std::string& path : {obj, ply}) {
    try {
      write_mesh_file(path, drawn.objects());
      FAIL() << "it was written";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::diverged);
      EXPECT_NE(std::string(error.what()).find("surface1.1"), std::string::npos) << error.what();
    }
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

/// The solvers' spheres fill the bodies: with a wrong orientation, some would be outside.
void expect_bodies_around_their_spheres(const CornersByName& corners, std::size_t part,
                                        const DrawnSpheres& spheres,
                                        const std::vector<PublishedVertex>& vertices) {
  for (int i = 0; i < spheres.count; ++i) {
    const std::string name =
        "instance" + std::to_string(part) + "." + std::to_string(i / spheres.spheres_per_body);
    glm::vec3 low_m(INFINITY), high_m(-INFINITY);
    for (const glm::vec3& x : corners.at(name)) {
      low_m = glm::min(low_m, x);
      high_m = glm::max(high_m, x);
    }
    const glm::vec3 center_m = vertices[spheres.first_vertex + i].position_m;
    const float slack_m = 0.2f * spheres.radius_m;
    ASSERT_TRUE(glm::all(glm::greaterThan(center_m, low_m - slack_m)) &&
                glm::all(glm::lessThan(center_m, high_m + slack_m)))
        << name << ", sphere " << i % spheres.spheres_per_body;
  }
}

class MeshOfSession : public EachBackend {};
EACH_BACKEND(MeshOfSession);

/// Each family, after some frames.
TEST_P(MeshOfSession, IsWhatIsPublished) {
  for (const char* scene : {"cloth/flags", "fem/beam", "piles/few"}) {
    SCOPED_TRACE(scene);
    const TemporaryFolder folder;
    const std::string path = folder.path() / "a.ply";
    Session session(GetParam(), 2);
    session.open(open_scene(scene));
    for (int frame = 0; frame < 5; ++frame) session.advance(1.0 / 60.0, {}, -1);
    testing::internal::CaptureStderr();
    write_mesh(path, session, false);
    const std::string said = testing::internal::GetCapturedStderr();
    const ReadMesh mesh = read_ply(path);
    const CornersByName corners = corners_by_name(mesh);
    EXPECT_EQ(said, "limber: wrote " + path + ": " + std::to_string(mesh.names.size()) +
                        " objects, " + std::to_string(mesh.positions_m.size()) + " vertices, " +
                        std::to_string(mesh.triangles.size()) + " triangles\n");

    const DrawList& list = session.world().draw_list();
    Buffer<PublishedVertex> buffer(session.exec(), list.vertex_count);
    session.step(0, buffer.view(), -1);
    const std::vector<PublishedVertex> vertices = buffer.download(session.exec());
    std::size_t expected = list.scenery.size() + list.moving_scenery.size();
    std::vector<glm::vec3> published_m;
    for (const PublishedVertex& vertex : vertices) published_m.push_back(vertex.position_m);
    for (std::size_t p = 0; p < list.parts.size(); ++p, ++expected) {
      const auto first = list.triangles.begin() + list.parts[p].first_triangle;
      const std::string name = "surface" + std::to_string(p);
      expect_same_bits(corners.at(name),
                       corners_of(published_m, {first, first + list.parts[p].triangle_count}),
                       name);
    }
    for (std::size_t p = 0; p < list.instances.size(); ++p) {
      const InstancedPart& part = list.instances[p];
      for (int k = 0; k < part.count; ++k, ++expected) {
        const std::string name = "instance" + std::to_string(p) + "." + std::to_string(k);
        expect_near(corners.at(name), placed_corners(vertices[part.first_vertex + k], part.mesh),
                    name);
      }
    }
    EXPECT_EQ(mesh.names.size(), expected);
    EXPECT_GT(mesh.triangles.size(), 0);
    for (std::size_t p = 0; p < list.spheres.size(); ++p)
      expect_bodies_around_their_spheres(corners, p, list.spheres[p], vertices);
  }
}

}  // namespace
}  // namespace limber
