#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/drawn_surface.h"

// Helpers for what takes one body out of a model of points (particles, nodes).

namespace limber {

/// The points of one body, and the number that each point of the model has among them, -1 for none.
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
  /// Those triangles or edges that are of it, by their first point.
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

/// What is seen of that body.
DrawnSurface drawn_of(const DrawnSurface& all, const PointsOfBody& body);

/// Of each point its body; -1 for all points of bodies of which one is held.
std::vector<int> free_bodies(std::vector<int> body_of_point, const std::vector<bool>& held);

}  // namespace limber
