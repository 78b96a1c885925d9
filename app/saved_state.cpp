#include "app/saved_state.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/build_info.h"
#include "kernels/copy_bytes.h"
#include "kernels/error.h"
#include "render/part_file.h"
#include "sim/state_hash.h"
#include "sim/text_file.h"

namespace limber {

namespace {

using Json = nlohmann::ordered_json;
using Bytes = std::vector<std::byte>;

constexpr std::string_view magic = "Limber state 1\n";
constexpr std::string_view older_magic = "Limber moment 1\n";  ///< of files of the same format
constexpr std::uint64_t longest_header = 64 << 20;

std::string hex_of(const Bytes& bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

Bytes bytes_of(const std::string& hex) {
  Bytes bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    bytes.push_back(static_cast<std::byte>(std::stoul(hex.substr(at, 2), nullptr, 16)));
  return bytes;
}

Json header_of(const SavedState& saved) {
  const WorldState& state = saved.world;
  Json groups = Json::array();
  for (const ArchivedState& group : state.groups) {
    Json host = Json::object(), buffers = Json::array();
    for (const auto& [name, bytes] : group.host) host[name] = hex_of(bytes);
    for (const ArchivedState::Block& block : group.blocks)
      buffers.push_back(
          {{"name", block.name}, {"element_bytes", block.element_bytes}, {"bytes", block.bytes}});
    groups.push_back({{"host", std::move(host)}, {"buffers", std::move(buffers)}});
  }
  const glm::vec3& grabber = state.mouse_target_m;
  return {{"scene", saved.scene},
          {"steps", saved.steps},
          {"time_s", state.time_s},
          {"ahead_s", saved.ahead_s},
          {"mouse_target_m", {grabber.x, grabber.y, grabber.z}},
          {"parameters", state.parameters},
          {"build", build_description()},
          {"groups", std::move(groups)}};
}

[[noreturn]] void refuse(const std::string& path, const char* why) {
  throw Error(ExitCode::bad_input, fmt::format("{} cannot be loaded: {}", path, why));
}

/// Reads the output of write_saved_state() piece by piece and computes the checksum.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {
    check_regular_file(path, "saved state");
    stream_.open(path, std::ios::binary);
    std::error_code failed;
    left_ = std::filesystem::file_size(path, failed);
    if (!stream_ || failed) refuse(path, "it cannot be opened; check its permissions");
  }
  /// Rejects a file with fewer than `count` more bytes after `others` more.
  void expect(std::uint64_t count, std::uint64_t others) const {
    if (count > left_ - others) refuse(path_, damaged);
  }
  Bytes take(std::uint64_t count) {
    expect(count, 0);
    left_ -= count;
    Bytes bytes(count);
    stream_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
    if (stream_.gcount() != static_cast<std::streamsize>(count)) refuse(path_, damaged);
    hash_.add(bytes);
    return bytes;
  }
  std::uint64_t number() {
    std::uint64_t number = 0;
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
  }
  Json header() {
    const Bytes begins = take(magic.size());
    const bool older = std::memcmp(begins.data(), older_magic.data(), magic.size()) == 0;
    if (!older && std::memcmp(begins.data(), magic.data(), magic.size()) != 0)
      refuse(path_, "it is not a state saved by this version of Limber");
    if (older) take(older_magic.size() - magic.size());
    const std::uint64_t length = number();
    if (length > longest_header) refuse(path_, damaged);
    const Bytes text = take(length);
    const char* const first = reinterpret_cast<const char*>(text.data());
    Json header = Json::parse(first, first + text.size(), nullptr, false);
    if (header.is_discarded()) refuse(path_, damaged);
    return header;
  }
  void expect_end() {
    const std::uint64_t sum = hash_.value();
    if (number() != sum || stream_.peek() != std::char_traits<char>::eof()) refuse(path_, damaged);
  }

  static constexpr const char* damaged = "it is damaged or incomplete";

