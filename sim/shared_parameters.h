#pragma once

#include <string>

#include "sim/parameter.h"

namespace limber {

// Parameters that mean the same in several families.

inline Parameter dt_parameter(float& dt_s, double low, double high) {
  return {.key = "dt_s",
          .help = "Time step",
          .target = &dt_s,
          .low = low,
          .high = high,
          .logarithmic = true};
}

inline Parameter gravity_parameter(float& gravity_m_s2) {
  return {.key = "gravity_m_s2",
          .help = "Gravity, downwards",
          .target = &gravity_m_s2,
          .low = -30,
          .high = 30,
          .shared = true};
}

inline Parameter restitution_parameter(float& restitution) {
  return {.key = "restitution",
          .help = "Coefficient of restitution; between two bodies the geometric mean of theirs",
          .target = &restitution,
          .low = 0,
          .high = 1};
}

inline Parameter stiffness_damping_parameter(float& stiffness_damping_s) {
  return {.key = "stiffness_damping_s",
          .help = "Rayleigh damping proportional to stiffness, strongest for the stiffest modes",
          .target = &stiffness_damping_s,
          .low = 0,
          .high = 1};
}

inline Parameter cg_iterations_parameter(int& iterations, double high) {
  return {.key = "cg_iterations",
          .help = "Maximum number of conjugate gradient iterations in a solve",
          .target = &iterations,
          .low = 1,
          .high = high,
          .logarithmic = true};
}

inline Parameter cg_tolerance_parameter(float& tolerance) {
  return {
      .key = "cg_tolerance",
      .help = "Relative residual at which conjugate gradients stop; 0: always do all iterations",
      .target = &tolerance,
      .low = 0,
      .high = 0.1};
}

inline Parameter cg_method_parameter(std::string& method) {
  return {.key = "cg_method",
          .help =
              "plain: a kernel per operation (nine per iteration); merged: three kernels per "
              "iteration [Weber13]; persistent: one kernel for all iterations (cuda; elsewhere "
              "merged)",
          .target = &method,
          .choices = {"plain", "merged", "persistent"}};
}

inline Parameter layout_parameter(std::string& layout) {
  return {.key = "layout",
          .help =
              "Matrix layout: the two of [Weber13], or sliced rows of 3x3 blocks with several "
              "threads per row; auto: block_sell on cuda, elsewhere bin_bcsr",
          .target = &layout,
          .choices = {"auto", "bin_csr", "bin_bcsr", "block_sell"}};
}

inline Parameter collisions_parameter(bool& collisions) {
  return {
      .key = "collisions",
      .help =
          "Collide with colliders. If off, their edges and faces still act while another system "
          "collides with them",
      .target = &collisions};
}

inline Parameter contact_distance_parameter(float& contact_distance_m) {
  return {.key = "contact_distance_m",
          .help =
              "Distance that bodies keep from each other and from themselves, at most twice the "
              "mean length of their edges; 0: they pass through each other",
          .target = &contact_distance_m,
          .low = 0,
          .high = 0.2};
}

}  // namespace limber
