#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "kernels/error.h"
#include "render/image.h"
#include "render/image_file.h"
#include "render/numbered_pictures.h"
#include "render/video_encoder.h"
#include "render/video_writer.h"
#include "tests/unit/refusal.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

constexpr int width = 64, height = 48;

Bytes plain(int red, int green, int blue, int pixels = width * height) {
  Bytes bytes;
  for (int i = 0; i < pixels; ++i)
    for (const int value : {red, green, blue, 255})
      bytes.push_back(static_cast<std::uint8_t>(value));
  return bytes;
}

/// What a shell command prints.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 256> part{};
  for (std::size_t count; (count = fread(part.data(), 1, part.size(), pipe.get())) > 0;)
    text.append(part.data(), count);
  return text;
}

class MediaTest : public testing::Test {
 protected:
  void TearDown() override {
    if (!path_before.empty()) setenv("PATH", path_before.c_str(), 1);
  }
  /// Restricts PATH to at most one program: an ffmpeg that is this shell script.
  void only_ffmpeg_is(const std::string& script) {
    if (path_before.empty()) path_before = getenv("PATH");
    fs::create_directory(folder.path() / "bin");
    const fs::path program = folder.path() / "bin" / "ffmpeg";
    if (!script.empty()) {
      std::ofstream(program) << "#!/bin/sh\nPATH=" << path_before << "\n" << script;
      chmod(program.c_str(), 0755);
    }
    setenv("PATH", (folder.path() / "bin").c_str(), 1);
  }
  /// Files in the folder, whatever their names.
  int files() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder.path()))
      count += entry.is_regular_file();
    return count;
  }
  TemporaryFolder folder;
  fs::path video = folder.path() / "it's a video.mp4";
  std::string path_before;
};

TEST_F(MediaTest, PngKeepsEveryPixelTopRowFirst) {
  const fs::path png = folder.path() / "picture.png";
  Bytes pixels = plain(255, 0, 0, 6);
  pixels[0] = 1, pixels[1] = 2, pixels[2] = 3, pixels[3] = 4;
  write_png(png, 3, 2, pixels);
  EXPECT_EQ(files(), 1);
  const std::string read =
      output_of("ffmpeg -v error -i " + png.string() + " -f rawvideo -pix_fmt rgba -");
  EXPECT_EQ(Bytes(read.begin(), read.end()), pixels);
  write_png(png, 1, 1, plain(0, 0, 9, 1));  // takes the place of the old one
  EXPECT_EQ(output_of("ffmpeg -v error -i " + png.string() + " -f rawvideo -pix_fmt rgba -").size(),
            4u);
}

TEST_F(MediaTest, PngSaysWhyItCannotBeWritten) {
  const Bytes pixels = plain(0, 0, 0, 4);
  for (const fs::path& path : {folder.path() / "none" / "a.png", fs::path("/proc/a.png"),
                               folder.path(), fs::path("/dev/null/a.png"), fs::path("")}) {
    const std::string sentence =
        refusal(ExitCode::bad_input, [&] { write_png(path, 2, 2, pixels); });
    EXPECT_NE(sentence.find(path.string()), std::string::npos) << sentence;
  }
  refusal(ExitCode::bad_input, [&] { write_png(folder.path() / "a.png", 2, 3, pixels); });
  refusal(ExitCode::bad_input, [&] { write_png(folder.path() / "a.png", 0, 0, {}); });
  EXPECT_EQ(files(), 0);
}

TEST_F(MediaTest, PngThatDoesNotFitLeavesTheOldFile) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const fs::path png = folder.path() / "a.png";
  std::ofstream(png) << "old";
  const fs::path part = folder.path() / ("a.part-" + std::to_string(getpid()) + ".png");
  fs::create_symlink("/dev/full", part);
  refusal(ExitCode::bad_input, [&] { write_png(png, 2, 2, plain(0, 0, 0, 4)); });
  EXPECT_EQ(fs::file_size(png), 3u);
  EXPECT_EQ(files(), 1);
}

