// Apart from all else, so that a new commit compiles one file.
#pragma once
#include <string_view>

namespace muster {

/// The commit of the sources, abbreviated; "unknown" where they are no repository.
extern const std::string_view commit;

}  // namespace muster
