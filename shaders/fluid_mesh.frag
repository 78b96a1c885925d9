// A fluid's surface mesh, to be shaded by fluid.comp: depth, fluid index and normal.
#include "frame.glsl"
#include "gbuffer.glsl"
#include "fluid.glsl"

layout(location = 3) uniform uint fluid;

layout(location = 0) in vec3 normal;
layout(location = 1) in float value;

layout(location = 0) out uint splat;  // packed_depth()
layout(location = 1) out float depth;
layout(location = 2) out vec2 direction;

void main() {
  splat = packed_depth(gl_FragCoord.z, fluid);
  depth = gl_FragCoord.z;
  direction = packed_direction(gl_FrontFacing ? normal : -normal);
}
