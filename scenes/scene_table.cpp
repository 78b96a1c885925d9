#include "scenes/scene_table.h"

#include "scenes/builders.h"

namespace limber {

std::vector<Key> keys_of(SceneTable& t) {
  const Only fem{"family", &t.family, {"fem", "world"}};
  const Only plants{"family", &t.family, {"plants", "world"}};
  return {
      Key("family", "What the scene is made of; world: of several of these", &t.family)
          .one_of(names_of_families())
          .or_else("none: must be given"),
      Key("title", "What lists and menus show", &t.title).or_else("the scene's id"),
      Key("about", "A sentence on what happens, which the list of scenes shows", &t.about)
          .or_else("none"),
      Key("elements", "Tetrahedra of 4 or of 10 nodes, or springs for cloth", &t.elements)
          .one_of({"linear", "quadratic", "springs"})
          .only_for(fem),
      Key("unshare", "Whether each part gets a copy of its shape's modes, as in [Wang20]",
          &t.unshare)
          .only_for(plants),
      Key("grown_under_gravity", "Whether the plants have their shapes in spite of their weight",
          &t.grown_under_gravity)
          .only_for(plants),
  };
}

}  // namespace limber
