#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "app/bench/bench.h"
#include "app/doctor.h"
#include "app/headless.h"
#include "app/help_topics.h"
#include "app/options.h"
#include "app/standard_streams.h"
#include "app/window_app.h"
#include "kernels/error.h"
#include "scenes/scene.h"

namespace limber {
namespace {

void print_scenes() {
  const std::vector<SceneEntry> scenes = list_scenes();
  std::size_t id = 0, family = 0;
  for (const SceneEntry& scene : scenes) {
    id = std::max(id, scene.id.size());
    family = std::max(family, scene.family.size());
  }
  for (const SceneEntry& scene : scenes)
    put("{:<{}}  {:<{}}  {}\n", scene.id, id, scene.family, family, scene.title);
}

void run(int argc, char** argv) {
  const ParsedOptions parsed = parse_options(argc, argv);
  const Options& options = parsed.options;
  if (parsed.text)
    put_text(*parsed.text);
  else if (options.help)
    put_text(help_text(options.help_topic, options.help_part));
  else if (options.list)
    print_scenes();
  else if (options.doctor)
    run_doctor();
  else if (options.bench)
    run_bench(options);
  else if (options.headless)
    run_headless(options);
  else
    run_window(options);
}

int report(ExitCode code, const std::string& sentence) {
  say("limber: {}\n", one_line(sentence));
  return static_cast<int>(code);
}

}  // namespace
}  // namespace limber

int main(int argc, char** argv) {
  limber::open_standard_streams();
  try {
    limber::run(argc, argv);
    return 0;
  } catch (const limber::Error& error) {
    return limber::report(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return limber::report(limber::ExitCode::unavailable,
                          "out of memory; choose a smaller scene or picture");
  } catch (const std::exception& error) {
    return limber::report(limber::ExitCode::internal,
                          std::string("internal error, please report it: ") + error.what());
  }
}
