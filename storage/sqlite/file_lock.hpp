// Keeps two servers from sharing one store: an exclusive advisory lock on FILE.lock, which the kernel drops with the
// process. The lock file itself stays, since removing it would let two holders lock two files of one name.
#pragma once
#include <filesystem>

namespace muster::storage::sqlite {

class FileLock {
public:
    /// Throws StoreError when somebody holds it or the file cannot be made.
    explicit FileLock(const std::filesystem::path& store);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int descriptor_ = -1;
};

/// Makes an empty file that only its owner reads, if there is none, and sees that we may write it. To be called before
/// SQLite opens it: closing a descriptor of the file later would drop the locks that SQLite holds on it.
void create_if_missing(const std::filesystem::path& file);

}  // namespace muster::storage::sqlite
