// Files that get their name only when they are whole, and renames that a power cut cannot undo.
#pragma once
#include <filesystem>

namespace muster::storage::sqlite {

std::filesystem::path with_suffix(const std::filesystem::path& file, const char* suffix);

/// Waits until what was renamed in the folder of `file` is on the disk. Throws StoreError.
void sync_folder_of(const std::filesystem::path& file);

/// Where root makes a file of a store for a server that is somebody else, who has to read and write it: it becomes his whose the folder is. Only for
/// what was just made with O_EXCL: anything that was there may be a link that the folder's owner has laid to a file of root's.
void own_as_folder(int created, const std::filesystem::path& folder);

/// A new file that only its owner reads, under a name that says it is not finished; gone again unless it is. Throws StoreError.
class PartFile {
public:
    enum class Owner { maker, of_folder };
    explicit PartFile(const std::filesystem::path& final_name, Owner owner = Owner::maker);
    ~PartFile();
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    const std::filesystem::path& name() const { return name_; }

    /// Gives it its name, durably; throws when that name is taken.
    void finish();

private:
    std::filesystem::path final_name_;
    std::filesystem::path name_;
};

}  // namespace muster::storage::sqlite
