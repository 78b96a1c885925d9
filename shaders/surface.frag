// Two-sided surfaces: shaded, dimmed below lines, or coloured by a scalar field.
#include "frame.glsl"
#include "studio.glsl"
#include "shadow.glsl"
#include "color_map.glsl"

layout(location = 0) uniform vec4 front_color;  // w: roughness
layout(location = 1) uniform vec4 back_color;   // w: translucency
layout(location = 2) uniform int mode;  // 0 shaded, 1 wireframe, 2 dim, 3 scalar, 4 by body
layout(location = 3) uniform vec2 field_range;
layout(location = 5) uniform float mottling;

layout(location = 0) in vec3 position_m;
layout(location = 1) in vec3 normal;
layout(location = 2) in float scalar;
#ifdef WIREFRAME
layout(location = 3) in vec3 barycentric;
#endif
#ifdef INSTANCED
layout(location = 4) flat in int body;
#endif
layout(location = 5) in float mottle;

layout(location = 0) out vec4 color;

float pow4(float x) { return x * x * x * x; }

/// GGX highlights of something that is not a metal.
float specular(vec3 n, vec3 to_eye, float roughness) {
  vec3 half_way = normalize(to_light.xyz + to_eye);
  float a2 = pow4(max(roughness, 0.1));
  float n_h = max(dot(n, half_way), 0.0);
  float d = n_h * n_h * (a2 - 1.0) + 1.0;
  float grazing = 1.0 - max(dot(to_eye, half_way), 0.0);
  float fresnel = 0.04 + 0.96 * pow4(grazing) * grazing;
  float k = roughness * roughness / 2.0 + 0.05;
  float n_l = max(dot(n, to_light.xyz), 0.0), n_v = max(dot(n, to_eye), 0.0);
  float visible = 0.25 / ((n_l * (1.0 - k) + k) * (n_v * (1.0 - k) + k));
  return min(a2 / (3.14159 * d * d) * fresnel * visible, 4.0);
}

/// How much of what surrounds it something that is not a metal mirrors (Karis, "Physically Based
/// Shading on Mobile", 2014).
float mirrors(float n_v, float roughness) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
  return 0.04 * (-1.04 * a + r.z) + max(1.04 * a + r.w, 0.0);
}

/// What comes through from the side that is lit. Cloth lets a little through, evenly; a leaf most of
/// it, and more of it straight on, so that it glows where the light stands behind it.
vec3 transmitted(vec3 through, float n_l, vec3 to_eye, float translucency) {
  float straight = pow4(max(-dot(to_eye, to_light.xyz), 0.0));
  float amount = mix(0.3, 1.1, translucency) * max(-n_l, 0.0) + 0.5 * translucency * straight;
  return through * amount;
}

vec3 shade(vec3 albedo, vec3 through, float roughness, float translucency) {
  vec3 to_eye = normalize(eye_m.xyz - position_m);
  vec3 n = normalize(normal);
  if (!gl_FrontFacing) n = -n;
  float n_l = dot(n, to_light.xyz);
  // Thin surfaces: the side away from the light gets what comes through.
  vec3 lit_side = n_l >= 0.0 ? n : -n;
  float lit = light_reaching(position_m, lit_side, translucency);

  vec3 light = key_light * lit * max(n_l, 0.0);
  float open = sky_reaching(position_m, n);
  vec3 ambient = ambient_light(n) * open;
  vec3 result = albedo * (light + ambient);
  result += key_light * lit * transmitted(through, n_l, to_eye, translucency);
  result += 0.6 * translucency * through * ambient_light(-n) * open;
  result += key_light * lit * max(n_l, 0.0) * specular(n, to_eye, roughness);
  // Where few triangles stand for many, normals turn away from the eye far inside of the outline.
  float n_v = min(abs(dot(n, to_eye)), 1.0);
  float polish = open * (1.0 - smoothstep(0.5, 0.8, roughness));
  if (polish > 0.0)
    result += polish * mirrors(n_v, roughness) *
              mirrored_studio(reflect(-to_eye, n), roughness, lit);

  // The fuzz of cloth, and a rim that parts shapes from the background. Leaves are smooth.
  float edge = pow4(1.0 - n_v);
  vec3 fuzz = mix(vec3(1.0), albedo, 0.6) * roughness * (1.0 - translucency);
  result += fuzz * edge * (0.35 * ambient + 0.3 * light);
  return result;
}

#ifdef INSTANCED
/// Of ever new hues, which the golden ratio keeps apart, in three tones.
vec3 body_color() {
  vec3 hue = fract(float(body) * 0.618034 + vec3(0.0, 2.0, 1.0) / 3.0);
  vec3 pure = clamp(abs(hue * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  int tone_class = body % 3;
  vec3 srgb = mix(vec3(1.0), pure, tone_class == 1 ? 0.35 : 0.6) * (tone_class == 2 ? 0.6 : 0.88);
  return pow(srgb, vec3(2.2));
}
#endif

void main() {
  vec3 albedo = gl_FrontFacing ? front_color.rgb : back_color.rgb;
  vec3 other_side = gl_FrontFacing ? back_color.rgb : front_color.rgb;
  albedo *= 1.0 - mottling * mottle;
  if (mode == 3) {
    float t = (scalar - field_range.x) / (field_range.y - field_range.x);
    albedo = other_side = color_map(t);
  }
#ifdef INSTANCED
  if (mode == 4) albedo = other_side = body_color();
#endif
  // What comes out of a leaf was scattered within, between both of its sides.
  float translucency = back_color.w;
  vec3 through_cloth = albedo * mix(vec3(1.0), other_side, 0.5);
  vec3 through = mix(through_cloth, 0.5 * (albedo + other_side), translucency);
  vec3 shaded = shade(albedo, through, front_color.w, translucency);
  if (mode == 1 || mode == 2) {
    float grey = dot(shaded, vec3(0.2126, 0.7152, 0.0722));
    shaded = mix(vec3(grey), shaded, 0.35) * 0.22;
  }
#ifdef WIREFRAME
  // Distance from the nearest edge in pixels. Where triangles get as small as the lines, the lines
  // thin out, or else the mesh would turn into one bright patch.
  vec3 change = fwidth(barycentric);
  vec3 distance_px = barycentric / max(change, vec3(1e-6));
  float nearest_px = min(distance_px.x, min(distance_px.y, distance_px.z));
  float height_px = 1.0 / max(change.x, max(change.y, change.z));
  float line = 1.0 - smoothstep(0.2, 1.15, nearest_px / picture.z);
  line *= smoothstep(0.5, 6.0, height_px / picture.z);
  vec3 bright = mix(vec3(0.9), albedo, 0.55) * 1.1;
  shaded = mix(shaded, bright, line);
#endif
  color = vec4(tone(shaded), 1.0);
}
