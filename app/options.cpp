#include "app/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "app/bench/bench.h"
#include "app/build_info.h"
#include "app/compare/comparison.h"
#include "app/export/scene_export.h"
#include "app/help_topics.h"
#include "app/saved_state.h"
#include "kernels/error.h"
#include "render/numbered_pictures.h"
#include "render/part_file.h"
#include "scenes/scene.h"
#include "scenes/tour.h"

namespace limber {

namespace {

constexpr int largest_picture_px = 16384;

glm::ivec2 parse_size(const std::string& text) {
  const auto x = text.find_first_of("xX");
  const char* const end = text.data() + text.size();
  glm::ivec2 size(0);
  if (x != std::string::npos) {
    const char* const middle = text.data() + x;
    const auto width = std::from_chars(text.data(), middle, size.x);
    const auto height = std::from_chars(middle + 1, end, size.y);
    if (width.ec == std::errc() && width.ptr == middle && height.ec == std::errc() &&
        height.ptr == end && size.x >= 1 && size.y >= 1 && size.x <= largest_picture_px &&
        size.y <= largest_picture_px)
      return size;
  }
  throw Error(ExitCode::usage,
              fmt::format("--size needs WIDTHxHEIGHT with numbers from 1 to {}, for example "
                          "1280x720, not '{}'",
                          largest_picture_px, text));
}

/// Rejects NaN, which passes range checks.
std::string is_a_number(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : text + " is not a number";
}

MeshUse mesh_use_named(const std::string& name) {
  if (name == "cloth") return MeshUse::cloth;
  if (name == "modes") return MeshUse::modes;
  return name == "volume" ? MeshUse::volume : MeshUse::automatic;
}

MesherChoice mesher_named(const std::string& name) {
  if (name == "tetgen") return MesherChoice::tetgen;
  return name == "lattice" ? MesherChoice::lattice : MesherChoice::automatic;
}

FluidsAs fluids_as(const std::string& name) {
  if (name == "points") return FluidsAs::points;
  return name == "surface" ? FluidsAs::surface : FluidsAs::both;
}

std::string fits_a_picture(const std::string& text) {
  return text.size() <= longest_caption
             ? ""
             : fmt::format("a caption has {} bytes at most, and this one {}", longest_caption,
                           text.size());
}

std::string is_a_name(const std::string& text) {
  return text.empty() ? "the name of the file is empty" : "";
}

/// Whether two names refer to one file, which need not exist. Devices may be written to twice.
bool same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (fs::exists(a, failed) && fs::exists(b, failed))
    return fs::equivalent(a, b, failed) && fs::is_regular_file(a, failed);
  // If they do not exist, their folders and links may still lead to the same place.
  return fs::weakly_canonical(fs::absolute(behind_links(a), failed), failed) ==
         fs::weakly_canonical(fs::absolute(behind_links(b), failed), failed);
}

/// Whether a recording in numbered pictures writes that file. path may be empty.
bool record_writes(const std::string& path, const std::string& file) {
  if (std::filesystem::path(path).extension() != ".png") return false;
  const int number = NumberedPictures::number_of(path, file);
  return number > 0 && same_file(NumberedPictures::name(path, number).string(), file);
}

struct Output {
  const char* option;
  std::string file;
};

std::vector<Output> outputs_of(const Options& o) {
  std::vector<Output> all{
      {"--screenshot", o.screenshot}, {"--record", o.record}, {"--mesh", o.mesh},
      {"--export", o.exported.file},  {"--stats", o.stats},   {"--save", o.save}};
  std::erase_if(all, [](const Output& each) { return each.file.empty() || each.file == "-"; });
  return all;
}

void check_files(const Options& o) {
  check_not_overwritten(o, {o.scene, o.tour, o.camera_path, o.load});
  std::vector<Output> outputs;
  for (const Output& output : outputs_of(o)) {
    for (const Output& other : outputs)
      if (same_file(output.file, other.file))
        throw Error(ExitCode::usage, fmt::format("{} and {} would both write {}; name two files",
                                                 other.option, output.option, output.file));
    outputs.push_back(output);
  }
  for (const Output& other : outputs)
    if (record_writes(o.record, other.file))
      throw Error(ExitCode::usage,
                  fmt::format("--record {} would overwrite {}, the file of {}; name another file",
                              o.record, other.file, other.option));
  if (o.exported.file.empty()) return;
  outputs.push_back({"the scene", o.scene});
  for (const Output& other : outputs)
    if (export_writes(o.exported.file, other.file))
      throw Error(ExitCode::usage,
                  fmt::format("--export {} would overwrite {}, which is {}; name another file",
                              o.exported.file, other.file,
                              other.file == o.scene ? "the scene"
                                                    : fmt::format("that of {}", other.option)));
}

/// Checks the export range against the number of frames.
void check_export_frames(const Options& o, bool range_is_given, int frames) {
  if (!range_is_given) return;
  if (o.exported.file.empty()) throw Error(ExitCode::usage, "--export-frames needs --export FILE");
  if ((o.headless || o.frames) && o.exported.frames.last > frames)
    throw Error(ExitCode::usage,
                fmt::format("--export-frames {}:{} goes beyond the last frame, {}; set --frames {}",
                            o.exported.frames.first, o.exported.frames.last, frames,
                            o.exported.frames.last));
}

bool is_video(const std::string& file) { return std::filesystem::path(file).extension() == ".mp4"; }

void check_tour(const Options& o, bool has_scene) {
  if (o.tour.empty()) {
    if (o.loop || o.tour_pace != 1.0f)
      throw Error(ExitCode::usage, "--loop and --tour-pace need --tour");
    return;
  }
  if (has_scene || !o.settings.empty() || !o.camera_path.empty() || !o.load.empty() ||
      !o.exported.file.empty() || !o.beside.empty())
    throw Error(ExitCode::usage,
                "--tour chooses scenes and cameras, so it cannot be combined with a scene, --set, "
                "--camera-path, --load, --export or --compare");
  if (o.loop && o.headless && !o.frames)
    throw Error(ExitCode::usage, "without a window --loop would never end; add --frames");
}

void check_together(const Options& o) {
  // In a window, a mesh may be dropped later.
  if (o.wish.use != MeshUse::automatic && o.headless && !is_mesh(o.scene))
    throw Error(ExitCode::usage,
                fmt::format("--as is for a mesh (.obj), but '{}' is not one", o.scene));
  if (o.no_render && (!o.screenshot.empty() || !o.record.empty()))
    throw Error(
        ExitCode::usage,
        "--no-render draws nothing, so it cannot be combined with --screenshot or --record");
  if (o.cut_out && (!o.record.empty() ? is_video(o.record) : o.screenshot.empty() && o.headless))
    throw Error(ExitCode::usage,
                "--cut-out needs alpha, which a video does not have: use --record FILE.png, or "
                "--screenshot FILE.png without a video");
  if (o.no_render &&
      (o.bar || !o.caption.empty() || o.supersampling != 1 || o.cut_out || o.quality))
    throw Error(ExitCode::usage,
                "--no-render draws nothing, so it cannot be combined with --bar, --caption, "
                "--supersample, --cut-out or --quality");
  if (o.reset_settings && o.headless)
    throw Error(ExitCode::usage, "only windows save settings, so --reset-settings needs one");
  if (o.beside.size() > Comparison::max_beside)
    throw Error(ExitCode::usage, fmt::format("--compare runs at most {} beside the scene, not {}",
                                             Comparison::max_beside, o.beside.size()));
  std::vector<Variant> compared{{o.backend}};
  for (Variant other : o.beside) {
    if (!other.backend) other.backend = o.backend;
    if (std::ranges::find(compared, other) != compared.end())
      throw Error(
          ExitCode::usage,
          fmt::format(
              "--compare runs {} twice; name each run once, and not the one that --solver starts",
              text_of(other)));
    compared.push_back(other);
  }
  if (o.no_render && !o.camera_path.empty())
    throw Error(ExitCode::usage,
                "--no-render draws nothing, so it cannot be combined with --camera-path");
  check_files(o);
}

}  // namespace

