// The dragon's head, of round cones: antlers, brows, open jaws with teeth, whiskers, mane and
// beard.

#include "sim/plants/growth/dragon_bones.h"

namespace limber {

namespace {

class Head {
 public:
  Head(glm::vec3 pivot_m, const glm::mat3& axes) : pivot_m_(pivot_m), axes_(axes) {}

  /// Adds bones in the head's frame. twice: with mirror images on the other side.
  void add(std::vector<RoundCone> bones, float own_blend_m, float blend_m, bool twice,
           bool is_solid) {
    if (twice) {
      const std::size_t count = bones.size();
      for (std::size_t i = 0; i < count; ++i) {
        RoundCone twin = bones[i];
        twin.a_m.z = -twin.a_m.z;
        twin.b_m.z = -twin.b_m.z;
        bones.push_back(twin);
      }
    }
    for (RoundCone& bone : bones) {
      bone.a_m = pivot_m_ + axes_ * bone.a_m;
      bone.b_m = pivot_m_ + axes_ * bone.b_m;
    }
    pieces.push_back({blend_shape(std::move(bones), own_blend_m), blend_m, is_solid});
  }

  /// Adds a smooth strand on both sides.
  void add_strand(const std::vector<glm::vec4>& through, float blend_m, bool is_solid = false) {
    add(bones_of(smooth_line(through, 6)), 0.0f, blend_m, true, is_solid);
  }

  std::vector<DragonPiece> pieces;

