#include "app/export/numbered_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/mesh_file.h"
#include "render/part_file.h"

namespace limber {

namespace fs = std::filesystem;

NumberedWriter::NumberedWriter(std::string path) : path_(std::move(path)) {
  const PartFile writable(file_of(path_, 1));
}

std::string NumberedWriter::file_of(const std::string& path, int frame) {
  const fs::path of_all = path;
  return (of_all.parent_path() /
          fmt::format("{}_{:04}{}", of_all.stem().string(), frame, of_all.extension().string()))
      .string();
}

void NumberedWriter::add(const ExportFrame& frame) {
  const MeshFileCounts counts = write_mesh_file(file_of(path_, frame.number), frame.objects);
  ++counts_.frames;
  counts_.objects = std::max(counts_.objects, counts.objects);
  counts_.bytes += counts.bytes;
}

}  // namespace limber
