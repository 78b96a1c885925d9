#include "app/film/bar_text.h"

#include <fmt/format.h>

#include <cctype>

#include "app/panel/widgets.h"
#include "kernels/device.h"

namespace limber {

namespace {

std::string counts_of(const SystemCounts& counts) {
  std::string text;
  const auto add = [&](const std::string& label, long long count) {
    if (count <= 0 || label.empty()) return;
    std::string lower = label;
    lower[0] = static_cast<char>(std::tolower(lower[0]));
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_commas(count), lower);
  };
  add(counts.particles_label, counts.particles);
  for (const NamedCount& count : counts.others)
    if (count.key == "bodies" || count.key == "elements" || count.key == "joints" ||
        count.key == "parts")
      add(count.label, count.value);
  long constraints = 0;
  for (const ConstraintCount& count : counts.constraints) constraints += count.count;
  add("Constraints", constraints);
  return text;
}

}  // namespace

std::string backend_name(const Readings& now) {
  if (now.backend == Backend::serial) return "One CPU core";
  if (now.backend == Backend::tbb) return fmt::format("{} CPU cores", now.threads);
  return device::info().name;
}

std::string run_name(const Readings& now) {
  return backend_name(now) + (now.compared_by.empty() ? "" : ", " + now.compared_by);
}

BarText without_solver(BarText text) {
  text.backend = text.cost = text.speedup = "";
  return text;
}

BarText bar_text(const Scene& scene, const Readings& now, const std::string& caption,
                 const ScalarField* legend) {
  BarText text{.title = scene.title,
               .counts = counts_of(now.counts),
               .backend = backend_name(now),
               .caption = caption};
  if (legend) text.legend = *legend;
  const std::optional<double> ms = now.ms_now();
  if (!ms) return text;
  text.cost = three_digits(*ms) + " ms per step";
  const std::optional<double> serial_ms = now.ms_of(Backend::serial);
  if (serial_ms && now.backend != Backend::serial)
    text.speedup = three_digits(*serial_ms / *ms) + " x";
  return text;
}

}  // namespace limber
