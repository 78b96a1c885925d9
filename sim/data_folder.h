#pragma once

#include <filesystem>

// Where the program's data are: scenes and shaders, which are also compiled in.

namespace limber {

/// The folder of the running executable; empty where the operating system does not tell.
std::filesystem::path program_folder();

/// A folder of data, "scenes" or "shaders": in $LIMBER_DATA where it is set, else installed beside
/// the program in ../share/limber, else, for a program in its build folder, among the sources.
/// Empty: there is none; the program uses what was compiled in. Throws Error(bad_input) if
/// LIMBER_DATA is set to a folder that has none of that name.
std::filesystem::path data_folder(const char* name);

/// The same for an executable in this folder.
std::filesystem::path data_folder(const char* name, const std::filesystem::path& program);

}  // namespace limber
