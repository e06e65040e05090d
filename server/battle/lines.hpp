// Texts of the store: lists with one item a line.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace muster::server {

std::string join_lines(const std::vector<std::string>& lines);
std::vector<std::string> split_lines(std::string_view text);

}  // namespace muster::server
