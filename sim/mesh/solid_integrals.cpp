// By the divergence theorem: each triangle contributes the integrals over the tetrahedron between
// it and a fixed point ([Mirtich96]; in the form of [Blow04]).

#include "sim/mesh/solid_integrals.h"

namespace limber {

glm::dmat3 inertia_of_point(double mass_kg, const glm::dvec3& at_m) {
  return mass_kg * (glm::dmat3(glm::dot(at_m, at_m)) - glm::outerProduct(at_m, at_m));
}

SolidIntegrals solid_integrals(const TriangleMesh& surface) {
  SolidIntegrals all;
  if (surface.triangles.empty()) return all;
  const glm::dvec3 origin(surface.positions_m[surface.triangles.front().x]);
  glm::dvec3 first(0.0);   // moments
  glm::dmat3 second(0.0);  // of x x^T
  for (const glm::uvec3& t : surface.triangles) {
    const glm::dvec3 a = glm::dvec3(surface.positions_m[t.x]) - origin,
                     b = glm::dvec3(surface.positions_m[t.y]) - origin,
                     c = glm::dvec3(surface.positions_m[t.z]) - origin;
    const double volume = glm::dot(a, glm::cross(b, c)) / 6.0;
    const glm::dvec3 sum = a + b + c;
    all.volume_m3 += volume;
    first += sum * (volume / 4.0);
    second += (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) +
               glm::outerProduct(sum, sum)) *
              (volume / 20.0);
  }
  const glm::dvec3 center = first / all.volume_m3;
  second -= glm::outerProduct(center, center) * all.volume_m3;
  all.center_m = origin + center;
  all.inertia_m5 = glm::dmat3(second[0][0] + second[1][1] + second[2][2]) - second;
  return all;
}

}  // namespace limber
