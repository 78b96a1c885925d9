#include "app/parameter_copies.h"

namespace limber {

ParameterValue value_of(const Parameter& parameter) {
  return std::visit([](const auto* value) { return ParameterValue(*value); }, parameter.target);
}

void assign(const Parameter& parameter, const ParameterValue& value) {
  std::visit(
      [&](auto* target) { *target = std::get<std::remove_pointer_t<decltype(target)>>(value); },
      parameter.target);
}

ParameterCopies::ParameterCopies(const std::vector<Parameter>& originals) {
  for (const Parameter& original : originals) {
    ParameterValue& value = values_.emplace_back(value_of(original));
    Parameter& copy = all_.emplace_back(original);
    std::visit([&](auto& own) { copy.target = &own; }, value);
  }
}

void ParameterCopies::take(const std::vector<ParameterValue>& values) {
  for (std::size_t i = 0; i < all_.size() && i < values.size(); ++i) assign(all_[i], values[i]);
}

}  // namespace limber
