#include "scenes/mesh_use.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

const TriangleMesh closed_tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                      {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
const TriangleMesh open{closed_tetrahedron.positions_m, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}}};

TEST(MeshUse, WhatIsAskedForIsWhatItBecomes) {
  for (const bool volume_scene : {false, true})
    for (const TriangleMesh& surface : {closed_tetrahedron, open})
      for (const MeshUse use : {MeshUse::cloth, MeshUse::volume})
        EXPECT_EQ(decided(use, volume_scene, surface), use);
}

TEST(MeshUse, OfItselfAClosedSurfaceIsASoftBodyWhereThereIsASceneForIt) {
  EXPECT_EQ(decided(MeshUse::automatic, true, closed_tetrahedron), MeshUse::volume);
  EXPECT_EQ(decided(MeshUse::automatic, true, open), MeshUse::cloth);
  EXPECT_EQ(decided(MeshUse::automatic, false, closed_tetrahedron), MeshUse::cloth);
}

}  // namespace
}  // namespace limber
