// Surfaces, to be shaded by shade.comp. Two-sided: the normal is that of the visible side.
#include "frame.glsl"
#include "gbuffer.glsl"
#ifdef WOVEN
#include "weave.glsl"
#endif

layout(location = 0) uniform uvec2 surface;  // material, mode
#ifdef WOVEN
layout(location = 3) uniform float thread_m;  // thread spacing
#endif

layout(location = 0) in vec3 normal;
layout(location = 1) in float value;
#ifdef WIREFRAME
layout(location = 2) in vec3 barycentric;
#endif
#ifdef INSTANCED
layout(location = 3) flat in float body;
#endif
#ifdef WOVEN
layout(location = 4) in vec3 rest_m;
layout(location = 5) in vec3 point_m;
#endif

layout(location = 0) out vec4 texel;

#ifdef WIREFRAME
/// Coverage of the fragment by a triangle's edge. Lines thin out as triangles become as small as
/// they are; otherwise the mesh would turn into a bright patch.
float edge() {
  vec3 change = fwidth(barycentric);
  vec3 distance_px = barycentric / max(change, vec3(1e-6));
  float nearest_px = min(distance_px.x, min(distance_px.y, distance_px.z));
  float height_px = 1.0 / max(change.x, max(change.y, change.z));
  float line = 1.0 - smoothstep(0.2, 1.15, nearest_px / picture.z);
  return line * smoothstep(0.5, 6.0, height_px / picture.z);
}
#endif

void main() {
  vec3 n = gl_FrontFacing ? normal : -normal;
#ifdef WIREFRAME
  float shown = edge();
#elif defined(WOVEN)
  n = normalize(n);
  float shown = weave(rest_m, point_m, thread_m, gl_FrontFacing, n);
#elif defined(INSTANCED)
  float shown = surface.y == mode_by_body ? body : value;
#else
  float shown = value;
#endif
  texel = vec4(packed_direction(n), shown,
               packed_surface(surface.x, surface.y, gl_FrontFacing));
}
