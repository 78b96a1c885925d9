#include "sim/mesh/obj_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <utility>

#include "kernels/error.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

constexpr const char* tetrahedron =
    "# four vertices\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\n"
    "o it\ng side\ns 1\nusemtl red\nf 1 3 2\nf 1/1 2/1 4/1\nf 2//1 3//1 4//1\nf 1/1/1 4/1/1 "
    "3/1/1\n";

class ObjFileTest : public testing::Test {
 protected:
  TriangleMesh load(const std::string& text, std::string* note = nullptr) {
    std::ofstream(file, std::ios::binary) << text;
    return load_obj(file, note);
  }
  /// The sentence with which a file is refused.
  std::string refusal(const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    return refusal_of(file);
  }
  static std::string refusal_of(const fs::path& path) {
    try {
      load_obj(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "it was taken";
    return "";
  }
  TemporaryFolder folder;
  fs::path file = folder.path() / "mesh.obj";
};

/// Each edge once in each direction.
bool edges_are_paired(const TriangleMesh& mesh) {
  std::map<std::pair<unsigned, unsigned>, int> edges;
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  for (const auto& [edge, count] : edges)
    if (count != 1 || !edges.contains({edge.second, edge.first})) return false;
  return true;
}

float area_along_z(const TriangleMesh& mesh) {
  float area = 0;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::vec3 a = mesh.positions_m[t.x];
    const float z = glm::cross(mesh.positions_m[t.y] - a, mesh.positions_m[t.z] - a).z;
    EXPECT_GT(z, 0) << "a triangle is turned over";
    area += z / 2;
  }
  return area;
}

TEST_F(ObjFileTest, ReadsEveryWayToWriteACorner) {
  std::string note = "old";
  const TriangleMesh mesh = load(tetrahedron, &note);
  EXPECT_EQ(mesh.positions_m.size(), 4u);
  EXPECT_EQ(mesh.triangles.size(), 4u);
  EXPECT_EQ(mesh.triangles[0], glm::uvec3(0, 2, 1));
  EXPECT_TRUE(edges_are_paired(mesh));
  EXPECT_EQ(note, "");
}

TEST_F(ObjFileTest, ReadsNegativeIndicesColorsCommentsAndLineEnds) {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string text = "\xEF\xBB\xBFv 0 0 0 1 0 0|v\t+1e0 0 0 # second|  v 0 1. 0 1|f -3 -2 -1|";
    for (std::size_t at; (at = text.find('|')) != std::string::npos;) text.replace(at, 1, end);
    const TriangleMesh mesh = load(text);
    EXPECT_EQ(mesh.positions_m, (std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(mesh.triangles, (std::vector<glm::uvec3>{{0, 1, 2}}));
  }
}

TEST_F(ObjFileTest, TakesFacesBeforeTheirVertices) {
  EXPECT_EQ(load("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0").triangles.size(), 1u);
}

TEST_F(ObjFileTest, CutsPolygonsThatAreNotConvex) {
  // An L and an arrow, far from the origin and small: neither may depend on where it lies.
  const std::vector<std::vector<glm::vec2>> shapes{
      {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},
      {{0, 0}, {2, -2}, {0, 4}, {-2, -2}},
      {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}},  // a corner on a straight side
  };
  const std::vector<float> areas{5, 8, 4};
  for (std::size_t s = 0; s < shapes.size(); ++s)
    for (std::size_t start = 0; start < shapes[s].size(); ++start)
      for (const auto& [origin, scale] : {std::pair{0.0f, 1.0f}, {100.0f, 1.0f}, {0.0f, 1e-4f}}) {
        std::ostringstream text;
        for (const glm::vec2& p : shapes[s])
          text << "v " << origin + scale * p.x << ' ' << origin + scale * p.y << " 5\n";
        text << 'f';
        for (std::size_t k = 0; k < shapes[s].size(); ++k)
          text << ' ' << 1 + (start + k) % shapes[s].size();
        const TriangleMesh mesh = load(text.str());
        EXPECT_EQ(mesh.triangles.size(), shapes[s].size() - 2);
        EXPECT_NEAR(area_along_z(mesh) / (scale * scale), areas[s], 1e-3) << text.str();
      }
}

TEST_F(ObjFileTest, LeavesOutUnusedVerticesAndDegenerateTriangles) {
  std::string note;
  const TriangleMesh mesh = load(
      "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 8 8 8\n"
      "f 2 3 4\nf 2 2 3\nf 2 3 5\n",
      &note);
  EXPECT_EQ(mesh.positions_m, (std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (std::vector<glm::uvec3>{{0, 1, 2}}));
  EXPECT_EQ(note, "left out 2 triangles without an area");
}

TEST_F(ObjFileTest, WeldsByIndexOnly) {
  EXPECT_EQ(load("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 4 5 6\n")
                .positions_m.size(),
            6u);
}

TEST_F(ObjFileTest, RefusesMalformedLinesByNumber) {
  const std::string head = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const char* lines[] = {"v 1 2",
                         "v",
                         "v a b c",
                         "v 1 2 nan",
                         "v 1 inf 2",
                         "v 1 2 1e99",
                         "v 1 2 3x",
                         "v 1,5 2 3",
                         "v 1 2 3 y",
                         "f 1 2",
                         "f",
                         "f 1 2 4",
                         "f 0 1 2",
                         "f 1 2 -4",
                         "f 1 2 x",
                         "f 1 2 3.5",
                         "f 1 2 3/",
                         "f 1 2 3//",
                         "f 1 2 /3",
                         "f 1 2 3/x",
                         "f 1 2 3/1/1/1",
                         "f 1 2 99999999999",
                         "f 1 2 3/0",
                         "f 1 2 \\"};
  for (const char* line : lines) {
    const std::string sentence = refusal(head + line + "\nf 1 2 3\n");
    EXPECT_NE(sentence.find(":4: "), std::string::npos) << line << ": " << sentence;
  }
  EXPECT_EQ(refusal("v 1 2"), file.string() +
                                  ":1: a vertex needs three coordinates, this has 2; "
                                  "export the mesh again");
  std::string crowd = head + "f";
  for (int i = 0; i < 256; ++i) crowd += " 1";
  EXPECT_NE(refusal(crowd).find("256 corners"), std::string::npos);
}

TEST_F(ObjFileTest, RefusesFilesWithoutASurface) {
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal("v 0 0 0\nv 1 0 0\nv 0 1 0\n").find("no faces"), std::string::npos);
  EXPECT_NE(refusal("\x89PNG\r\n\x1a\n not an OBJ").find("no faces"), std::string::npos);
  EXPECT_NE(refusal("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 1\n").find("has an area"),
            std::string::npos);
  EXPECT_NE(refusal_of(folder.path()).find("folder"), std::string::npos);
  EXPECT_NE(refusal_of(folder.path() / "none.obj").find("no such file"), std::string::npos);
  EXPECT_NE(refusal_of(file / "below").find("no such file"), std::string::npos);
  EXPECT_NE(refusal_of("/dev/zero").find("not a file"), std::string::npos);
  EXPECT_NE(refusal_of(folder.path() / std::string(300, 'x')).find("no such file"),
            std::string::npos);
}

TEST_F(ObjFileTest, ReadsTheStanfordBunny) {
  const fs::path bunny = "/usr/share/glmark2/models/bunny.obj";
  if (!fs::exists(bunny)) GTEST_SKIP() << "glmark2-data is not installed";
  const TriangleMesh mesh = load_obj(bunny);
  EXPECT_EQ(mesh.positions_m.size(), 34835u);
  EXPECT_EQ(mesh.triangles.size(), 69666u);
  EXPECT_TRUE(edges_are_paired(mesh));
}

/// Whatever is in the file: a mesh with good indices and finite positions, or an Error.
void expect_mesh_or_error(const fs::path& file) {
  try {
    const TriangleMesh mesh = load_obj(file);
    ASSERT_FALSE(mesh.triangles.empty());
    for (const glm::uvec3& t : mesh.triangles)
      for (int k = 0; k < 3; ++k) {
        ASSERT_LT(t[k], mesh.positions_m.size());
        ASSERT_TRUE(std::isfinite(mesh.positions_m[t[k]].x));
      }
  } catch (const Error& error) {
    ASSERT_EQ(error.code(), ExitCode::bad_input);
  }
}

TEST_F(ObjFileTest, SurvivesTruncationAndFlippedBytes) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::string seed = std::string(tetrahedron) + "v 1 1 1\nf 1 2 3 4 5\nf -1 -2 -3 -4\n";
  for (int round = 0; round < 2000; ++round) {
    std::string text = seed;
    for (std::size_t flips = below(6); flips > 0; --flips)
      text[below(text.size())] = below(2) ? static_cast<char>(random()) : seed[below(seed.size())];
    if (below(2)) text.resize(below(text.size() + 1));
    std::ofstream(file, std::ios::binary) << text;
    expect_mesh_or_error(file);
    if (HasFatalFailure()) FAIL() << text;
  }
}

