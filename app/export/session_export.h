#pragma once

#include <vector>

#include "app/export/scene_export.h"
#include "app/session.h"
#include "kernels/buffer.h"

namespace limber {

/// An export of a headless session.
class SessionExport {
 public:
  /// The session has opened its scene. Throws as SceneExport does.
  SessionExport(const ExportWish& wish, Session& session, bool as_spheres, double fps)
      : session_(session),
        published_(session.exec(), session.world().draw_list().vertex_count),
        file_(wish, session.scene().id, session.world().draw_list(), as_spheres, fps) {
    published_.zero(session.exec());
  }
  void add_frame() {
    std::vector<PublishedVertex> vertices;
    if (file_.wants_next()) {
      // Not the buffers that OpenGL draws from, so that a run without OpenGL writes the same.
      session_.publish_again(published_.view());
      vertices = published_.download(session_.exec());
    }
    file_.add(session_.exec(), vertices);
  }
  SceneExport& file() { return file_; }

 private:
  Session& session_;
  Buffer<PublishedVertex> published_;
  SceneExport file_;
};

}  // namespace limber
