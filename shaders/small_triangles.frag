// Puts the small triangles into the G-buffer, or into a shadow map, and removes them from here.
#include "small_triangles.glsl"

layout(location = 0) uniform uint samples;
layout(location = 1) uniform int width_px;
layout(location = 2) uniform vec2 nearness;  // of depth d: x + y d

#ifdef TEXELS
layout(location = 0) out vec4 texel;
#endif

void main() {
  uint i = samples > 1u ? uint(gl_SampleID) : 0u;
  uint place = small_place(ivec2(gl_FragCoord.xy), width_px, samples, i);
  uint bits = small_nearest[place];
  if (bits == 0u) discard;
  small_nearest[place] = 0u;
  gl_FragDepth = (uintBitsToFloat(bits) - nearness.x) / nearness.y;
#ifdef TEXELS
  uvec2 numbers = small_texels[place];
  texel = vec4(unpackUnorm2x16(numbers.x), unpackUnorm2x16(numbers.y));
#endif
}
