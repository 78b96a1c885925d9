// Levels of quality, which may change between two pictures.

#include "render/quality.h"

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "picture.h"

namespace limber {
namespace {

class QualityTest : public GlTest {
 protected:
  Image draw(Renderer& renderer, QualityLevel level) {
    const DrapedCloth cloth(30);
    SharedVertices vertices(static_cast<int>(cloth.vertices.size()), exec);
    cloth.publish(vertices);
    renderer.set_draw_list(cloth.list);
    ViewOptions view;
    view.quality = level;
    renderer.draw(Camera{}, vertices, view, {}, {160, 90});
    return read_picture(renderer);
  }

  Exec exec{Backend::serial};
};

TEST_F(QualityTest, LevelsHaveNamesAndOneIsUsual) {
  for (const QualityLevel level : quality_levels) EXPECT_EQ(quality_named(name_of(level)), level);
  EXPECT_FALSE(quality_named("best"));
  EXPECT_EQ(Quality::for_renderer(context->info(), QualityLevel::medium),
            Quality::for_renderer(context->info()));
}

TEST_F(QualityTest, PicturesFollowTheLevel) {
  Renderer renderer(*context);
  const Image medium = draw(renderer, QualityLevel::medium);
  const Image low = draw(renderer, QualityLevel::low);
  EXPECT_EQ(renderer.quality(), Quality::for_renderer(context->info(), QualityLevel::low));
  EXPECT_NE(low.rgba8, medium.rgba8);
  const Image high = draw(renderer, QualityLevel::high);
  EXPECT_EQ(renderer.quality(), Quality::for_renderer(context->info(), QualityLevel::high));
  EXPECT_NE(high.rgba8, medium.rgba8);
  EXPECT_EQ(draw(renderer, QualityLevel::medium).rgba8, medium.rgba8);
}

TEST_F(QualityTest, OneThatIsGivenStays) {
  Quality given = Quality::for_renderer(context->info());
  given.shadow_taps = 5;
  Renderer renderer(*context, given);
  draw(renderer, QualityLevel::low);
  EXPECT_EQ(renderer.quality(), given);
}

}  // namespace
}  // namespace limber