 private:
  glm::vec3 pivot_m_;
  glm::mat3 axes_;
};

void add_jaws(Head& head) {
  head.add({{{0.0f, 0.0f, 0.0f}, 0.072f, {0.09f, 0.005f, 0.0f}, 0.056f},
            {{0.09f, 0.0f, 0.0f}, 0.052f, {0.22f, -0.022f, 0.0f}, 0.034f},
            {{0.22f, -0.02f, 0.0f}, 0.034f, {0.275f, -0.022f, 0.0f}, 0.032f}},
           0.03f, 0.04f, false, true);
  head.add({{{0.05f, -0.035f, 0.036f}, 0.030f, {0.17f, -0.045f, 0.030f}, 0.019f},
            {{0.17f, -0.045f, 0.030f}, 0.019f, {0.268f, -0.042f, 0.016f}, 0.018f},
            {{0.02f, -0.035f, 0.045f}, 0.040f, {0.06f, -0.05f, 0.045f}, 0.030f}},
           0.02f, 0.025f, true, true);
  head.add({{{0.02f, -0.06f, 0.032f}, 0.034f, {0.12f, -0.118f, 0.026f}, 0.019f},
            {{0.12f, -0.118f, 0.026f}, 0.019f, {0.225f, -0.150f, 0.012f}, 0.017f},
            {{0.02f, -0.07f, 0.0f}, 0.036f, {0.12f, -0.128f, 0.0f}, 0.017f},
            {{0.12f, -0.128f, 0.0f}, 0.017f, {0.225f, -0.155f, 0.0f}, 0.016f}},
           0.012f, 0.025f, true, true);
  const std::vector<glm::vec4> tongue{{0.06f, -0.085f, 0.0f, 0.018f},
                                      {0.14f, -0.108f, 0.0f, 0.015f},
                                      {0.21f, -0.112f, 0.0f, 0.011f},
                                      {0.275f, -0.092f, 0.0f, 0.005f}};
  head.add(bones_of(smooth_line(tongue, 6)), 0.0f, 0.01f, false, false);
  std::vector<RoundCone> teeth;
  for (int i = 0; i < 5; ++i) {
    const float back = static_cast<float>(i), x = 0.255f - 0.03f * back;
    const float long_m = i == 0 ? 0.040f : 0.024f;
    const float aside = 0.020f + 0.0035f * back;
    teeth.push_back({{x, -0.050f, aside}, 0.0075f, {x + 0.004f, -0.056f - long_m, aside}, 0.0025f});
    const float y = -0.150f + 0.0085f * back;
    teeth.push_back({{x - 0.045f, y + 0.012f, aside - 0.004f},
                     0.007f,
                     {x - 0.040f, y + 0.016f + 0.8f * long_m, aside - 0.003f},
                     0.0025f});
  }
  head.add(std::move(teeth), 0.0f, 0.003f, true, false);
}

void add_face(Head& head) {
  // Nostrils, brows and lids.
  head.add({{{0.272f, 0.004f, 0.020f}, 0.017f, {0.245f, 0.012f, 0.022f}, 0.012f},
            {{0.135f, 0.038f, 0.030f}, 0.008f, {0.090f, 0.056f, 0.046f}, 0.014f},
            {{0.090f, 0.056f, 0.046f}, 0.014f, {0.045f, 0.072f, 0.060f}, 0.012f},
            {{0.045f, 0.072f, 0.060f}, 0.012f, {-0.01f, 0.115f, 0.080f}, 0.004f},
            {{0.130f, 0.016f, 0.040f}, 0.007f, {0.07f, 0.006f, 0.058f}, 0.010f}},
           0.006f, 0.012f, true, false);
  head.add({{{0.094f, 0.030f, 0.048f}, 0.0165f, {0.096f, 0.030f, 0.049f}, 0.0165f}}, 0.0f, 0.002f,
           true, false);
  // Ears.
  head.add({{{-0.02f, 0.03f, 0.062f}, 0.020f, {-0.09f, 0.055f, 0.11f}, 0.020f},
            {{-0.09f, 0.055f, 0.11f}, 0.020f, {-0.16f, 0.07f, 0.135f}, 0.004f}},
           0.006f, 0.012f, true, false);
  // Ridges on the bridge of the nose.
  std::vector<RoundCone> ridges;
  for (int i = 0; i < 4; ++i) {
    const float x = 0.13f + 0.032f * static_cast<float>(i);
    const float y = 0.040f - 0.2f * (x - 0.13f);
    ridges.push_back({{x, y, 0.0f}, 0.010f, {x - 0.012f, y + 0.014f, 0.0f}, 0.004f});
  }
  head.add(std::move(ridges), 0.0f, 0.01f, false, false);
}

void add_antlers(Head& head) {
  head.add_strand({{-0.02f, 0.055f, 0.032f, 0.020f},
                   {-0.07f, 0.12f, 0.055f, 0.018f},
                   {-0.15f, 0.17f, 0.085f, 0.015f},
                   {-0.24f, 0.20f, 0.095f, 0.011f},
                   {-0.33f, 0.26f, 0.085f, 0.005f}},
                  0.012f, true);
  head.add_strand({{-0.08f, 0.13f, 0.06f, 0.013f},
                   {-0.075f, 0.175f, 0.075f, 0.010f},
                   {-0.10f, 0.225f, 0.082f, 0.004f}},
                  0.012f);
  head.add_strand({{-0.20f, 0.185f, 0.092f, 0.011f},
                   {-0.215f, 0.225f, 0.11f, 0.008f},
                   {-0.25f, 0.275f, 0.125f, 0.004f}},
                  0.012f);
}

void add_hair(Head& head) {
  // Whiskers.
  head.add_strand({{0.262f, -0.018f, 0.026f, 0.010f},
                   {0.300f, 0.010f, 0.075f, 0.0075f},
                   {0.270f, 0.045f, 0.145f, 0.0065f},
                   {0.180f, 0.030f, 0.205f, 0.0055f},
                   {0.080f, 0.050f, 0.235f, 0.0048f},
                   {-0.03f, 0.095f, 0.250f, 0.004f}},
                  0.010f);
  // Manes: locks from the cheeks and the back of the head, each curling up at its end.
  for (int i = 0; i < 6; ++i) {
    const float t = static_cast<float>(i) / 5.0f;
    const float y = 0.05f - 0.13f * t, z = 0.045f + 0.03f * glm::sin(3.0f * t);
    const float reach = 0.15f + 0.05f * glm::sin(2.0f + 5.0f * t);
    head.add_strand({{-0.01f, y, 0.8f * z, 0.020f},
                     {-0.05f, y - 0.005f, z + 0.012f, 0.019f},
                     {-0.05f - 0.5f * reach, y - 0.02f, z + 0.034f, 0.013f},
                     {-0.05f - reach, y + 0.012f, z + 0.055f, 0.004f}},
                    0.010f);
  }
  // A beard.
  for (int i = 0; i < 3; ++i) {
    const float x = 0.20f - 0.045f * static_cast<float>(i),
                y = -0.158f + 0.018f * static_cast<float>(i);
    head.add_strand({{x, y, 0.008f, 0.012f},
                     {x - 0.012f, y - 0.03f, 0.012f, 0.011f},
                     {x - 0.035f, y - 0.075f, 0.014f, 0.008f},
                     {x - 0.030f, y - 0.115f, 0.012f, 0.0035f}},
                    0.008f);
  }
}

}  // namespace

std::vector<DragonPiece> dragon_head(glm::vec3 pivot_m, const glm::mat3& axes) {
  Head head(pivot_m, axes);
  add_jaws(head);
  add_face(head);
  add_antlers(head);
  add_hair(head);
  return std::move(head.pieces);
}

}  // namespace limber
