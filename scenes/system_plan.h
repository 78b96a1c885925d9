#pragma once

#include <fmt/format.h>

#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/body_spawner.h"
#include "sim/mesh/box_tree.h"
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
    add(first, fmt::format("the [[{}]] in {}", kind, place));
  }
  /// The same of a user's own mesh, which has a file.
  void add(int first, const std::string& name) {
    if (!tables_.empty() && tables_.back().first == first) tables_.pop_back();  // that had none
    tables_.push_back({first, name});
  }
  /// Like add(), for bodies in another order than that of their table.
  void add_unnumbered(int first, const std::string& kind, const std::string& place) {
    add(first, kind, place);
    tables_.back().numbered = false;
  }
  std::string name(int body) const {
    std::size_t i = tables_.size() - 1;
    while (i > 0 && tables_[i].first > body) --i;
    if (!tables_[i].numbered) return "a body of " + tables_[i].name;
    const int copy = body - tables_[i].first;
    return copy == 0 ? tables_[i].name : fmt::format("copy {} of {}", copy + 1, tables_[i].name);
  }

 private:
  struct Table {
    int first;
    std::string name;
    bool numbered = true;
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

/// Those of a model that is taken apart by spawnable_bodies(model), one_body_of(model, body)
/// and box_around(model).
template <class Model, class Settings>
class ModelSpawner : public BodySpawner {
 public:
  ModelSpawner(std::shared_ptr<const Model> model, const ColliderCount& colliders,
               Settings settings)
      : model_(std::move(model)),
        bodies_(spawnable_bodies(*model_)),
        colliders_(colliders),
        settings_(std::move(settings)) {}

  const std::vector<int>& bodies() const override { return bodies_; }
  glm::vec3 half_size_m(int body) const override {
    const Box box = box_around(one_body_of(*model_, body));
    return 0.5f * (box.high_m - box.low_m);
  }
  std::unique_ptr<System> make(Exec& exec, int body, const glm::vec3& middle_m) const override {
    auto one = std::make_shared<Model>(one_body_of(*model_, body));
    const Box box = box_around(*one);
    move_model(*one, middle_m - 0.5f * (box.low_m + box.high_m));
    return make_system(exec, std::shared_ptr<const Model>(std::move(one)), colliders_, settings_);
  }

 private:
  std::shared_ptr<const Model> model_;
  std::vector<int> bodies_;
  ColliderCount colliders_;
  Settings settings_;
};

/// Null for models whose bodies cannot be taken out of them.
template <class Model, class Settings>
std::shared_ptr<const BodySpawner> spawner_of(const std::shared_ptr<const Model>& model,
                                              const ColliderCount& colliders,
                                              const Settings& settings) {
  if constexpr (requires { one_body_of(*model, 0); })
    return std::make_shared<ModelSpawner<Model, Settings>>(model, colliders, settings);
  else
    return nullptr;
}

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
            [bodies = bodies_](int body) { return bodies.name(body); },
            spawner_of(model_, colliders, settings_)};
  }

 private:
  std::string name_;
  std::shared_ptr<const Model> model_;
  BodyNames bodies_;
  Settings settings_;
};

}  // namespace limber
