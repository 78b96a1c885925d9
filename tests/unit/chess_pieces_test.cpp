#include "sim/mesh/chess_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/mesh/closed_surface.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

class ChessPieceTest : public testing::TestWithParam<ChessPiece> {};

TEST_P(ChessPieceTest, IsFitToBeFilled) {
  const TriangleMesh mesh = chess_piece(GetParam(), 1.0f);
  EXPECT_GE(mesh.triangles.size(), 1500u);
  EXPECT_LE(mesh.triangles.size(), 2500u);
  expect_closed_manifold(mesh.triangles);
  EXPECT_GT(volume_m3(mesh), 0.0);
  Progress nobody;
  std::string note;
  const TriangleMesh repaired = closed_surface(mesh, name_of(GetParam()), note, nobody);
  EXPECT_EQ(note, "") << "nothing to repair";
  EXPECT_EQ(repaired.triangles, mesh.triangles);
}

TEST_P(ChessPieceTest, StandsAroundTheAxis) {
  const TriangleMesh mesh = chess_piece(GetParam());
  glm::vec3 low(1e9f), high(-1e9f);
  for (const glm::vec3& x : mesh.positions_m) {
    low = glm::min(low, x);
    high = glm::max(high, x);
  }
  EXPECT_EQ(low.y, 0.0f);
  EXPECT_GT(high.y, 0.045f);
  EXPECT_LE(high.y, 0.0951f);
  EXPECT_NEAR(low.z, -high.z, 0.001f);
}

INSTANTIATE_TEST_SUITE_P(All, ChessPieceTest, testing::ValuesIn(all_chess_pieces),
                         [](const auto& piece) { return name_of(piece.param); });

TEST(ChessPieces, TheKingSetsTheScale) {
  const auto height = [](ChessPiece piece) {
    float top = 0.0f;
    for (const glm::vec3& x : chess_piece(piece, 2.0f).positions_m) top = std::max(top, x.y);
    return top;
  };
  EXPECT_NEAR(height(ChessPiece::king), 2.0f, 1e-5f);
  EXPECT_GT(height(ChessPiece::king), height(ChessPiece::queen));
  EXPECT_GT(height(ChessPiece::queen), height(ChessPiece::bishop));
  EXPECT_GT(height(ChessPiece::bishop), height(ChessPiece::knight));
  EXPECT_GT(height(ChessPiece::knight), height(ChessPiece::rook));
  EXPECT_GT(height(ChessPiece::rook), height(ChessPiece::pawn));
}

TEST(ChessPieces, TheKnightLooksToX) {
  float front = 0.0f, back = 0.0f;
  const float chin_m = 0.03f;
  for (const glm::vec3& x : chess_piece(ChessPiece::knight).positions_m)
    if (x.y > chin_m) {
      front = std::max(front, x.x);
      back = std::max(back, -x.x);
    }
  EXPECT_GT(front, 1.2f * back);
}

}  // namespace
}  // namespace limber
