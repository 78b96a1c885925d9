#pragma once

#include <glm/glm.hpp>
#include <random>

namespace limber {

class RandomPoints {
 public:
  explicit RandomPoints(unsigned seed) : engine_(seed) {}
  float in(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(engine_);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  glm::vec3 point(float size) { return {in(-size, size), in(-size, size), in(-size, size)}; }

 private:
  std::mt19937 engine_;
};

}  // namespace limber