 private:
  std::string path_;
  std::ifstream stream_;
  std::uint64_t left_ = 0;  ///< bytes left in the file
  StateHash hash_;
};

ArchivedState group_of(const Json& header, Reader& reader) {
  ArchivedState group;
  for (const auto& [name, hex] : header.at("host").items())
    group.host[name] = bytes_of(hex.get<std::string>());
  std::size_t size = 0;
  for (const Json& buffer : header.at("buffers")) {
    const std::size_t bytes = buffer.at("bytes");
    reader.expect(bytes, size);
    group.blocks.push_back({buffer.at("name"), buffer.at("element_bytes"), size, bytes});
    size += bytes;
  }
  const Bytes content = reader.take(size);
  group.content = RawBuffer(Memory::host, size);
  if (size > 0) std::memcpy(group.content.data(), content.data(), size);
  return group;
}

}  // namespace

bool is_saved_state_file(const std::string& name) {
  return std::filesystem::path(name).extension() == ".limber";
}

void check_saved_state_file(const std::string& path) {
  if (path.empty()) return;
  if (!is_saved_state_file(path))
    throw Error(ExitCode::usage,
                fmt::format("the state file {} must have a name that ends in .limber", path));
  const PartFile writable(path);
}

void write_saved_state(const std::string& path, const SavedState& saved) {
  PartFile file(path);
  std::ofstream stream = file.open();
  StateHash hash;
  const auto write = [&](const Bytes& bytes) {
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    hash.add(bytes);
  };
  const auto write_text = [&](std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    write({bytes.begin(), bytes.end()});
  };
  const auto write_number = [&](std::uint64_t number) {
    const auto bytes = std::as_bytes(std::span(&number, 1));
    write({bytes.begin(), bytes.end()});
  };
  // Scene names may be file names, which need not be valid UTF-8.
  const std::string header = header_of(saved).dump(-1, ' ', true, Json::error_handler_t::replace);
  write_text(magic);
  write_number(header.size());
  write_text(header);
  for (const ArchivedState& group : saved.world.groups)
    for (const ArchivedState::Block& block : group.blocks) {
      Bytes bytes(block.bytes);
      if (group.side == Memory::device)
        copy_bytes(*group.exec, bytes.data(), Memory::host, group.at(block), group.side,
                   bytes.size());
      else if (!bytes.empty())
        std::memcpy(bytes.data(), group.at(block), bytes.size());
      write(bytes);
    }
  write_number(hash.value());
  stream.close();
  if (!stream)
    throw Error(ExitCode::bad_input, fmt::format("{}: cannot be written; is the disk full?", path));
  file.commit();
}

SavedState read_saved_state(const std::string& path) {
  Reader reader(path);
  const Json header = reader.header();
  SavedState saved;
  WorldState& state = saved.world;
  try {
    saved.scene = header.at("scene");
    saved.steps = header.at("steps");
    saved.ahead_s = header.at("ahead_s");
    state.time_s = header.at("time_s");
    const auto grabber = header.at("mouse_target_m").get<std::array<float, 3>>();
    state.mouse_target_m = {grabber[0], grabber[1], grabber[2]};
    for (const auto& [key, value] : header.at("parameters").items())
      state.parameters[key] = value.get<std::string>();
    for (const Json& group : header.at("groups")) state.groups.push_back(group_of(group, reader));
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    refuse(path, Reader::damaged);
  }
  reader.expect_end();
  return saved;
}

std::string scene_of_saved_state(const std::string& path) {
  const Json header = Reader(path).header();
  const auto scene = header.find("scene");
  if (scene == header.end() || !scene->is_string()) refuse(path, Reader::damaged);
  return *scene;
}

std::string newest_saved_state(const std::string& scene) {
  namespace fs = std::filesystem;
  std::optional<fs::directory_entry> newest;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::current_path())) {
    if (!is_saved_state_file(entry.path().string()) || !entry.is_regular_file()) continue;
    if (newest && newest->last_write_time() > entry.last_write_time()) continue;
    try {
      if (scene_of_saved_state(entry.path().string()) == scene) newest = entry;
    } catch (const Error&) {
      continue;  // not usable, whatever it is
    }
  }
  if (!newest)
    throw Error(ExitCode::bad_input,
                fmt::format("no state of {} has been saved in this folder: Ctrl+S saves one; files "
                            "from other folders can be dropped on the window",
                            scene));
  return newest->path().filename().string();
}

}  // namespace limber
