#include "app/tour/use_tool.h"

namespace limber {

namespace {

struct Use {
  Session& session;
  std::string operator()(const World::Shot& shot) const { return session.shoot(shot); }
  std::string operator()(const Breath& breath) const {
    session.world().blow(breath);
    return "";
  }
  std::string operator()(const std::vector<CutStroke>& strokes) const {
    session.cut(strokes);
    return "";
  }
  std::string operator()(const BodyCopy& body) const {
    return session.add_body(body.at_m, body.seen_from_m);
  }
  std::string operator()(const ReleasedPins&) const {
    if (session.world().clear_pins() > 0) session.grab_changed();
    return "";
  }
};

}  // namespace

std::string use_tool(Session& session, const TourTool& tool) {
  return std::visit(Use{session}, tool);
}

}  // namespace limber
