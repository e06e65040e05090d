// Which Muster this is: of both programs.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace muster {

extern const std::string_view version;

/// What a library calls itself, and which one is in use: "SQLite 3.40.1".
using LibraryVersion = std::string;

/// What `--version` prints, without the last line break: the program with its version, the commit that it was built from ("unknown" outside of a
/// repository), the rulesets with theirs, and the libraries that do most of the work: those of both programs, and `more`.
std::string version_text(std::string_view program, std::span<const LibraryVersion> more);

}  // namespace muster
