// Transparent surfaces such as glass: transmittance, and reflected and scattered light.
// Order-independent: products and sums [McGuire13], for look_through.comp.
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"
#include "gbuffer.glsl"
#include "color_map.glsl"
#include "surface.glsl"
#include "eye.glsl"

layout(location = 0) uniform uvec2 surface;      // material, mode
layout(location = 3) uniform bool fluids_shown;  // else `fluid_depth` is stale
layout(binding = 7) uniform sampler2D fluid_depth;

layout(location = 0) in vec3 normal;
layout(location = 1) in float value;

layout(location = 0) out vec4 passes;
layout(location = 1) out vec4 adds;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (fluids_shown && texelFetch(fluid_depth, pixel, 0).r > gl_FragCoord.z) discard;
  noise_pixel = pixel;
  Material material = materials[surface.x];
  vec3 along = ray_at(gl_FragCoord.xy / picture.xy), ray = normalize(along);
  vec3 point_m = eye_m.xyz + along * (eye_m.w / gl_FragCoord.z);
  vec3 n = normalize(gl_FrontFacing ? normal : -normal);
  float n_v = clamp(-dot(n, ray), 0.02, 1.0);

  const float head_on = 0.04;  // reflectance of glass at normal incidence
  float mirrored = head_on + (1.0 - head_on) * pow4(1.0 - n_v) * (1.0 - n_v);
  // Path length through a wall grows at grazing angles, limited by its curvature.
  float way = min(1.0 / n_v, 4.0);
  vec3 passed = pow(material.finish.y * material.front_color.rgb, vec3(way)) * (1.0 - mirrored);

  float lit = light_reaching(point_m, n, 0.0), open = sky_reaching(point_m, n);
  float roughness = material.front_color.w;
  vec3 scattered = material.front_color.rgb * (1.0 - material.finish.y) *
                   (key_light.rgb * lit * max(dot(n, to_light.xyz), 0.0) + ambient_light(n) * open);
  vec3 own = mirrored * mirrored_studio(reflect(ray, n), roughness, vec3(lit)) + scattered +
             key_light.rgb * lit * max(dot(n, to_light.xyz), 0.0) * specular(n, -ray, roughness);
  float hides = 1.0 - (1.0 - mirrored) * material.finish.y;
  passes = vec4(passed, 1.0 - hides);
  adds = vec4(own, hides);
}
