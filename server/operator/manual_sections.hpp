// What musterd's page of the manual says besides its options and commands.
#pragma once
#include <vector>

#include "protocol/program/manual.hpp"

namespace muster::server {

std::vector<ManualSection> manual_sections();

}  // namespace muster::server