/// Accepts a number of reports, then cancels.
class ImpatientListener : public Progress {
 public:
  explicit ImpatientListener(std::size_t patience) : patience_(patience) {}
  void report(const std::string& what, float share) override {
    if (shares.size() == patience_) throw Cancelled{};
    EXPECT_EQ(what, "reading mesh.obj");
    shares.push_back(share);
  }
  std::vector<float> shares;

 private:
  std::size_t patience_;
};

TEST_F(ObjFileTest, TellsHowFarItIsAndStopsWhenNobodyListens) {
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  for (int i = 0; i < 30000; ++i) text += "f 1 2 3\n";
  std::ofstream(file, std::ios::binary) << text;
  ImpatientListener patient(1000);
  load_obj(file, patient);
  ASSERT_GE(patient.shares.size(), 6u);
  EXPECT_TRUE(std::is_sorted(patient.shares.begin(), patient.shares.end()));
  EXPECT_LT(patient.shares.front(), 0.1f);
  EXPECT_GT(patient.shares.back(), 0.9f);
  for (std::size_t i = 0; i < patient.shares.size(); ++i) {
    ImpatientListener impatient(i);
    EXPECT_THROW(load_obj(file, impatient), Cancelled) << i;
  }
}

}  // namespace
}  // namespace limber
