#include "tests/storage/stopping_point.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace muster::storage::tests {

namespace {

int renames_left = -1;  // no end

void about_to_rename() {
    if (renames_left == 0) ::kill(::getpid(), SIGKILL);
    if (renames_left > 0) --renames_left;
}

}  // namespace

void kill_after_renames(int count) { renames_left = count; }

}  // namespace muster::storage::tests

// In the place of the C library's own, for this program and the libraries it loads.
extern "C" {

int rename(const char* from, const char* to) noexcept {
    muster::storage::tests::about_to_rename();
    return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned int flags) noexcept {
    muster::storage::tests::about_to_rename();
    return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}
}
