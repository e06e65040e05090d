#include "storage/sqlite/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "storage/sqlite/errors.hpp"
#include "storage/sqlite/part_file.hpp"

namespace muster::storage::sqlite {

namespace {

int open_or_create(const std::filesystem::path& file) {
    const auto folder = file.parent_path();
    if (!std::filesystem::is_directory(folder)) throw StoreError(Failure::Kind::refused, file.string() + ": there is no folder " + folder.string());
    const int created = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (created >= 0) {
        own_as_folder(created, folder);
        return created;
    }
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);  // without it a link that leads nowhere yet would be refused
    if (descriptor < 0) throw StoreError(Failure::Kind::refused, file.string() + " cannot be opened for writing: " + std::generic_category().message(errno));
    return descriptor;
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& store) : descriptor_(open_or_create(store.string() + ".lock")) {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(descriptor_);
    throw StoreError(Failure::Kind::refused, error == EWOULDBLOCK ? store.string() + " is in use by another server, which holds " + store.string() + ".lock"
                                                                  : store.string() + ".lock cannot be locked: " + std::generic_category().message(error));
}

FileLock::~FileLock() { ::close(descriptor_); }

void create_if_missing(const std::filesystem::path& file) { ::close(open_or_create(file)); }

}  // namespace muster::storage::sqlite