TEST_F(MediaTest, VideoIsWhatPlayersExpect) {
  VideoWriter writer(video, width, height, 30);
  for (int i = 0; i < 45; ++i) writer.add(plain(255, 0, 0));
  EXPECT_FALSE(fs::exists(video)) << "it has its name before it is whole";
  writer.finish();
  EXPECT_EQ(writer.frames(), 45);
  EXPECT_EQ(files(), 1);
  const std::string probe = output_of(
      "ffprobe -v error -count_frames -select_streams v:0 -show_streams -of default=nw=1 \"" +
      video.string() + "\"");
  for (const char* line : {"codec_name=h264", "width=64", "height=48", "pix_fmt=yuv420p",
                           "color_range=tv", "color_space=bt709", "color_transfer=bt709",
                           "color_primaries=bt709", "avg_frame_rate=30/1", "nb_read_frames=45"})
    EXPECT_NE(probe.find(line), std::string::npos) << line << " is not in\n" << probe;
  // Red by the matrix that the file names: by that of standard definition it would turn out
  // 255,24,0.
  const std::string frame = output_of("ffmpeg -v error -i \"" + video.string() +
                                      "\" -frames:v 1 -vf scale=in_color_matrix=bt709 "
                                      "-f rawvideo -pix_fmt rgb24 -");
  ASSERT_EQ(frame.size(), 3u * width * height);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(static_cast<std::uint8_t>(frame[c]), c == 0 ? 255 : 0, 6);
  // +faststart: the index comes before the pictures, so that a browser plays it at once.
  std::ifstream in(video, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
}

TEST_F(MediaTest, VideoWithoutFinishLeavesNothing) {
  {
    VideoWriter writer(video, width, height, 60);
    writer.add(plain(0, 255, 0));
    EXPECT_EQ(files(), 1);
  }
  EXPECT_EQ(files(), 0);
  {
    VideoWriter writer(video, width, height, 60);
    refusal(ExitCode::usage, [&] { writer.finish(); });
    refusal(ExitCode::bad_input, [&] { writer.add(plain(0, 0, 0, 5)); });
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(MediaTest, VideoRefusesBeforeAnyWork) {
  for (const std::array<int, 2>& size : {std::array{0, 2}, {2, 0}, {3, 2}, {2, 3}, {-2, 2}})
    refusal(ExitCode::usage, [&] { VideoWriter::check(video, size[0], size[1]); });
  refusal(ExitCode::usage, [&] { VideoWriter::check(folder.path() / "a.avi", 2, 2); });
  refusal(ExitCode::usage, [&] { VideoWriter(video, 2, 2, 0.0); });
  for (const fs::path& path :
       {folder.path() / "none" / "a.mp4", fs::path("/proc/a.mp4"), fs::path("/dev/null/a.mp4")})
    refusal(ExitCode::bad_input, [&] { VideoWriter::check(path, 2, 2); });
  VideoWriter::check(video, 2, 2);
  EXPECT_EQ(files(), 0);
  only_ffmpeg_is("");
  EXPECT_NE(refusal(ExitCode::unavailable, [&] { VideoWriter::check(video, 2, 2); })
                .find("install the package ffmpeg"),
            std::string::npos);
  unsetenv("PATH");
  refusal(ExitCode::unavailable, [&] { VideoWriter::check(video, 2, 2); });
}

TEST_F(MediaTest, VideoTakesTheGpusEncoderWhereThatWorks) {
  // As an ffmpeg with NVENC answers, and one without.
  const std::string knows_nvenc = "case \"$*\" in *h264_nvenc*) exit 0;; esac; exit 1";
  only_ffmpeg_is(knows_nvenc);
  const std::string ffmpeg = (folder.path() / "bin" / "ffmpeg").string();
  EXPECT_EQ(find_video_encoder(ffmpeg, 1280, 720, true).name, "NVENC");
  EXPECT_EQ(find_video_encoder(ffmpeg, 1280, 720, false).name, "x264") << "there is no GPU to ask";
  only_ffmpeg_is("echo 'Cannot load libnvidia-encode.so.1' >&2; exit 1");
  EXPECT_EQ(find_video_encoder(ffmpeg, 1280, 720, true).name, "x264");
}

TEST_F(MediaTest, VideoQuotesAnEncoderThatDies) {
  only_ffmpeg_is(
      "head -c 20000 >/dev/null; echo first >&2; echo 'Disk quota exceeded' >&2; exit 1");
  VideoWriter writer(video, width, height, 60);
  const std::string sentence = refusal(ExitCode::unavailable, [&] {
    for (int i = 0; i < 1000; ++i) writer.add(plain(1, 2, 3));
  });
  EXPECT_EQ(sentence, "ffmpeg stopped and the video was not written; it said: Disk quota exceeded");
}

TEST_F(MediaTest, VideoKeepsWhatAnEncoderWroteBeforeItWasKilled) {
  const std::string real = output_of("command -v ffmpeg | tr -d '\\n'");
  // It is given three quarters of a second and then killed.
  const std::string bytes = std::to_string(45 * 4 * width * height);
  only_ffmpeg_is("case \"$*\" in *rawvideo*) ;; *) exec " + real +
                 " \"$@\";; esac\n"
                 "for file; do :; done\nexec 3<&0\n"
                 "{ /usr/bin/head -c " +
                 bytes + " <&3; exec 3<&- 2>&-; exec /bin/sleep 9; } | " + real +
                 " \"$@\" 3<&- &\n"
                 "for i in 1 2 3 4 5 6 7 8 9 10; do\n"
                 "  /bin/sleep 0.3; /bin/grep -q moof \"${file#file:}\" && break\n"
                 "done\n"
                 "kill -9 $!; exit 1");
  VideoWriter writer(video, width, height, 60);
  const std::string sentence = refusal(ExitCode::unavailable, [&] {
    for (int i = 0; i < 100000; ++i) writer.add(plain(1, 2, 3));
  });
  EXPECT_NE(sentence.find("has what was recorded until then"), std::string::npos) << sentence;
  const std::string frames = output_of(
      "/usr/bin/ffprobe -v error -count_frames -show_entries stream=nb_read_frames "
      "-of csv=p=0 \"" +
      video.string() + "\"");
  EXPECT_GE(std::atoi(frames.c_str()), 12) << frames;
}

TEST_F(MediaTest, VideoIsKeptWithoutAnIndexWhereThereIsNoRoomForACopy) {
  const std::string real = output_of("command -v ffmpeg | tr -d '\\n'");
  only_ffmpeg_is("case \"$*\" in *rawvideo*) exec " + real +
                 " \"$@\";; *) echo 'No space left on device' >&2; exit 1;; esac");
  VideoWriter writer(video, width, height, 60);
  for (int i = 0; i < 90; ++i) writer.add(plain(1, 2, 3));
  const std::string sentence = refusal(ExitCode::unavailable, [&] { writer.finish(); });
  EXPECT_NE(sentence.find("has what was recorded until then; it said: No space left"),
            std::string::npos)
      << sentence;
  EXPECT_EQ(std::atoi(output_of("/usr/bin/ffprobe -v error -count_frames -show_entries "
                                "stream=nb_read_frames -of csv=p=0 \"" +
                                video.string() + "\"")
                          .c_str()),
            90);
}

TEST_F(MediaTest, NumberedPicturesAreNotMixedWithThoseOfAnotherFilm) {
  const fs::path film = folder.path() / "film.png";
  {
    NumberedPictures writer(film, {width, height});
    writer.add(plain(255, 0, 0));
    writer.add(plain(0, 255, 0));
    writer.finish();
    EXPECT_EQ(writer.bytes(), fs::file_size(folder.path() / "film-00001.png") +
                                  fs::file_size(folder.path() / "film-00002.png"));
  }
  EXPECT_EQ(files(), 2);
  EXPECT_NE(refusal(ExitCode::bad_input,
                    [&] {
                      check_film(film, {width, height});
                    })
                .find("exists already"),
            std::string::npos);
  fs::remove(folder.path() / "film-00001.png");
  EXPECT_NE(refusal(ExitCode::bad_input,
                    [&] {
                      check_film(film, {width, height});
                    })
                .find("film-00002.png exists already"),
            std::string::npos);
  check_film(folder.path() / "fil.png", {width, height});
  refusal(ExitCode::bad_input, [&] { check_film(folder.path() / "none" / "a.png", {2, 2}); });
  refusal(ExitCode::usage, [&] { check_film(folder.path() / "a.gif", {2, 2}); });
}

TEST_F(MediaTest, UnpremultipliedColorsArePremultipliedOnceMore) {
  // Half of what is white covers 188 of 255 as light, a quarter of it 137.
  Image image{3, 1, {188, 137, 0, 128, 9, 9, 9, 0, 10, 20, 30, 255}};
  unpremultiply(image);
  const std::vector<std::uint8_t> expected{255, 188, 0, 128, 0, 0, 0, 0, 10, 20, 30, 255};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(image.rgba8[i], expected[i], 1) << i;
}

TEST_F(MediaTest, VideoQuotesAnEncoderThatFailsAtTheEnd) {
  only_ffmpeg_is("cat >/dev/null; echo 'No space left on device' >&2; exit 1");
  VideoWriter writer(video, width, height, 60);
  writer.add(plain(1, 2, 3));
  EXPECT_NE(refusal(ExitCode::unavailable, [&] { writer.finish(); }).find("No space left"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(video));
}

TEST_F(MediaTest, VideoDoesNotWaitForAnEncoderThatTalksWithoutEnd) {
  only_ffmpeg_is("yes 'a frame was bad' | head -c 300000 >&2; cat >/dev/null");
  VideoWriter writer(video, width, height, 60);
  for (int i = 0; i < 100; ++i) writer.add(plain(1, 2, 3));
  writer.finish();
  EXPECT_TRUE(fs::exists(video));
}

TEST_F(MediaTest, VideoGivesUpOnAnEncoderThatDoesNothing) {
  const auto refused = [](const auto& act) {
    EXPECT_NE(refusal(ExitCode::unavailable, act).find("ffmpeg did nothing for 0.2 s"),
              std::string::npos);
  };
  const auto before = std::chrono::steady_clock::now();
  for (const char* script : {"exec sleep 100", "cat >/dev/null; exec 2>&-; exec sleep 100"}) {
    only_ffmpeg_is(script);
    VideoWriter writer(video, width, height, 60, std::chrono::milliseconds(200));
    writer.add(plain(1, 2, 3));
    refused([&] {
      for (int i = 0; script[0] == 'e' && i < 1000; ++i) writer.add(plain(1, 2, 3));
      writer.finish();
    });
  }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

TEST_F(MediaTest, VideoWaitsWhileAnEncoderWrites) {
  only_ffmpeg_is(
      "cat >/dev/null; for file; do :; done\n"
      "for i in 1 2 3 4 5; do sleep 0.2; echo more >>\"${file#file:}\"; done");
  VideoWriter writer(video, width, height, 60, std::chrono::milliseconds(600));
  writer.add(plain(1, 2, 3));
  writer.finish();
  EXPECT_TRUE(fs::exists(video));
}

TEST_F(MediaTest, VideoIsStoppedWithAnEncoderThatHangs) {
  only_ffmpeg_is("sleep 100");
  const auto before = std::chrono::steady_clock::now();
  { VideoWriter writer(video, width, height, 60); }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

}  // namespace
}  // namespace limber
