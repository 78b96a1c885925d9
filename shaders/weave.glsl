// A plain weave: each thread passes over one crossing thread and under the next.

struct Threads {
  vec2 slope;     // of the cloth, along both coordinates
  float between;  // 0 on the ridge of a thread, 1 at its border or where it dips under another
};

/// place: in thread spacings, along warp and weft.
Threads plain_weave(vec2 place, bool front) {
  vec2 cell = floor(place), at = place - cell - 0.5;
  bool turned = (mod(cell.x + cell.y, 2.0) < 0.5) != front;
  vec2 across_along = turned ? at.yx : at;  // in the frame of the upper thread
  const vec2 height = vec2(0.16, 0.08);     // in thread spacings
  vec2 slope = -3.14159 * height * sin(3.14159 * across_along);
  vec2 off = 4.0 * at * at, off2 = off * off;
  vec2 rim = turned ? vec2(off2.x * off2.x, off2.y) : vec2(off2.x, off2.y * off2.y);
  return Threads(turned ? slope.yx : slope, max(rim.x, rim.y));
}

/// The mean of four samples of a pixel with these extents.
Threads weave_of_pixel(vec2 place, vec2 right, vec2 up, bool front) {
  Threads mean = Threads(vec2(0.0), 0.0);
  for (int i = 0; i < 4; ++i) {
    vec2 at = place + (i % 2 == 0 ? -0.25 : 0.25) * right + (i / 2 == 0 ? -0.25 : 0.25) * up;
    Threads threads = plain_weave(at, front);
    mean.slope += 0.25 * threads.slope;
    mean.between += 0.25 * threads.between;
  }
  return mean;
}

/// Projection of the rest shape along an axis.
vec2 seen_along(int axis, vec3 v) { return axis == 2 ? v.xy : axis == 1 ? v.xz : v.yz; }

/// Returns Threads::between at a fragment and perturbs the normal of the visible side. Fades to the
/// mean as threads become as small as pixels. On flat cloth, threads run along x and y of its
/// sheet; on a shape, along the two axes most tangential to its surface.
float weave(vec3 rest_m, vec3 point_m, float thread_m, bool front, inout vec3 n) {
  vec3 right_m = dFdx(rest_m), up_m = dFdy(rest_m);
  vec3 point_right_m = dFdx(point_m), point_up_m = dFdy(point_m);
  vec3 faces = abs(cross(right_m, up_m)) * vec3(0.96, 0.98, 1.0);  // breaks ties
  int axis = faces.z >= max(faces.x, faces.y) ? 2 : faces.y >= faces.x ? 1 : 0;
  vec2 place_right = seen_along(axis, right_m) / thread_m;
  vec2 place_up = seen_along(axis, up_m) / thread_m;
  vec2 threads_per_pixel = abs(place_right) + abs(place_up);
  float seen = 1.0 - smoothstep(0.1, 0.4, max(threads_per_pixel.x, threads_per_pixel.y));
  if (seen == 0.0) return mean_between;

  vec2 place = seen_along(axis, rest_m) / thread_m;
  Threads threads = weave_of_pixel(place, place_right, place_up, front);
  // Bump mapping from screen-space derivatives [Mikkelsen10].
  vec3 along_right = cross(point_up_m, n), along_up = cross(n, point_right_m);
  float area_m2 = dot(point_right_m, along_right);
  vec2 rise_m = seen * thread_m *
                vec2(dot(threads.slope, place_right), dot(threads.slope, place_up));
  vec3 risen = abs(area_m2) * n - sign(area_m2) * (rise_m.x * along_right + rise_m.y * along_up);
  if (area_m2 != 0.0) n = normalize(risen);
  return mix(mean_between, threads.between, seen);
}
