// Lists the tiles of the picture with and without surfaces, for shade.comp.
#include "frame.glsl"
#include "tiles.glsl"

layout(binding = 4) uniform sampler2DMS depths;  // 0: no surface

shared uint surfaces;

bool has_surface(ivec2 pixel) {
  int samples = textureSamples(depths);
  float nearest = 0.0;
  for (int i = 0; i < samples; ++i) nearest = max(nearest, texelFetch(depths, pixel, i).r);
  return nearest > 0.0;
}

void main() {
  bool first = gl_LocalInvocationIndex == 0u;
  if (first) surfaces = 0u;
  barrier();
  ivec2 pixel = min(ivec2(gl_GlobalInvocationID.xy), ivec2(picture.xy) - 1);
  if (has_surface(pixel)) surfaces = 1u;
  barrier();
  if (!first) return;
  uint list = surfaces != 0u ? with_surfaces : without_surfaces;
  uint i = atomicAdd(lists[list].count, 1u);
  tiles[slot_of(list, i)] = gl_WorkGroupID.y * tiles_across().x + gl_WorkGroupID.x;
  atomicMax(lists[list].groups_x, min(i + 1u, max_groups));
  atomicMax(lists[list].groups_y, i / max_groups + 1u);
}
