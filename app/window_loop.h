#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/camera_moves.h"
#include "app/compare/comparison.h"
#include "app/export/scene_export.h"
#include "app/file_watch.h"
#include "app/film/film_frame.h"
#include "app/film/film_picture.h"
#include "app/film/film_row.h"
#include "app/film/film_settings.h"
#include "app/interaction.h"
#include "app/options.h"
#include "app/panel/gui.h"
#include "app/panel/panels.h"
#include "app/saved_settings.h"
#include "app/scene_loader.h"
#include "app/stats.h"
#include "app/tour/tour_notes.h"
#include "app/tour/tour_player.h"

namespace limber {

/// The window's main loop: window_input.cpp handles input, window_loop.cpp draws the pictures. The
/// simulation runs concurrently (Player): a picture shows its newest state.
class WindowLoop {
 public:
  /// Checks for the backend and a display before it opens the first scene, which may take minutes;
  /// the window is hidden until then.
  explicit WindowLoop(const Options& options);
  void run();
  /// Call before run(): starts with these settings and saves the final ones in the file.
  void keep_settings(const std::filesystem::path& file, const SavedSettings& begin_with);
  void tell_error(std::string sentence) { notices_.error(std::move(sentence)); }

 private:
  void listen();
  void on_key(int key, int action, int mods);
  void on_mouse_button(int button, int action, int mods);
  /// place: slot of a kept view; empty from the menu.
  void act(Action action, std::optional<int> place = {});
  void act_on_camera(Action action, std::optional<int> place);
  void keep_view(int place);
  void save_camera_path();
  void toggle_recording();
  void start_recording(const std::filesystem::path& file);
  void record_frame();
  /// What a film shows of the window's picture, or of each lane's.
  struct FilmFraming {
    std::size_t lanes;
    float height_share;  ///< of the picture's height
    float height_units;  ///< on the screen, in units of the monitor's scale
  };
  FilmFraming film_framing(glm::ivec2 film_px) const;
  bool keeps_framing() const;
  FilmFrame film_frame(glm::vec2 window_px, glm::ivec2 film_px) const;
  ResolvedFrame film_picture(FilmPicture& film, glm::ivec2 size_px, bool cut_out,
                             const std::optional<BarText>& bar);
  ResolvedFrame film_picture(glm::ivec2 size_px, bool cut_out);
  ResolvedFrame side_by_side(glm::ivec2 size_px, bool cut_out, const std::optional<BarText>& bar);
  void free_films();
  glm::ivec2 film_size_px() const;
  std::string caption() const;
  void start_export(const ExportWish& wish);
  void toggle_export();
  void export_frame();
  std::string finish_export();
  void tell_of_export(std::string what);
  void take_screenshot();
  void shoot();
  void use_gamepad(double real_s);
  void change_speed(double times);
  void set_text_size(float times);
  SavedSettings settings() const;
  void write_saved_settings();
  void save_state();
  void load_state(const std::string& path);
  void open_files(const std::vector<std::string>& paths);
  /// again: reloads the running scene after a change of its file, keeping the camera.
  void open(SceneRequest request, bool again = false);
  void open_neighbor(int places);
  void ask_where_to_save();
  void save_scene(const std::filesystem::path& path);
  SceneCamera camera_for_scene() const;
  void watch_scene();
  void reopen_changed_scene(double real_s);
  void take_opened(double patience_s = 0.0);
  void fail_to_open(const std::string& why);
  void play(Scene scene);

  void begin_tour(Tour tour);
  void end_tour();
  bool go_on_with_tour(double real_s);
  void follow_tour();
  void toggle_notes();
  void write_notes();
  void note();

  void picture(double real_s);
  void move_camera(double real_s, bool whole);
  void go_on(double real_s);
  void count_frame(double real_s);
  double camera_s(double real_s, bool whole) const;
  void take_last_frame();
  void wait_for_news(double picture_s);
  void begin_to_end();
  void tell_of_the_end(double waited_s);
  void draw_panels(double real_s);
  void reload_changed_shaders(double real_s);
  void finish();

