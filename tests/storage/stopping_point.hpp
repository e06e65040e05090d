// Kills this program when it is about to rename a file: the moments at which a change of files can be cut short.
#pragma once

namespace muster::storage::tests {

/// From now on `count` files are renamed; at the next one the program is killed as by kill -9.
void kill_after_renames(int count);

}  // namespace muster::storage::tests
