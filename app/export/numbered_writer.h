#pragma once

#include "app/export/export_frame.h"

namespace limber {

/// Writes a mesh file per frame with write_mesh_file(): run_0001.ply, run_0002.ply ...
class NumberedWriter : public ExportWriter {
 public:
  /// Throws Error(bad_input) where nothing can be written.
  explicit NumberedWriter(std::string path);
  void add(const ExportFrame& frame) override;
  ExportCounts commit() override { return counts_; }
  std::uint64_t bytes() const override { return counts_.bytes; }

  static std::string file_of(const std::string& path, int frame);

 private:
  std::string path_;
  ExportCounts counts_;
};

}  // namespace limber
