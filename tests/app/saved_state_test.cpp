#include "app/saved_state.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/session.h"
#include "kernels/error.h"
#include "sim/state_hash.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

constexpr double saved_frame_s = 1.0 / 60.0;

void run(Session& session, int frames) {
  for (int frame = 0; frame < frames; ++frame) session.advance(saved_frame_s, {}, -1);
}

/// Cuts a cloth of 6 x 6 particles between two rows. Returns the number of triangles cut.
int cut_middle(Session& session) {
  const std::vector<glm::vec3> at_m = session.world().positions_m();
  const glm::vec3 along = at_m[15] - at_m[14], down = at_m[20] - at_m[14];
  const glm::vec3 back = glm::normalize(glm::cross(down, along));
  const glm::vec3 eye_m = 0.5f * (at_m[14] + at_m[20]) + back;
  return session.cut({{eye_m, -back - along, -back + along}});
}

class SavedStateFile : public testing::Test {
 protected:
  static Scene curtain(int columns = 6) {
    return open_scene_text("curtain", "family = \"cloth\"\n[[cloth]]\ncolumns = " +
                                          std::to_string(columns) + "\nrows = 6\n");
  }
  SavedStateFile() {
    session_.open(curtain());
    run(session_, 7);
  }

  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(file_, std::ios::binary).rdbuf();
    return text.str();
  }
  void write(const std::string& content) const {
    std::ofstream(file_, std::ios::binary) << content;
  }
  void expect_refused(const std::string& why) const {
    try {
      read_saved_state(file_);
      FAIL() << why;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(file_), std::string::npos) << error.what();
    }
  }

  TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "a.limber").string();
  Session session_{Backend::serial, 0};
};

TEST_F(SavedStateFile, GoesOnInAnotherSessionAsItWouldHaveDone) {
  session_.save(file_);
  run(session_, 5);
  Session other(Backend::tbb, 2);
  other.open(curtain());
  EXPECT_EQ(other.load(read_saved_state(file_)), "");
  run(other, 5);
  EXPECT_EQ(other.world().state_hash(), session_.world().state_hash());
  EXPECT_EQ(other.steps_done(), session_.steps_done());
  EXPECT_EQ(other.world().time_s(), session_.world().time_s());
  EXPECT_EQ(scene_of_saved_state(file_), "curtain");
}

TEST_F(SavedStateFile, KeepsWhatIsCut) {
  EXPECT_GT(cut_middle(session_), 0);
  session_.save(file_);
  run(session_, 5);
  Session other(Backend::tbb, 2);
  other.open(curtain());
  other.load(read_saved_state(file_));
  EXPECT_EQ(other.world().draw_list().triangles, session_.world().draw_list().triangles);
  run(other, 5);
  EXPECT_EQ(other.world().state_hash(), session_.world().state_hash());
}

TEST_F(SavedStateFile, KeepsWhatIsAdded) {
  const Scene box = open_scene_text("box",
                                    "family = \"joints\"\n[settings]\ncontact_distance_m = 0.01\n"
                                    "[[rigid]]\nsize_m = [0.4, 0.4, 0.4]\ncenter_m = [0, 0.2, 0]\n"
                                    "[[collider]]\nshape = \"ground\"\n");
  session_.open(box);
  session_.add_body({0.0f, 0.4f, 0.0f}, glm::vec3(0.0f, 1.0f, 3.0f));
  run(session_, 5);
  session_.save(file_);
  run(session_, 5);
  Session other(Backend::tbb, 2);
  other.open(box);
  other.load(read_saved_state(file_));
  EXPECT_EQ(other.world().added_bodies(), 1);
  run(other, 5);
  EXPECT_EQ(other.world().state_hash(), session_.world().state_hash());
}

TEST_F(SavedStateFile, SaysWhichParametersStayAsTheyAre) {
  session_.save(file_);
  override_parameters(session_.world(), {"iterations=3"});
  const std::string note = session_.load(read_saved_state(file_));
  EXPECT_NE(note.find("iterations was 16 and is 3"), std::string::npos) << note;
  EXPECT_EQ(parameter_named(session_.world().parameters(), "iterations").text(), "3");
}

