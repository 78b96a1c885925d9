// Fuzzing's findings and seed corpus: no reader crashes on any of it.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/readers.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

TEST(FuzzCorpus, IsReadOrRefused) {
  const TemporaryFolder folder;
  for (const FuzzedReader& reader : fuzzed_readers()) {
    int inputs = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(LIMBER_FUZZ_CORPUS) / reader.name)) {
      SCOPED_TRACE(entry.path().string());
      const fs::path file = (folder.path() / "input").string() + reader.ending;
      fs::copy_file(entry.path(), file, fs::copy_options::overwrite_existing);
      EXPECT_NO_THROW(reader.read(file.string()));
      ++inputs;
    }
    EXPECT_GT(inputs, 0) << reader.name;
  }
}

}  // namespace
}  // namespace limber
