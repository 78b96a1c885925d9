#include "app/doctor.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <string>

#include "app/build_info.h"
#include "app/standard_streams.h"
#include "kernels/error.h"
#include "kernels/exec.h"
#include "render/context.h"
#include "render/shared_vertices.h"
#include "render/video_writer.h"
#include "render/window.h"
#include "scenes/scene.h"
#include "sim/cache_files.h"
#include "sim/mesh/tetgen_mesher.h"

namespace limber {

namespace {

/// look: returns a sentence on what works, or throws an Error.
void examine(const char* what, const std::function<std::string()>& look) {
  try {
    put("ok   {:<10} {}\n", what, look());
  } catch (const std::exception& error) {
    put("no   {:<10} {}\n", what, error.what());
  }
}

std::string describe(const ContextInfo& info) {
  return fmt::format("OpenGL {} on {}{}", info.version, info.renderer,
                     info.is_software ? " (drawn by the CPU: slow)" : "");
}

std::string describe_cuda() {
  const Exec cuda(Backend::cuda);
  const device::Info& gpu = device::info();
  return fmt::format("{}, compute capability {}.{}, {} GiB, driver for CUDA {}", gpu.name,
                     gpu.compute_capability / 10, gpu.compute_capability % 10,
                     gpu.memory_bytes >> 30, gpu.driver);
}

/// How the fastest backend shares vertices with an off-screen context.
std::string describe_sharing() {
  const auto context = Context::off_screen();
  const Exec exec(best_backend());
  const SharedVertices vertices(1024, exec);
  switch (vertices.sharing()) {
    case Sharing::interop:
      return "CUDA writes OpenGL's vertex buffers itself";
    case Sharing::mapped:
      return "the CPU backends write into OpenGL's persistently mapped vertex buffers";
    default:
      return "vertices are copied through host memory: " + vertices.why();
  }
}

std::string describe_tetgen() {
  if (!tetgen_there())
    throw Error(ExitCode::unavailable,
                "TetGen is not in this build, so a lattice fills solids; install libtet1.5-dev and "
                "build again");
  return tetgen_program().string() + " fills solids";
}

std::string describe_cache() {
  const std::filesystem::path folder = cache_folder();
  if (!cache_writable())
    throw Error(
        ExitCode::unavailable,
        fmt::format("{} cannot be written, so solids and modes are recomputed at each start; set "
                    "LIMBER_CACHE to a writable folder",
                    folder.empty() ? "a cache" : folder.string()));
  return fmt::format("surfaces, solids and modes are cached in {}", folder.string());
}

}  // namespace

void run_doctor() {
  examine("build", [] { return build_description(); });
  examine("serial", [] { return std::string("one core"); });
  examine("tbb", [] { return fmt::format("{} threads", Exec(Backend::tbb).threads()); });
  examine("cuda", describe_cuda);
  examine("headless", [] { return describe(Context::off_screen()->info()); });
  examine("vertices", describe_sharing);
  examine("window", [] {
    WindowOptions hidden;
    hidden.visible = false;
    return describe(Window(hidden).info());
  });
  examine("record", [] {
    VideoWriter::check("limber.mp4", 1280, 720);
    return fmt::format("ffmpeg with {}, and this folder can be written to",
                       VideoWriter::encoder(1280, 720).name);
  });
  examine("tetgen", describe_tetgen);
  examine("cache", describe_cache);
  examine("scenes",
          [] { return fmt::format("{} scenes; --list names them", list_scenes().size()); });
}

}  // namespace limber