TEST_F(SavedStateFile, OfAnotherSceneIsRefused) {
  session_.save(file_);
  const SavedState saved = read_saved_state(file_);
  Session other(Backend::serial, 0);
  other.open(open_scene_text("veil", "family = \"cloth\"\n[[cloth]]\ncolumns = 6\nrows = 6\n"));
  EXPECT_THROW(other.load(saved), Error);
  other.open(curtain(7));  // which has been changed since
  const std::uint64_t before = other.world().state_hash();
  EXPECT_THROW(other.load(saved), Error);
  EXPECT_EQ(other.world().state_hash(), before);
}

/// Its first line was different in older versions.
TEST_F(SavedStateFile, OlderFilesAreRead) {
  session_.save(file_);
  std::string changed = content();
  const std::string line = "Limber state 1\n";
  ASSERT_TRUE(changed.starts_with(line));
  changed.replace(0, line.size(), "Limber moment 1\n");
  const std::size_t end = changed.size() - sizeof(std::uint64_t);
  StateHash hash;
  hash.add(std::vector<char>(changed.begin(), changed.begin() + end));
  const std::uint64_t sum = hash.value();
  std::memcpy(changed.data() + end, &sum, sizeof sum);
  write(changed);
  const SavedState saved = read_saved_state(file_);
  run(session_, 2);
  EXPECT_EQ(session_.load(saved), "");
  EXPECT_EQ(session_.steps_done(), saved.steps);
  changed[7] = 'M';
  write(changed);
  expect_refused("not a state saved");
}

TEST_F(SavedStateFile, WhatIsNotWholeIsRefused) {
  expect_refused("there is no such file");
  session_.save(file_);
  const std::string whole = content();
  for (const std::size_t length : {std::size_t{0}, std::size_t{10}, std::size_t{20},
                                   std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    write(whole.substr(0, length));
    expect_refused("damaged");
  }
  write(whole + "more");
  expect_refused("damaged");
  for (const std::size_t at :
       {std::size_t{20}, std::size_t{40}, whole.size() / 2, whole.size() - 3}) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    write(changed);
    expect_refused("damaged");
  }
  write("solid stool\n" + std::string(1000, 'x'));
  expect_refused("not a state saved");
  EXPECT_THROW(read_saved_state(folder_.path().string()), Error);
}

TEST_F(SavedStateFile, WhatClaimsMoreThanTheFileHoldsTakesNoMemory) {
  session_.save(file_);
  const std::string whole = content(), bytes = "\"bytes\":";
  const std::size_t at = whole.find(bytes) + bytes.size();
  const std::size_t digits = whole.find_first_not_of("0123456789", at) - at;
  const std::size_t begins = whole.find('\n') + 1;  // start of the header's length
  std::uint64_t header = 0;
  std::memcpy(&header, whole.data() + begins, sizeof header);
  const auto peak_MiB = [] {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return use.ru_maxrss / 1024;
  };
  // The last one is -16 as unsigned.
  for (const std::string claim : {"3000000000", "18446744073709551600"}) {
    std::string changed = whole;
    changed.replace(at, digits, claim);
    const std::uint64_t longer = header + claim.size() - digits;
    std::memcpy(changed.data() + begins, &longer, sizeof longer);
    write(changed);
    const long before_MiB = peak_MiB();
    expect_refused("damaged");
    EXPECT_LT(peak_MiB() - before_MiB, 500) << claim;
  }
}

TEST_F(SavedStateFile, NamesAreChecked) {
  EXPECT_THROW(check_saved_state_file("state.txt"), Error);
  EXPECT_THROW(check_saved_state_file((folder_.path() / "no" / "a.limber").string()), Error);
  check_saved_state_file(file_);
  check_saved_state_file("");
  EXPECT_FALSE(fs::exists(file_)) << "nothing has been written yet";
}

TEST_F(SavedStateFile, TheNewestOfTheSceneIsFound) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  EXPECT_THROW(newest_saved_state("curtain"), Error);
  session_.save("b.limber");
  session_.save("a.limber");
  fs::last_write_time("b.limber", fs::file_time_type::clock::now() + std::chrono::hours(1));
  std::ofstream("z.limber") << "not one";
  EXPECT_EQ(newest_saved_state("curtain"), "b.limber");
  EXPECT_THROW(newest_saved_state("veil"), Error);
  fs::current_path(before);
}

