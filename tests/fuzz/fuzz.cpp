// libFuzzer's side of one reader, which LIMBER_FUZZED names.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "tests/fuzz/readers.h"
#include "tests/unit/temporary_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace limber;
  static const FuzzedReader reader =
      *std::ranges::find(fuzzed_readers(), std::string_view(LIMBER_FUZZED), &FuzzedReader::name);
  static const TemporaryFolder folder;
  static const std::string file = (folder.path() / "input").string() + reader.ending;
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  reader.read(file);
  return 0;
}
