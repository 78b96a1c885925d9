#pragma once

#include "sim/mesh/triangle_mesh.h"

namespace limber {

enum class ChessPiece { pawn, rook, knight, bishop, queen, king };

constexpr ChessPiece all_chess_pieces[] = {ChessPiece::pawn,   ChessPiece::rook,
                                           ChessPiece::knight, ChessPiece::bishop,
                                           ChessPiece::queen,  ChessPiece::king};

/// "pawn", "rook" ...
const char* name_of(ChessPiece piece);

/// A piece of our model of a Staunton set: 1,500 to 2,500 triangles, closed, manifold, facing
/// outward, without self-intersections. It stands on y = 0 around the y axis; a knight looks to +x.
/// king_height_m: of the king to the top of its cross; scales the whole set.
TriangleMesh chess_piece(ChessPiece piece, float king_height_m = 0.095f);

}  // namespace limber
