#include "sim/mesh/chess_pieces.h"

#include <initializer_list>
#include <utility>

#include "sim/mesh/chess_carving.h"
#include "sim/mesh/chess_knight.h"
#include "sim/mesh/lathe.h"

namespace limber {

namespace {

// In millimetres, for a king of height 95.
constexpr float king_height = 95.0f;
constexpr float tolerance = 0.25f;
constexpr int columns = 28;

using Outline = std::vector<glm::vec2>;

/// The foot, common to all pieces, followed by the rest of the outline.
Outline on_foot(float radius, std::initializer_list<ProfilePoint> rest) {
  std::vector<ProfilePoint> profile{{0.0f, 0.0f},
                                    {radius - 0.9f, 0.0f},
                                    {radius, 0.9f, 0.41f},
                                    {radius, 3.4f},
                                    {radius - 0.9f, 4.3f, 0.41f},
                                    {radius - 1.8f, 4.5f},
                                    {radius - 5.0f, 8.8f, 0.33f},
                                    {radius - 5.0f, 9.8f}};
  profile.insert(profile.end(), rest);
  return flattened(profile, tolerance);
}

/// An outline that continues from a ring at its first point, without that point.
Outline on_from(std::initializer_list<ProfilePoint> profile) {
  Outline outline = flattened(std::vector<ProfilePoint>(profile), tolerance);
  outline.erase(outline.begin());
  return outline;
}

TriangleMesh pawn() {
  Lathe lathe(columns);
  lathe.turn(on_foot(14.5f, {{8.6f, 10.6f},
                             {4.6f, 27.0f, -0.22f},
                             {8.4f, 28.4f, -0.2f},
                             {8.4f, 29.8f, 0.8f},
                             {5.2f, 31.0f},
                             {5.0f, 31.8f},
                             {0.0f, 47.0f, 0.7f}}));
  return std::move(lathe.mesh);
}

TriangleMesh rook() {
  Lathe lathe(battlement_columns);
  const Lathe::Ring top = lathe.turn(on_foot(16.0f, {{10.2f, 10.6f},
                                                     {7.6f, 34.5f, -0.14f},
                                                     {10.4f, 36.0f, -0.2f},
                                                     {10.4f, 37.4f, 0.8f},
                                                     {8.8f, 38.4f},
                                                     {11.4f, 43.0f, -0.2f},
                                                     {11.8f, 44.0f}}));
  add_battlements(lathe, top);
  return std::move(lathe.mesh);
}

TriangleMesh bishop() {
  Lathe lathe(columns);
  Lathe::Ring ring = lathe.turn(on_foot(15.5f, {{9.4f, 10.6f},
                                                {4.4f, 36.6f, -0.2f},
                                                {8.8f, 38.0f, -0.2f},
                                                {8.8f, 39.6f, 0.8f},
                                                {5.6f, 40.8f},
                                                {6.8f, 42.0f, 0.6f},
                                                {5.0f, 43.4f, 0.3f},
                                                {4.8f, 44.4f}}));
  ring = add_mitre(
      lathe, ring,
      flattened(std::vector<ProfilePoint>{{4.8f, 44.4f}, {7.9f, 51.5f, 0.2f}, {1.6f, 66.2f, 0.2f}},
                0.02f));
  lathe.turn(ring, on_from({{1.6f, 66.2f}, {0.0f, 71.2f, 0.75f}}));
  return std::move(lathe.mesh);
}

TriangleMesh queen() {
  Lathe lathe(coronet_columns);
  Lathe::Ring ring = lathe.turn(on_foot(17.6f, {{11.0f, 10.8f},
                                                {5.4f, 45.0f, -0.2f},
                                                {10.0f, 46.6f, -0.2f},
                                                {10.0f, 48.4f, 0.8f},
                                                {6.6f, 49.8f},
                                                {8.0f, 51.2f, 0.6f},
                                                {6.2f, 52.8f, 0.3f},
                                                {6.0f, 54.0f},
                                                {9.8f, 70.0f, -0.12f}}));
  ring = add_coronet(lathe, ring, 11.0f, 74.6f);
  lathe.turn(ring, on_from({{8.0f, 72.4f}, {2.0f, 77.6f, 0.25f}, {0.0f, 84.4f, 0.75f}}));
  return std::move(lathe.mesh);
}

TriangleMesh king() {
  Lathe lathe(columns);
  const Lathe::Ring ring = lathe.turn(on_foot(18.5f, {{11.6f, 10.8f},
                                                      {5.8f, 49.0f, -0.2f},
                                                      {10.8f, 50.8f, -0.2f},
                                                      {10.8f, 52.8f, 0.8f},
                                                      {7.2f, 54.2f},
                                                      {8.8f, 55.8f, 0.6f},
                                                      {6.8f, 57.4f, 0.3f},
                                                      {6.6f, 58.6f},
                                                      {10.8f, 76.0f, -0.1f},
                                                      {10.2f, 77.4f, 0.5f},
                                                      {9.4f, 77.6f},
                                                      {2.8f, 83.5f, 0.25f}}));
  add_cross(lathe, ring, 83.5f);
  return std::move(lathe.mesh);
}

TriangleMesh knight() {
  Lathe lathe(columns);
  const Lathe::Ring ring = lathe.turn(
      on_foot(15.5f, {{10.4f, 10.4f}, {11.4f, 11.4f, 0.6f}, {11.4f, 13.0f, 0.8f}, {10.6f, 13.8f}}));
  add_horse(lathe, ring, 13.8f);
  return std::move(lathe.mesh);
}

}  // namespace

const char* name_of(ChessPiece piece) {
  switch (piece) {
    case ChessPiece::pawn:
      return "pawn";
    case ChessPiece::rook:
      return "rook";
    case ChessPiece::knight:
      return "knight";
    case ChessPiece::bishop:
      return "bishop";
    case ChessPiece::queen:
      return "queen";
    case ChessPiece::king:
      break;
  }
  return "king";
}

TriangleMesh chess_piece(ChessPiece piece, float king_height_m) {
  constexpr TriangleMesh (*makers[])() = {pawn, rook, knight, bishop, queen, king};
  TriangleMesh mesh = makers[static_cast<int>(piece)]();
  for (glm::vec3& x : mesh.positions_m) x *= king_height_m / king_height;
  return mesh;
}

}  // namespace limber