/// Pairs of resting bodies keep their cached contacts.
TEST(StateOfDominoes, GoesOnAsItWouldHaveDone) {
  Session session(Backend::serial, 0);
  session.open(open_scene("rigid/dominoes"));
  run(session, 2);
  WorldState state;
  session.world().capture(state);
  run(session, 2);
  const std::uint64_t later = session.world().state_hash();
  session.world().restore(state);
  run(session, 2);
  EXPECT_EQ(session.world().state_hash(), later);
}

// ---- The history of a session ----

class SessionWithHistory : public testing::Test {
 protected:
  SessionWithHistory() {
    session_.keep_history();
    session_.open(open_scene_text(
        "curtain", "family = \"cloth\"\n[[cloth]]\ncolumns = 6\nrows = 6\npins = \"top_edge\"\n"));
  }
  Session session_{Backend::serial, 0};
};

TEST_F(SessionWithHistory, GoesBackAndOnAndBegins) {
  run(session_, 6);
  const std::uint64_t then = session_.world().state_hash();
  const double then_s = session_.world().time_s();
  const long steps = session_.steps_done();
  run(session_, 6);
  const double last_s = session_.world().time_s();
  session_.seek(then_s);
  EXPECT_EQ(session_.world().state_hash(), then);
  EXPECT_EQ(session_.steps_done(), steps);
  EXPECT_EQ(session_.history()->last_s(), last_s);
  session_.step_back();
  EXPECT_EQ(session_.steps_done(), steps - 1);
  session_.step(1, {}, -1);
  EXPECT_EQ(session_.steps_done(), steps);
  EXPECT_EQ(session_.history()->last_s(), session_.world().time_s());
  session_.reset();
  EXPECT_TRUE(session_.history()->empty());
  run(session_, 1);
  EXPECT_EQ(session_.history()->first_s(), 0.0);
}

TEST_F(SessionWithHistory, LetsGoOfWhatWasHeldThen) {
  session_.world().grab(20);
  session_.grab_changed();
  session_.world().drag_to({0.0f, 1.0f, 0.3f});
  run(session_, 4);
  const double held_s = session_.world().time_s();
  session_.world().release(true);
  session_.grab_changed();
  run(session_, 4);
  EXPECT_EQ(session_.world().pinned_vertices().size(), 1u);
  session_.seek(held_s - 0.02);
  EXPECT_EQ(session_.world().grabbed_vertex(), -1);
  EXPECT_TRUE(session_.world().pinned_vertices().empty());
  session_.seek(1.0);
  EXPECT_EQ(session_.world().pinned_vertices().size(), 1u);
}

TEST_F(SessionWithHistory, GoesToTheTimeBeforeACutAndBack) {
  run(session_, 4);
  const double whole_s = session_.world().time_s();
  EXPECT_GT(cut_middle(session_), 0);
  run(session_, 2);
  const double cut_s = session_.world().time_s();
  const std::uint64_t cut = session_.world().state_hash();
  run(session_, 2);
  session_.seek(whole_s - 0.02);
  EXPECT_FALSE(session_.world().shows_other_things());
  session_.seek(cut_s);
  EXPECT_TRUE(session_.world().shows_other_things());
  EXPECT_EQ(session_.world().state_hash(), cut);
}

TEST_F(SessionWithHistory, GoesBackToTheLastGoodStateAndSaysWhatWentFirst) {
  run(session_, 5);
  session_.world().grab(20);
  session_.grab_changed();
  session_.world().drag_to(glm::vec3(NAN));
  run(session_, 5);
  ASSERT_FALSE(session_.world().finite_now());
  const std::uint64_t then = session_.world().state_hash();
  const Session::Divergence what = session_.divergence();
  EXPECT_NE(what.first.find("particle "), std::string::npos) << what.first;
  ASSERT_TRUE(what.good_s);
  EXPECT_EQ(session_.world().state_hash(), then) << "it is where it was";
  EXPECT_FALSE(session_.world().finite());
  session_.step_back();
  EXPECT_TRUE(session_.world().finite_now());
  EXPECT_EQ(session_.world().time_s(), *what.good_s);
}

TEST(SessionHistory, IsKeptOnlyWhereItIsWanted) {
  Session session(Backend::serial, 0);
  session.open(open_scene("cloth/flags"));
  run(session, 2);
  EXPECT_EQ(session.history(), nullptr);
  session.seek(0.0);
  session.step_back();
  EXPECT_GT(session.steps_done(), 0);
}

}  // namespace
}  // namespace limber