  float free_share() const;
  float aspect() const;
  void make_room();
  void frame_scene();
  /// Runs `work`; shows exceptions as errors instead of ending the program.
  template <class Work>
  void attempt(const Work& work) {
    try {
      work();
    } catch (const std::exception& error) {
      notices_.error(error.what());
    }
  }
  glm::ivec2 picture_size_px() const;
  struct Area {
    float left, right;  ///< fractions of the window's width
    float width() const { return right - left; }
  };
  Area lane_area(std::size_t lane) const;
  std::size_t lane_at(glm::vec2 cursor) const;
  glm::vec2 in_picture_px(glm::vec2 cursor) const;
  void present();
  void update_title();
  void tell_of_trouble();

  const Options& options_;
  Session session_;
  Window window_;
  Display display_;
  Player player_;
  CameraMoves moves_;
  Interaction interaction_;
  Comparison comparison_;
  PadState pad_;  ///< at the last picture
  bool pad_blows_ = false;
  BallGun gun_;
  int gun_of_scene_ = -1;  ///< Player::scene_count() of the scene it was set up for
  FilmSettings film_;
  FilmPicture film_picture_;
  std::optional<FilmRow> film_row_;              ///< for side-by-side solvers
  std::optional<FilmFraming> recorded_framing_;  ///< since the first frame of the recording
  Recorder recorder_;
  FilmClock still_clock_;                ///< paces a film while the simulation is paused
  std::unique_ptr<SceneExport> export_;  ///< null: nothing is being exported
  int exported_objects_ = 0;             ///< Player::object_count() at its start
  FrameRate rate_;
  StatsRecorder stats_;
  Notices notices_;
  Panels panels_;
  std::optional<Gui> gui_;
  std::filesystem::path settings_file_;  ///< empty: settings are not saved
  float text_size_ = 1.0f;               ///< times the monitor's scale
  int frames_ = 0;                       ///< frames simulated and shown
  double last_frame_s_ = 0.0, last_picture_s_ = 0.0;
  std::optional<double> ends_since_s_;
  bool end_reported_ = false;
  glm::vec2 cursor_{0.0f};  ///< in window units
  std::size_t lane_under_mouse_ = 0;
  std::vector<std::function<void()>> asked_;
  std::optional<Camera> framed_;  ///< after the scene was last framed
  std::string title_;
  std::vector<std::string> notes_;  ///< the simulation's notes on its settings
  std::string trouble_;             ///< its last problem
  double shader_look_in_s_ = 0.0;
  std::string shader_error_;   ///< empty while the newest shaders are in use
  std::string opening_error_;  ///< of the last failure to open
  MeshWish wish_;              ///< used to open the scene
  FileWatch scene_file_;
  double scene_look_in_s_ = 0.0;
  bool reopens_ = false;              ///< the running scene is being reopened after a change
  std::string state_to_load_;         ///< once the scene is open
  std::vector<std::string> dropped_;  ///< scenes dropped together, of which one is shown
  SceneLoader loader_;
  SceneLoader next_scene_;    ///< preloads a tour's next scene
  bool awaits_next_ = false;  ///< show it once it is open

  /// The window as the stage of a tour.
  class Stage : public TourStage {
   public:
    explicit Stage(WindowLoop& loop) : loop_(loop) {}
    void prepare(const std::string& scene) override;
    void open(const std::string& scene) override;
    bool ready() const override;
    void use(Backend backend) override;
    void work(std::function<void(Session&)> work) override;
    void use_tool(const TourUse& use) override;
    Camera home() const override;

   private:
    WindowLoop& loop_;
  };
  struct TourShown {
    Camera camera;
    Overlay overlay;
    std::string caption;
  };
  Stage stage_{*this};
  std::optional<TourPlayer> tour_;
  std::optional<TourNotes> tour_notes_;  ///< while the user's actions are recorded
  std::optional<TourShown> tour_shown_;  ///< the tour's part of the newest frame
};

}  // namespace limber
