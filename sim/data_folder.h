#pragma once

#include <filesystem>

// Where the program's data lie: scenes and shaders, which are also inside it.

namespace limber {

/// The folder in which the running program's file lies; empty where the system does not say.
std::filesystem::path program_folder();

/// A folder of data, "scenes" or "shaders": in $LIMBER_DATA where it is set, else installed beside
/// the program in ../share/limber, else, for a program in its build folder, among the sources.
/// Empty: there is none, and the program has what was compiled in.
/// Throws Error(bad_input) if LIMBER_DATA is set to a folder that has none of that name.
std::filesystem::path data_folder(const char* name);

/// The same for a program that lies in this folder.
std::filesystem::path data_folder(const char* name, const std::filesystem::path& program);

}  // namespace limber
