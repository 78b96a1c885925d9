// Tile lists of the picture, with and without surfaces. render/lighting.cpp has the same layout.

const uint tile_px = 8u;
layout(local_size_x = tile_px, local_size_y = tile_px) in;

const uint with_surfaces = 0u, without_surfaces = 1u;
const uint max_groups = 32768u;  // of a dispatch, per dimension

struct TileList {  // begins with the arguments of glDispatchComputeIndirect
  uint groups_x, groups_y, groups_z;
  uint count;
};
layout(std430, binding = 1) buffer TileLists { TileList lists[2]; };
layout(std430, binding = 2) buffer Tiles { uint tiles[]; };  // each list has room for all tiles

uvec2 tiles_across() { return (uvec2(picture.xy) + (tile_px - 1u)) / tile_px; }

uint slot_of(uint list, uint i) { return list * tiles_across().x * tiles_across().y + i; }

uint tile_of(uint list, uint i) { return tiles[slot_of(list, i)]; }

ivec2 first_pixel(uint tile) {
  uint across = tiles_across().x;
  return ivec2(uvec2(tile % across, tile / across) * tile_px);
}