void check_not_overwritten(const Options& o, const std::vector<std::string>& inputs) {
  for (const Output& output : outputs_of(o))
    for (const std::string& input : inputs) {
      const bool continues = output.option == std::string_view("--save") && input == o.load;
      if (!input.empty() && !continues && same_file(output.file, input))
        throw Error(ExitCode::usage,
                    fmt::format("{} would overwrite {}, which is an input; name another file",
                                output.option, input));
    }
}

ParsedOptions parse_options(int argc, const char* const* argv) {
  ParsedOptions parsed;
  Options& o = parsed.options;
  std::string backend = "auto";
  std::vector<std::string> beside;
  std::string mesh_use = "auto";
  std::string mesher = "auto";
  std::string size = "1280x720";
  std::string quality;
  std::string export_frames;
  std::string export_fluids = "both";

  CLI::App cli{
      "Real-time simulation of cloth, soft and rigid bodies, plants and fluids on CPU and GPU."};
  cli.set_version_flag("--version", build_description());
  const CLI::Option* const scene =
      cli.add_option("SCENE", o.scene,
                     "an id such as cloth/flags, a scene file (.toml), or a mesh (.obj), which "
                     "falls")
          ->capture_default_str();
  cli.add_option(
         "--as", mesh_use,
         "what a mesh becomes: cloth, volume (a soft body), modes (held at its foot, bending in "
         "modes) or auto: volume if its surface is closed, else cloth")
      ->check(CLI::IsMember({"auto", "cloth", "volume", "modes"}))
      ->capture_default_str();
  cli.add_option("--mesher", mesher,
                 "mesher that fills soft bodies with tetrahedra: tetgen, lattice or auto: as the "
                 "scene says")
      ->check(CLI::IsMember({"auto", "tetgen", "lattice"}))
      ->capture_default_str();
  cli.add_option("--solver", backend,
                 "backend: auto, serial, tbb or cuda; auto is cuda if it "
                 "works, else tbb")
      ->check(CLI::IsMember({"auto", "serial", "tbb", "cuda"}))
      ->capture_default_str();
  cli.add_option("--compare", beside,
                 "run the scene side by side with up to three others, separated by commas: "
                 "backends (tbb), parameters (method=xpbd) or both (tbb+method=xpbd)")
      ->delimiter(',');
  cli.add_option("--threads", o.threads, "threads of the tbb backend; 0 for all cores")
      ->check(CLI::Range(0, 1024));
  cli.add_flag("--headless", o.headless, "no window: draw off-screen through EGL");
  cli.add_flag("--no-render", o.no_render, "headless, and without OpenGL");
  cli.add_option("--frames", o.frames, "stop after N frames (headless: 300)")
      ->check(CLI::Range(1, 1000000000));
  const CLI::Option* const size_option =
      cli.add_option("--size", size, "picture size in pixels")->capture_default_str();
  cli.add_option("--fps", o.fps, "frames per second of a film, and of simulated time at --speed 1")
      ->check(CLI::Range(1.0, 10000.0))
      ->check(is_a_number)
      ->capture_default_str();
  cli.add_option("--supersample", o.supersampling,
                 "draw pictures for files at 2 or 4 times the width and height, and average")
      ->check(CLI::IsMember({1, 2, 4}))
      ->capture_default_str();
  cli.add_option("--quality", quality,
                 "quality of pictures: low (fastest), medium or high; default: medium, in a window "
                 "the one last used")
      ->check(CLI::IsMember({"low", "medium", "high"}));
  cli.add_flag(
      "--cut-out", o.cut_out,
      "transparent background in PNG files: alpha is the share of a pixel that the scene and its "
      "shadows cover");
  cli.add_flag(
      "--bar", o.bar,
      "show a bar below the picture, in files too: scene, backend, ms per step and, if one core "
      "was timed, the speed-up");
  cli.add_option("--caption", o.caption,
                 "show a line of text at the lower edge of the picture, in files too")
      ->check(fits_a_picture);
  cli.add_option("--speed", o.speed,
                 "simulated seconds per second, in the window and in films: 0.25 is slow motion")
      ->check(CLI::Range(0.001, 1000.0))
      ->check(is_a_number)
      ->capture_default_str();
  cli.add_option("--screenshot", o.screenshot, "write the last frame to FILE.png")
      ->check(is_a_name);
  cli.add_option(
         "--mesh", o.mesh,
         "write the drawn surfaces at the end to FILE.obj or FILE.ply: an object for each body (in "
         "PLY the face property body), fluids as fluid0 ..., scenery as collider0, collider1 ..., "
         "no ground plane; rigid bodies in full detail, or as spheres if those are shown. This is "
         "the newest state, up to a step newer than the last frame")
      ->check(is_a_name);
  cli.add_option(
         "--export", o.exported.file,
         "export the frames for other programs, in metres, y up: FILE.usda (USD, one file), "
         "FILE.pc2 (point caches, with the objects in FILE.obj), or numbered meshes, FILE_0001.ply "
         "or .obj ...")
      ->check(is_a_name);
  cli.add_option("--export-frames", export_frames,
                 "frames FIRST:LAST that --export writes, from 1; default: all");
  cli.add_option("--export-fluids", export_fluids,
                 "how --export writes fluids: points, surface or both (in .ply and .obj always the "
                 "surface)")
      ->check(CLI::IsMember({"both", "points", "surface"}))
      ->capture_default_str();
  cli.add_option("--record", o.record,
                 "write all frames to FILE.mp4 (needs ffmpeg; width and height must be even with "
                 "--headless, in a window an odd one grows by a pixel), or to FILE-00001.png ... "
                 "for FILE.png")
      ->check(is_a_name);
  cli.add_option("--camera-path", o.camera_path,
                 "the camera follows the path in FILE.toml; Ctrl+Shift+K saves one in a window")
      ->check(is_a_name);
  cli.add_option("--tour", o.tour,
                 fmt::format("show scenes one after another: {}, or FILE.toml",
                             fmt::join(list_tours(), ", ")))
      ->check(is_a_name);
  cli.add_option("--tour-pace", o.tour_pace, "play the tour F times as fast")
      ->check(CLI::Range(0.1, 1000.0))
      ->check(is_a_number);
  cli.add_flag("--loop", o.loop, "repeat the tour until Esc");
  cli.add_option("--stats", o.stats, "write measurements to FILE.json; - for standard output")
      ->check(is_a_name);
  cli.add_option("--save", o.save, "write the state at the end to FILE.limber")->check(is_a_name);
  cli.add_option("--load", o.load,
                 "start from the state in FILE.limber; without SCENE, in its scene. Parameters are "
                 "those of the scene and of --set")
      ->check(is_a_name);
  cli.add_option("--set", o.settings,
                 "override a parameter: KEY=VALUE, repeatable; preset=NAME sets those of a preset "
                 "of the scene")
      ->allow_extra_args(false);
  cli.add_flag("--reset-settings", o.reset_settings,
               "discard the saved settings of windows: scene, size, panels, views");
  cli.add_flag("--list", o.list, "list the scenes: id, family, title");
  cli.add_flag("--doctor", o.doctor,
               "report what works on this machine, what does not, and what "
               "to do");

  CLI::App* bench = cli.add_subcommand("bench",
                                       "run benchmarks, side by side with the papers' tables and "
                                       "NVIDIA's libraries");
  bench->add_option("NAME", o.bench_names,
                    fmt::format("{}; default: all", fmt::join(bench_names(), ", ")));
  bench->add_option("--json", o.bench_json, "write the tables to FILE")->check(is_a_name);
  bench->add_option("--threads", o.threads, "threads of the tbb backend; 0 for all cores")
      ->check(CLI::Range(0, 1024));

  // Subcommands, since a topic that is also the name of another subcommand, like bench, would be
  // parsed as that one.
  CLI::App* help = cli.add_subcommand("help", "print a reference page, as Markdown");
  help->require_subcommand(0, 1);
  help->add_option("TOPIC", o.help_topic, "a page");
  for (const HelpTopic& topic : help_topics()) {
    CLI::App* page = help->add_subcommand(std::string(topic.name), std::string(topic.about));
    page->callback([&o, &topic] { o.help_topic = topic.name; });
    if (!topic.part.empty())
      page->add_option(std::string(topic.part), o.help_part, "only this part of the page");
  }

  try {
    cli.parse(argc, argv);
  } catch (const CLI::Success& success) {
    std::ostringstream text, unused;
    cli.exit(success, text, unused);
    parsed.text = text.str();
    return parsed;
  } catch (const CLI::ParseError& error) {
    throw Error(ExitCode::usage, fmt::format("{}; --help shows the options", error.what()));
  }
  o.bench = bench->parsed();
  o.help = help->parsed();
  o.backend = backend_named(backend);
  for (const std::string& text : beside) o.beside.push_back(parse_variant(text));
  o.wish = {mesh_use_named(mesh_use), mesher_named(mesher)};
  o.size = parse_size(size);
  o.quality = quality_named(quality);
  o.scene_given = scene->count() > 0;
  o.size_given = size_option->count() > 0;
  o.headless |= o.no_render;
  if (!export_frames.empty()) o.exported.frames = parse_frame_range(export_frames);
  o.exported.fluids = fluids_as(export_fluids);
  check_export_frames(o, !export_frames.empty(), o.frames.value_or(default_frames));
  if (!o.load.empty() && scene->count() == 0) o.scene = scene_of_saved_state(o.load);
  check_tour(o, scene->count() > 0);
  check_together(o);
  return parsed;
}

}  // namespace limber
