#pragma once

#include <fmt/format.h>

#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/system_parameters.h"
#include "sim/world.h"

namespace limber {

/// How many colliders stand around a system.
struct ColliderCount {
  int all = 0;
  int besides_ground = 0;
};

/// Which bodies of a system are whose, for messages.
class BodyNames {
 public:
  /// Bodies from `first` on, until there are others, are of a table of that kind at `place`.
  void add(int first, const std::string& kind, const std::string& place) {
    if (!tables_.empty() && tables_.back().first == first) tables_.pop_back();  // that had none
    tables_.push_back({first, fmt::format("the [[{}]] in {}", kind, place)});
  }
  std::string name(int body) const {
    std::size_t i = tables_.size() - 1;
    while (i > 0 && tables_[i].first > body) --i;
    const int copy = body - tables_[i].first;
    return copy == 0 ? tables_[i].name : fmt::format("copy {} of {}", copy + 1, tables_[i].name);
  }

 private:
  struct Table {
    int first;
    std::string name;
  };
  std::vector<Table> tables_;
};

/// One system of a scene as its file describes it: read, checked, and ready to be made any number
/// of times.
class SystemPlan {
 public:
  virtual ~SystemPlan() = default;
  virtual const std::string& name() const = 0;
  virtual std::vector<Parameter> parameters() = 0;  ///< of the plan's own settings
  /// Of the largest sphere that meets or sees colliders, 0 for points: so far around a mesh its
  /// distance has to be known.
  virtual float largest_radius_m() const = 0;
  /// The same somewhere else.
  virtual std::unique_ptr<SystemPlan> moved(const glm::vec3& by_m) const = 0;
  /// With the settings of now.
  virtual SystemModel model(const ColliderCount& colliders) const = 0;
};

/// move_model(Model&, by_m), largest_radius_of(model) and make_system(exec, model, colliders,
/// settings) are found by the types of model and settings.
template <class Model, class Settings>
class PlanOf : public SystemPlan {
 public:
  PlanOf(std::string name, std::shared_ptr<const Model> model, BodyNames bodies,
         Settings settings = {})
      : name_(std::move(name)),
        model_(std::move(model)),
        bodies_(std::move(bodies)),
        settings_(std::move(settings)) {}

  const std::string& name() const override { return name_; }
  std::vector<Parameter> parameters() override { return parameters_of(settings_); }
  float largest_radius_m() const override { return largest_radius_of(*model_); }
  std::unique_ptr<SystemPlan> moved(const glm::vec3& by_m) const override {
    auto copy = std::make_shared<Model>(*model_);
    move_model(*copy, by_m);
    return std::make_unique<PlanOf>(name_, std::move(copy), bodies_, settings_);
  }
  SystemModel model(const ColliderCount& colliders) const override {
    return {name_,
            [model = model_, colliders, settings = settings_](Exec& exec) {
              return make_system(exec, model, colliders, settings);
            },
            [bodies = bodies_](int body) { return bodies.name(body); }};
  }

 private:
  std::string name_;
  std::shared_ptr<const Model> model_;
  BodyNames bodies_;
  Settings settings_;
};

}  // namespace limber
