#pragma once

#include "app/export/tracks.h"
#include "app/part_stream.h"

namespace limber {

/// Writes a scene as text USD (.usda): under "limber", a mesh or points per object, and per rigid
/// body an instance of its mesh with its motion. Time codes are frame numbers. Values read back as
/// the same floats.
class UsdWriter : public ExportWriter {
 public:
  /// scene: its id, for the comment. Throws Error(bad_input) where nothing can be written.
  UsdWriter(const std::string& path, std::string scene, double fps);
  void add(const ExportFrame& frame) override { tracks_.add(frame); }
  ExportCounts commit() override;
  std::uint64_t bytes() const override { return tracks_.bytes(); }

 private:
  void write_head();
  void write_prototypes();
  void write_track(const Tracks::Track& track);
  void write_bodies();
  void write_body(int body, std::span<const std::vector<Tracks::Pose>> rows, int place);
  template <class Write>
  void write_samples(const char* attribute, bool once, const Write& write);

  std::string scene_;
  double fps_;
  Tracks tracks_;
  PartStream out_;
};

}  // namespace limber
