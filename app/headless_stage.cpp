#include "app/headless_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/standard_streams.h"
#include "app/tour/use_tool.h"
#include "kernels/device.h"

namespace limber {

HeadlessStage::HeadlessStage(Session& session, const Options& options, TerminalProgress& progress,
                             StatsRecorder& stats)
    : session_(session), options_(options), progress_(progress), stats_(stats) {
  if (options.no_render) return;
  context_ = Context::off_screen();
  display_.emplace(*context_);
  display_->view.quality = options.quality.value_or(QualityLevel::medium);
  film_.emplace(*display_);
}

void HeadlessStage::tell(const std::string& note) {
  progress_.tell(fmt::format("limber: note: {}\n", one_line(note)));
  stats_.add_note(note);
}

void HeadlessStage::show(Scene scene) {
  beside_.reset();
  drawn_.reset();
  session_.open(std::move(scene));
  const auto tell_it = [this](const std::string& note) { tell(note); };
  std::ranges::for_each(session_.scene().notes, tell_it);
  std::ranges::for_each(session_.world().notes(), tell_it);
  draw_from_here();
  if (display_) home_ = display_->camera;
  beside_.emplace(session_, options_.beside, options_.threads, context_.get(),
                  options_.quality.value_or(QualityLevel::medium));
}

void HeadlessStage::load(const SavedState& state) {
  if (const std::string note = session_.load(state); !note.empty()) tell(note);
  beside_->take_state();
  if (drawn_ && session_.world().shows_other_things()) draw_from_here();
}

void HeadlessStage::draw_from_here() {
  if (display_) drawn_.emplace(session_, *display_);
}

void HeadlessStage::use(Backend backend) {
  if (backend == Backend::cuda && !device::info().usable)
    return tell("the GPU cannot be used here, so " + std::string(name_of(session_.backend())) +
                " continues: " + device::info().reason);
  if (backend == session_.backend()) return;
  drawn_.reset();
  session_.switch_to(backend);
  draw_from_here();
}

void HeadlessStage::use_tool(const TourUse& use) {
  const std::shared_ptr<const DrawList> before = session_.world().kept_draw_list();
  try {
    if (const std::string note = limber::use_tool(session_, use.tool); !note.empty()) tell(note);
  } catch (const Error& error) {  // as in a window, the tour goes on
    if (error.code() != ExitCode::bad_input) throw;
    tell(fmt::format("{}: {}", use.place, error.what()));
  }
  if (drawn_ && session_.world().kept_draw_list() != before) draw_from_here();
}

void HeadlessStage::frame(double frame_s, const std::string& caption) {
  if (drawn_)
    drawn_->simulate(frame_s);
  else
    session_.advance(frame_s, {}, -1);
  beside_->simulate(frame_s);
  if (display_)
    draw(caption);
  else
    session_.exec().synchronize();  // the frame time includes the steps, not only their launch
}

void HeadlessStage::draw(const std::string& caption) {
  FilmLook look{.supersampling = options_.supersampling, .cut_out = options_.cut_out};
  if (options_.bar)
    look.bar = bar_text(session_.scene(), readings_of(session_), caption,
                        display_->shown_field(session_.world().draw_list()));
  else if (!caption.empty())
    look.bar = BarText{.caption = caption};
  picture_ = beside_->any() ? beside_->draw(*film_, display_->camera, options_.size, look)
                            : film_->draw(display_->camera, options_.size, look);
  display_->renderer().wait_for_the_picture_before();
}

}  // namespace limber
