#include "sim/plants/part_grabber.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <utility>

namespace limber {

namespace {

/// The middle eigenvalue of a compliance or mobility; the largest if the others are almost 0.
double second_of(const Eigen::Matrix3d& yields) {
  const Eigen::Vector3d sorted =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(0.5 * (yields + yields.transpose()))
          .eigenvalues();
  return sorted.y() > 0.01 * sorted.z() ? sorted.y() : sorted.z();
}

/// Mass of the grab, for which it can move and hold the point within a step: a multiple of the
/// effective mass at the point, and at least about the modal mass that moves with it in static
/// bending, which would swing a lighter grab.
double grab_mass_kg(const Substructure& substructure, const PartGrabber::Point& point,
                    const Substructure::Yielding& yields, double dt_s) {
  constexpr double shadowing = 1.5, of_what_swings = 1.0;
  const glm::mat3 moves = substructure.mobility_per_kg(point.part, point.at_m, point.modes);
  Eigen::Matrix3d mobility_per_kg;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) mobility_per_kg(row, column) = moves[column][row];
  const double moved = second_of(mobility_per_kg), bent = second_of(yields.by_force_m_N);
  if (!(moved > 0.0) || !(bent > 0.0)) return 0.0;  // a fixed point
  const double swings_kg = second_of(yields.inertia_kg_m2_N2) / (bent * bent);
  return std::max({shadowing / moved, dt_s * dt_s / bent, of_what_swings * swings_kg});
}

}  // namespace

PartGrabber::PartGrabber(const Exec& exec, int max_modes, float near_m)
    : max_modes_(std::max(max_modes, 1)), near_m_(near_m), grabber_(exec) {}

float PartGrabber::reach_m(const Substructure& substructure, const Point& point,
                           glm::vec3 direction) {
  const Substructure::Yielding yields = substructure.yielding(point.part, point.at_m, point.modes);
  const Eigen::Matrix3d by_force_m_N =
      yields.by_force_m_N + 1e-6 * yields.by_force_m_N.trace() * Eigen::Matrix3d::Identity();
  if (!(by_force_m_N.trace() > 0.0)) return 0.0f;
  const Eigen::Vector3d way(direction.x, direction.y, direction.z);
  return static_cast<float>(yields.max_N / by_force_m_N.ldlt().solve(way).norm());
}

void PartGrabber::grab(const Exec& exec, const Point& point) {
  read(exec);
  grabber_.grab(
      exec, point.vertex, {point, {.at_m = point.at_m, .part = point.part}}, [&](const Held& pin) {
        return pin.point.part == point.part && glm::distance(pin.point.at_m, point.at_m) < near_m_;
      });
  write(exec);
}

void PartGrabber::release(const Exec& exec, bool pin, glm::vec3 goal_m) {
  read(exec);
  grabber_.release(exec, pin, goal_m);
  write(exec);
}

void PartGrabber::clear_pins(const Exec& exec) {
  read(exec);
  grabber_.clear_pins(exec);
  write(exec);
}

void PartGrabber::forget(const Exec& exec) {
  grabber_.forget();
  write(exec);
}

StepMatrices PartGrabber::matrices(const Exec& exec, Substructure& substructure,
                                   const StepRule& rule) {
  substructure.carry({});
  carries_ = {};
  if (grabber_.empty()) return substructure.matrices(rule);
  substructure.join(rule);
  read(exec);
  std::vector<Substructure::PointMass> masses;
  std::vector<int> carries(substructure.bending_parts(), 0);
  for (auto& held : grabber_.holds()) {
    const Point& point = held.attachment.point;
    PartHold& hold = held.attachment.hold;
    const Substructure::Yielding yields =
        substructure.yielding(point.part, point.at_m, point.modes);
    const double mass_kg = grab_mass_kg(substructure, point, yields, rule.newmark.dt_s);
    hold.mass_kg = static_cast<float>(mass_kg);
    hold.limit_N = mass_kg > 0.0 ? static_cast<float>(yields.max_N) : 0.0f;
    for (const int part : substructure.bending_below(point.part)) carries[part] = 1;
    masses.push_back({point.part, point.at_m, point.modes, mass_kg});
  }
  write(exec);
  carries_ = {exec, carries};
  exec.synchronize();
  substructure.carry(std::move(masses));
  return substructure.matrices(rule);
}

/// Downloads the current state of the holds.
void PartGrabber::read(const Exec& exec) {
  const std::vector<PartHold> now = holds_.download(exec);
  for (std::size_t h = 0; h < now.size(); ++h) grabber_.holds()[h].attachment.hold = now[h];
}

void PartGrabber::write(const Exec& exec) {
  std::vector<PartHold> holds;
  std::vector<glm::vec3> modes;
  for (const auto& held : grabber_.holds()) {
    holds.push_back(held.attachment.hold);
    const Eigen::MatrixXd& of_point = held.attachment.point.modes;
    for (int k = 0; k < max_modes_; ++k) {
      glm::vec3 mode(0.0f);
      for (int axis = 0; axis < 3 && k < of_point.cols(); ++axis)
        mode[axis] = static_cast<float>(of_point(axis, k));
      modes.push_back(mode);
    }
  }
  exec.synchronize();
  holds_ = {exec, holds};
  modes_ = {exec, modes};
  forces_ = {exec, std::vector<glm::vec3>(holds.size(), glm::vec3(0.0f))};
  exec.synchronize();
}

HoldViews PartGrabber::views() {
  return {holds_.view(),  grabber_.states(),  modes_.view(),
          forces_.view(), readable(carries_), max_modes_};
}

void PartGrabber::archive(Archive& archive, const std::function<void()>& loaded) {
  grabber_.archive(archive, [this, loaded](const Exec& exec) {
    write(exec);
    loaded();
  });
  archive.derived("held points", holds_, Start::zeros, Size::varies);
  archive.derived("forces of the hand", forces_, Start::zeros, Size::varies);
  archive.scratch(modes_, carries_);
}

}  // namespace limber
