#include "render/picture_timer.h"

#include <glad/gl.h>

#include <algorithm>

namespace limber {

bool PictureTimer::Picture::finished() const {
  GLuint available = GL_FALSE;
  glGetQueryObjectuiv(marks[stages.size()].name(), GL_QUERY_RESULT_AVAILABLE, &available);
  return available == GL_TRUE;
}

std::vector<StageTime> PictureTimer::Picture::times() const {
  const auto passed_ns = [&](std::size_t place) {
    GLuint64 ns = 0;
    glGetQueryObjectui64v(marks[place].name(), GL_QUERY_RESULT, &ns);
    return ns;
  };
  std::vector<StageTime> times;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const double ms = 1e-6 * static_cast<double>(passed_ns(i + 1) - passed_ns(i));
    const auto same = std::ranges::find(times, stages[i], &StageTime::label);
    if (same == times.end())
      times.push_back({stages[i], ms});
    else
      same->ms += ms;
  }
  return times;
}

void PictureTimer::enable(bool wanted) {
  if (enabled_ == wanted) return;
  enabled_ = wanted;
  for (Picture& picture : pictures_) picture.stages.clear();
  times_.clear();
}

void PictureTimer::mark(std::size_t place) {
  std::vector<GlQuery>& marks = pictures_[newest_].marks;
  if (marks.size() == place) marks.push_back(make_timestamp_query());
  glQueryCounter(marks[place].name(), GL_TIMESTAMP);
}

void PictureTimer::begin() {
  if (!enabled_) return;
  newest_ = (newest_ + 1) % pictures_.size();
  pictures_[newest_].stages.clear();
  mark(0);
}

void PictureTimer::end_of(const char* stage) {
  if (!enabled_) return;
  pictures_[newest_].stages.push_back(stage);
  mark(pictures_[newest_].stages.size());
}

const std::vector<StageTime>& PictureTimer::stages() {
  for (std::size_t back = 0; back < pictures_.size(); ++back) {
    Picture& picture = pictures_[(newest_ + pictures_.size() - back) % pictures_.size()];
    if (picture.stages.empty() || !picture.finished()) continue;
    times_ = picture.times();
    break;
  }
  return times_;
}

}  // namespace limber
