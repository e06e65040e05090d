// Who has won, as the column `winner` has it: the place of a seat, or this.
#pragma once

namespace muster::storage {

constexpr int nobody = -1;

}  // namespace muster::storage
