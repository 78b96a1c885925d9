#include "scenes/scene_table.h"

#include "scenes/builders.h"

namespace limber {

std::vector<Key> keys_of(SceneTable& t) {
  const Only fem{"family", &t.family, {"fem", "world"}};
  const Only plants{"family", &t.family, {"plants", "world"}};
  return {
      Key("family", "Kind of system in the scene; world: several of them", &t.family)
          .one_of(names_of_families())
          .or_else("none: must be given"),
      Key("title", "Title in lists and menus", &t.title).or_else("the scene's id"),
      Key("about", "A sentence on what happens, for the list of scenes", &t.about).or_else("none"),
      Key("elements", "Tetrahedra of 4 or of 10 nodes, or springs for cloth", &t.elements)
          .one_of({"linear", "quadratic", "springs"})
          .only_for(fem),
      Key("unshare", "Whether each part has its own copy of the modes, as in [Wang20]", &t.unshare)
          .only_for(plants),
      Key("grown_under_gravity", "Whether the plants have their given shapes under gravity",
          &t.grown_under_gravity)
          .only_for(plants),
  };
}

}  // namespace limber
