// Shading of two-sided surfaces: shaded, dimmed below lines, or coloured by a scalar field.

struct Material {
  vec4 front_color;  // w: roughness
  vec4 back_color;   // w: translucency
  vec4 finish;       // x: mottling, y: transparency, z: sheen
};
layout(std430, binding = 5) readonly buffer Materials { Material materials[]; };

float pow4(float x) { return x * x * x * x; }

/// GGX specular highlight of a dielectric.
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

/// Environment reflectance of a dielectric [Karis14].
float mirrors(float n_v, float roughness) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
  return 0.04 * (-1.04 * a + r.z) + max(1.04 * a + r.w, 0.0);
}

/// Transmitted light. Cloth transmits a little, diffusely; a leaf transmits most, with a forward
/// lobe, so that it glows when backlit.
vec3 transmitted(vec3 through, float n_l, vec3 to_eye, float translucency) {
  float straight = pow4(max(-dot(to_eye, to_light.xyz), 0.0));
  float amount = mix(0.3, 1.1, translucency) * max(-n_l, 0.0) + 0.5 * translucency * straight;
  return through * amount;
}

/// Sheen of cloth fibres: the Charlie distribution [Estevez17], times the light's cosine and pi.
float sheen_of_light(vec3 n, vec3 to_eye, float n_l, float n_v) {
  const float roughness = 0.4;
  float n_h = dot(n, normalize(to_light.xyz + to_eye));
  float d = (1.0 + 0.5 / roughness) * pow(max(1.0 - n_h * n_h, 1e-6), 0.5 / roughness);
  return d * n_l / max(4.0 * (n_l + n_v - n_l * n_v), 1e-4);  // [Neubelt13]
}

/// Directional albedo of the sheen: a fit that is nowhere below the integral and at most 0.03
/// above.
float sheen_share(float n_v) { return 0.83 - 0.765 * sqrt(n_v); }

/// n: of the visible side. through: colour of transmitted light.
vec3 shade(vec3 albedo, vec3 through, float roughness, float translucency, float sheen, vec3 n,
           vec3 to_eye, Reaching reaching) {
  vec3 lit = reaching.lit;
  float open = reaching.open;
  vec3 color = albedo;
  float n_l = dot(n, to_light.xyz);
  vec3 light = key_light.rgb * lit * max(n_l, 0.0);
  vec3 ambient = ambient_light(n) * open;
  // In coarse levels of detail, normals may face away from the eye well inside the silhouette.
  float n_v = min(abs(dot(n, to_eye)), 1.0);
  float left = 1.0;
  if (sheen > 0.0) {  // energy conservation: minus the sheen
    left -= sheen * sheen_share(n_v);
    float diffuse = left * (1.0 - mirrors(n_v, roughness));
    albedo *= diffuse;
    through *= diffuse;
  }
  vec3 result = albedo * (light + ambient);
  result += key_light.rgb * lit * transmitted(through, n_l, to_eye, translucency);
  result += 0.6 * translucency * through * ambient_light(-n) * open;
  result += left * light * specular(n, to_eye, roughness);
  float polish = open * (1.0 - smoothstep(0.5, 0.8, roughness));
  if (polish > 0.0)
    result += left * polish * mirrors(n_v, roughness) *
              mirrored_studio(reflect(-to_eye, n), roughness, lit);

  if (sheen > 0.0) {
    vec3 dyed = sheen * mix(vec3(1.0), color, 0.5);
    return result + dyed * (key_light.rgb * lit * sheen_of_light(n, to_eye, max(n_l, 0.0), n_v) +
                            ambient * sheen_share(n_v));
  }
  // Rim light, like the fuzz of cloth, that separates shapes from the background. Not for leaves.
  float edge = pow4(1.0 - n_v);
  vec3 fuzz = mix(vec3(1.0), albedo, 0.6) * roughness * (1.0 - translucency);
  result += fuzz * edge * (0.35 * ambient + 0.3 * light);
  return result;
}

/// Distinct hues by the golden ratio, in three tones.
vec3 body_color(int body) {
  vec3 hue = fract(float(body) * 0.618034 + vec3(0.0, 2.0, 1.0) / 3.0);
  vec3 pure = clamp(abs(hue * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  int tone_class = body % 3;
  vec3 srgb = mix(vec3(1.0), pure, tone_class == 1 ? 0.35 : 0.6) * (tone_class == 2 ? 0.6 : 0.88);
  return pow(srgb, vec3(2.2));
}

/// Darker between threads, with unchanged mean brightness.
vec3 woven(vec3 albedo, float between) {
  const float darker = 0.5;
  return min(albedo * ((1.0 - darker * between) / (1.0 - darker * mean_between)), 1.0);
}

/// number, value: from the G-buffer texel.
vec3 surface_color(uint number, float value, vec3 n, vec3 to_eye, Reaching reaching) {
  Material material = materials[material_of(number)];
  uint mode = mode_of(number);
  bool front = is_front(number);
  vec3 albedo = front ? material.front_color.rgb : material.back_color.rgb;
  vec3 other_side = front ? material.back_color.rgb : material.front_color.rgb;
  if (mode == mode_field)
    albedo = other_side = color_map(value);
  else if (mode == mode_by_body)
    albedo = other_side = body_color(int(value * max_16_bits + 0.5));
  else if (mode == mode_woven)
    albedo = woven(albedo, value);
  else if (mode != mode_wireframe)
    albedo *= 1.0 - material.finish.x * value;
  // Light transmitted by a leaf was scattered between both of its sides.
  float translucency = material.back_color.w;
  vec3 through_cloth = albedo * mix(vec3(1.0), other_side, 0.5);
  vec3 through = mix(through_cloth, 0.5 * (albedo + other_side), translucency);
  float sheen = mode == mode_shaded || mode == mode_woven ? material.finish.z : 0.0;
  vec3 shaded =
      shade(albedo, through, material.front_color.w, translucency, sheen, n, to_eye, reaching);
  if (mode == mode_wireframe || mode == mode_dim) {
    float grey = dot(shaded, vec3(0.2126, 0.7152, 0.0722));
    shaded = mix(vec3(grey), shaded, 0.35) * 0.22;
  }
  if (mode == mode_wireframe) shaded = mix(shaded, mix(vec3(0.9), albedo, 0.55) * 1.1, value);
  return shaded;
}
