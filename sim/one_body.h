#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/drawn_surface.h"

// Helpers for extracting one body from a model of points (particles, nodes).

namespace limber {

/// The points of one body, and for each point of the model its index among them, or -1.
struct PointsOfBody {
  std::vector<int> points;
  std::vector<int> place;

  PointsOfBody(const std::vector<int>& body_of_point, int body) : place(body_of_point.size(), -1) {
    for (std::size_t i = 0; i < body_of_point.size(); ++i) {
      if (body_of_point[i] != body) continue;
      place[i] = static_cast<int>(points.size());
      points.push_back(static_cast<int>(i));
    }
  }
  bool has(auto point) const { return place[static_cast<std::size_t>(point)] >= 0; }
  template <class T>
  std::vector<T> of(const std::vector<T>& all) const {
    std::vector<T> own;
    for (const int point : points) own.push_back(all[static_cast<std::size_t>(point)]);
    return own;
  }
  /// Triangles or edges of the body, decided by their first point, with its indices.
  template <class Corners>
  std::vector<Corners> of_corners(const std::vector<Corners>& all) const {
    std::vector<Corners> own;
    for (Corners corners : all) {
      if (!has(corners[0])) continue;
      for (int k = 0; k < corners.length(); ++k)
        corners[k] = static_cast<typename Corners::value_type>(place[corners[k]]);
      own.push_back(corners);
    }
    return own;
  }
};

/// The drawn surface of that body.
DrawnSurface drawn_of(const DrawnSurface& all, const PointsOfBody& body);

/// The body of each point; -1 for all points of a body that has a held point.
std::vector<int> free_bodies(std::vector<int> body_of_point, const std::vector<bool>& held);

}  // namespace limber
