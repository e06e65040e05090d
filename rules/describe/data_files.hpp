// The data that stands in the rulesets' folders, in the program: describe.json and texts.*.json of each (rules/CMakeLists.txt).
#pragma once
#include <span>
#include <string_view>

namespace muster::rules::describe {

struct DataFile {
    std::string_view path;  ///< from rules/ on
    std::string_view text;
};

/// Folders that others use come first.
std::span<const DataFile> data_files();

}  // namespace muster::rules::describe
