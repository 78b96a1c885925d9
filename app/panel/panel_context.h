#pragma once

#include <functional>

#include "app/actions.h"
#include "app/ball_gun.h"
#include "app/camera_moves.h"
#include "app/compare/comparison.h"
#include "app/export/scene_export.h"
#include "app/film/film_frame.h"
#include "app/film/film_settings.h"
#include "app/frame_rate.h"
#include "app/panel/notices.h"
#include "app/panel/theme.h"
#include "app/player.h"
#include "app/recorder.h"
#include "app/scene_loader.h"

namespace limber {

/// What the panels show, and the callbacks they use.
struct PanelContext {
  Player& player;
  FilmSettings& film;
  BallGun& gun;
  Comparison& comparison;
  /// The part of a window's picture that films show.
  std::function<FilmFrame(glm::vec2 window_px)> film_frame;
  const Recorder& recorder;
  const SceneExport* exported;  ///< null: nothing is being exported
  const FrameRate& rate;
  const ContextInfo& opengl;
  Notices& notices;
  const SceneLoader& loader;
  CameraMoves& moves;
  bool blows;           ///< air at the point under the cursor
  bool notes;           ///< the user's actions are being recorded as a tour
  std::string caption;  ///< at the lower edge; empty: none
  const Fonts& fonts;
  float real_s;       ///< since the last frame
  MeasureWish& wish;  ///< set by panels: what to measure

  /// Performs a key's action. Panels' requests are run after the frame, so that an exception does
  /// not leave Dear ImGui inside a window.
  std::function<void(Action)> act;
  std::function<void(Action, int place)> act_at;
  std::function<void(SceneRequest)> open;
  std::function<void(std::function<void()>)> later;

  float scaled(float units) const { return units * fonts.scale; }
};

}  // namespace limber
