#include "sim/plants/shown_parts.h"

#include "kernels/launch.h"
#include "sim/publish_label.h"

namespace limber {

ShownParts::ShownParts(const Exec& exec, const PartTree& tree,
                       const std::vector<int>& coordinate_at)
    : coordinate_at_(exec, coordinate_at),
      previous_q_(exec, std::vector<float>(tree.coordinates(), 0.0f)),
      previous_poses_(exec, tree.rest) {}

void ShownParts::store_previous(const Exec& exec, const PartDynamics& parts) {
  launch(exec, "store previous", parts.coordinates(), CopyModes{parts.q(), previous_q_.view()});
  launch(exec, "store previous", parts.parts(), CopyFrames{parts.poses(), previous_poses_.view()});
}

void ShownParts::forget(const Exec& exec, const PartTree& tree) {
  previous_q_.zero(exec);
  previous_poses_.upload(exec, tree.rest);
}

void ShownParts::show(const Exec& exec, const PartDynamics& parts, float blend, PartField field,
                      const ShownViews& out) const {
  const bool blended = blend < 1.0f;
  launch(exec, publish_label, out.q.size,
         ShowModes{coordinate_at_.view(), parts.q(),
                   previous_q_.view().part(0, blended ? parts.coordinates() : 0), blend, out.q});
  launch(exec, publish_label, parts.parts(),
         ShowFrames{parts.poses(), previous_poses_.view().part(0, blended ? parts.parts() : 0),
                    blend, out.poses});
  if (field != PartField::bending)
    launch(exec, publish_label, parts.parts(), MeasureParts{field, parts.speeds(), out.values});
}

void ShownParts::archive(Archive& archive) {
  archive.scratch(coordinate_at_);
  archive.derived("remembered q", previous_q_, Start::zeros);
  archive.derived("remembered poses", previous_poses_);
}

}  // namespace limber
