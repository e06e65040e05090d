#include "storage/sqlite/part_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "storage/sqlite/errors.hpp"

namespace muster::storage::sqlite {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw StoreError(Failure::Kind::refused, sentence); }

std::string error_text() { return std::generic_category().message(errno); }

}  // namespace

std::filesystem::path with_suffix(const std::filesystem::path& file, const char* suffix) { return file.string() + suffix; }

void sync_folder_of(const std::filesystem::path& file) {
    const int folder = ::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = folder >= 0 && ::fsync(folder) == 0;
    const std::string why = error_text();
    if (folder >= 0) ::close(folder);
    if (!synced) refuse(file.string() + " may not survive a power cut: " + why);
}

void own_as_folder(int created, const std::filesystem::path& folder) {
    struct stat owner{};
    if (::geteuid() != 0 || ::stat(folder.c_str(), &owner) != 0) return;
    static_cast<void>(::fchown(created, owner.st_uid, owner.st_gid));  // a root that may not do that in its container goes on as it did
}

PartFile::PartFile(const std::filesystem::path& final_name, Owner owner)
    : final_name_(std::filesystem::absolute(final_name)), name_(with_suffix(final_name_, ".part")) {
    std::filesystem::remove(name_);  // left by a copy that was killed; SQLite drops a log that lies beside an empty file
    const int descriptor = ::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const std::string why = error_text();
    if (const auto folder = final_name_.parent_path(); descriptor < 0 && !std::filesystem::is_directory(folder))
        refuse(final_name_.string() + " cannot be created: there is no folder " + folder.string());
    if (descriptor < 0) refuse(name_.string() + " cannot be created: " + why);
    if (owner == Owner::of_folder) own_as_folder(descriptor, final_name_.parent_path());
    ::close(descriptor);
}

PartFile::~PartFile() {
    std::error_code ignored;
    std::filesystem::remove(name_, ignored);
}

void PartFile::finish() {
    if (::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, final_name_.c_str(), RENAME_NOREPLACE) != 0)
        refuse(final_name_.string() + (errno == EEXIST ? " already exists" : " cannot be created: " + error_text()));
    sync_folder_of(final_name_);
}

}  // namespace muster::storage::sqlite
