#include "tests/storage/fault_disk.hpp"

#include <doctest/doctest.h>

#include <fstream>

namespace muster::storage::tests {

namespace {

using Change = FaultDisk::Change;

constexpr std::int64_t sector_bytes = 512;

/// What SQLite holds for each open file; the system's own file follows right behind it.
struct File {
    sqlite3_file base;
    FaultDisk* disk;
    std::string* name;

    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& file_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real_of(sqlite3_file* file) { return file_of(file).real(); }
FaultDisk& disk_of(sqlite3_vfs* vfs) { return *static_cast<FaultDisk*>(vfs->pAppData); }
sqlite3_vfs* system_of(sqlite3_vfs* vfs) { return disk_of(vfs).system(); }

int on_close(sqlite3_file* file) {
    const int code = real_of(file)->pMethods->xClose(real_of(file));
    delete file_of(file).name;
    return code;
}

int on_read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 offset) {
    if (const int code = file_of(file).disk->enter(FaultDisk::Call::read)) {
        std::fill_n(static_cast<char*>(bytes), count, '\0');  // what a short read leaves, as SQLite's contract says
        return code;
    }
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

int on_write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
    File& self = file_of(file);
    if (const int code = self.disk->enter(FaultDisk::Call::write)) {
        // A write that fails may have been done in part.
        const int part = count / 2;
        if (real_of(file)->pMethods->xWrite(real_of(file), bytes, part, offset) == SQLITE_OK)
            self.disk->note({Change::Kind::write, *self.name, offset, {static_cast<const char*>(bytes), static_cast<std::size_t>(part)}});
        return code;
    }
    const int code = real_of(file)->pMethods->xWrite(real_of(file), bytes, count, offset);
    if (code == SQLITE_OK) self.disk->note({Change::Kind::write, *self.name, offset, {static_cast<const char*>(bytes), static_cast<std::size_t>(count)}});
    return code;
}

int on_truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (const int code = file_of(file).disk->enter(FaultDisk::Call::truncate)) return code;
    const int code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    if (code == SQLITE_OK) file_of(file).disk->note({Change::Kind::truncate, *file_of(file).name, size});
    return code;
}

int on_sync(sqlite3_file* file, int flags) {
    if (const int code = file_of(file).disk->enter(FaultDisk::Call::sync)) return code;
    const int code = real_of(file)->pMethods->xSync(real_of(file), flags);
    if (code == SQLITE_OK) file_of(file).disk->note({Change::Kind::sync, *file_of(file).name});
    return code;
}

int on_file_size(sqlite3_file* file, sqlite3_int64* size) { return real_of(file)->pMethods->xFileSize(real_of(file), size); }
int on_lock(sqlite3_file* file, int level) { return real_of(file)->pMethods->xLock(real_of(file), level); }
int on_unlock(sqlite3_file* file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }
int on_check_lock(sqlite3_file* file, int* held) { return real_of(file)->pMethods->xCheckReservedLock(real_of(file), held); }
int on_control(sqlite3_file* file, int operation, void* argument) { return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument); }
int on_sector_size(sqlite3_file* file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }
int on_device(sqlite3_file* file) { return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file)); }
int on_shm_map(sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, memory);
}
int on_shm_lock(sqlite3_file* file, int offset, int count, int flags) { return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags); }
void on_shm_barrier(sqlite3_file* file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }
int on_shm_unmap(sqlite3_file* file, int remove) { return real_of(file)->pMethods->xShmUnmap(real_of(file), remove); }

constexpr sqlite3_io_methods methods{.iVersion = 2,
                                     .xClose = on_close,
                                     .xRead = on_read,
                                     .xWrite = on_write,
                                     .xTruncate = on_truncate,
                                     .xSync = on_sync,
                                     .xFileSize = on_file_size,
                                     .xLock = on_lock,
                                     .xUnlock = on_unlock,
                                     .xCheckReservedLock = on_check_lock,
                                     .xFileControl = on_control,
                                     .xSectorSize = on_sector_size,
                                     .xDeviceCharacteristics = on_device,
                                     .xShmMap = on_shm_map,
                                     .xShmLock = on_shm_lock,
                                     .xShmBarrier = on_shm_barrier,
                                     .xShmUnmap = on_shm_unmap,
                                     .xFetch = nullptr,
                                     .xUnfetch = nullptr};

std::string name_in_folder(const char* path) { return path ? std::filesystem::path(path).filename().string() : std::string(); }

int on_open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* flags_out) {
    File& self = file_of(file);
    self.base.pMethods = nullptr;
    const int code = system_of(vfs)->xOpen(system_of(vfs), path, self.real(), flags, flags_out);
    if (code != SQLITE_OK) return code;
    self.disk = &disk_of(vfs);
    self.name = new std::string(name_in_folder(path));
    self.base.pMethods = &methods;
    return SQLITE_OK;
}

int on_delete(sqlite3_vfs* vfs, const char* path, int sync_folder) {
    const int code = system_of(vfs)->xDelete(system_of(vfs), path, sync_folder);
    if (code == SQLITE_OK) disk_of(vfs).note({Change::Kind::remove, name_in_folder(path), sync_folder});
    return code;
}

int on_access(sqlite3_vfs* vfs, const char* path, int flags, int* found) { return system_of(vfs)->xAccess(system_of(vfs), path, flags, found); }
int on_full_path(sqlite3_vfs* vfs, const char* path, int size, char* out) { return system_of(vfs)->xFullPathname(system_of(vfs), path, size, out); }

/// A folder's files in memory.
using Files = std::map<std::string, std::string>;

void write_at(std::string& content, std::int64_t offset, std::string_view bytes) {
    const auto at = static_cast<std::size_t>(offset);
    if (content.size() < at + bytes.size()) content.resize(at + bytes.size());
    content.replace(at, bytes.size(), bytes);
}

void apply(Files& files, const Change& change) {
    switch (change.kind) {
        case Change::Kind::write: return write_at(files[change.file], change.offset, change.bytes);
        case Change::Kind::truncate: return files[change.file].resize(static_cast<std::size_t>(change.offset));
        case Change::Kind::remove: files.erase(change.file); return;
        case Change::Kind::sync:
        case Change::Kind::mark: return;
    }
}

/// Each sector of a write that was not synced is there or not.
void apply_in_parts(Files& files, const Change& change, std::mt19937& random) {
    std::bernoulli_distribution there(0.5);
    for (std::size_t at = 0; at < change.bytes.size(); at += sector_bytes)
        if (there(random)) write_at(files[change.file], change.offset + static_cast<std::int64_t>(at), std::string_view(change.bytes).substr(at, sector_bytes));
}

/// A removal is sure once its folder was synced, or the name was used again.
bool is_sure_removal(const std::vector<Change>& changes, std::size_t index) {
    const Change& removal = changes[index];
    if (removal.offset != 0) return true;
    for (std::size_t i = index + 1; i < changes.size(); ++i)
        if (changes[i].file == removal.file) return true;
    return false;
}

void put(const Files& files, const std::filesystem::path& folder) {
    for (const auto& [name, content] : files) {
        std::ofstream out(folder / name, std::ios::binary);
        out << content;
        REQUIRE(out.good());
    }
}

std::vector<Change> until(const std::vector<Change>& changes, Crash crash) {
    std::vector<Change> out(changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(crash.change));
    if (crash.change < changes.size() && crash.bytes > 0) {
        out.push_back(changes[crash.change]);
        out.back().bytes.resize(crash.bytes);
    }
    return out;
}

}  // namespace

FaultDisk::FaultDisk() : system_(sqlite3_vfs_find(nullptr)), vfs_(*system_) {
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + system_->szOsFile;
    vfs_.zName = "muster-fault-disk";
    vfs_.pAppData = this;
    vfs_.xOpen = on_open;
    vfs_.xDelete = on_delete;
    vfs_.xAccess = on_access;
    vfs_.xFullPathname = on_full_path;
    REQUIRE(sqlite3_vfs_register(&vfs_, 1) == SQLITE_OK);
}

FaultDisk::~FaultDisk() { sqlite3_vfs_unregister(&vfs_); }

void FaultDisk::fail(Call call, int from, int count, int code) {
    const std::scoped_lock lock(mutex_);
    plans_[call] = {from, count, code, 0};
}

void FaultDisk::heal() {
    const std::scoped_lock lock(mutex_);
    for (auto& [call, plan] : plans_) plan.count = 0;
}

int FaultDisk::calls(Call call) const {
    const std::scoped_lock lock(mutex_);
    const auto found = plans_.find(call);
    return found == plans_.end() ? 0 : found->second.calls;
}

int FaultDisk::enter(Call call) {
    const std::scoped_lock lock(mutex_);
    Plan& plan = plans_[call];
    ++plan.calls;
    return plan.calls >= plan.from && plan.calls < plan.from + plan.count ? plan.code : SQLITE_OK;
}

void FaultDisk::note(Change change) {
    const std::scoped_lock lock(mutex_);
    changes_.push_back(std::move(change));
}

void FaultDisk::mark(std::int64_t number) { note({Change::Kind::mark, {}, number}); }

std::vector<FaultDisk::Change> FaultDisk::changes() const {
    const std::scoped_lock lock(mutex_);
    return changes_;
}

void replay_crash(const std::vector<Change>& changes, Crash crash, const std::filesystem::path& folder) {
    Files files;
    for (const Change& each : until(changes, crash)) apply(files, each);
    put(files, folder);
}

void replay_power_cut(const std::vector<Change>& changes, Crash crash, const std::filesystem::path& folder, std::mt19937& random) {
    const auto done = until(changes, crash);
    std::map<std::string, std::size_t> synced;  // by file: how many of the changes its last sync made sure of
    for (std::size_t i = 0; i < done.size(); ++i)
        if (done[i].kind == Change::Kind::sync) synced[done[i].file] = i;
    Files files;
    std::bernoulli_distribution undone(0.5);
    for (std::size_t i = 0; i < done.size(); ++i) {
        if (done[i].kind == Change::Kind::remove && !is_sure_removal(done, i) && undone(random)) continue;
        const auto found = synced.find(done[i].file);
        const bool sure = found != synced.end() && i < found->second;
        if (sure || done[i].kind != Change::Kind::write) apply(files, done[i]);
        else apply_in_parts(files, done[i], random);
    }
    put(files, folder);
}

std::size_t first_mark(const std::vector<Change>& changes) {
    std::size_t first = 0;
    while (changes[first].kind != Change::Kind::mark) ++first;
    return first;
}

void replay_either(const std::vector<Change>& changes, std::size_t change, const std::filesystem::path& folder, std::mt19937& random) {
    const Crash crash{change, changes[change].bytes.size() / 2};
    if (change % 2 == 0) replay_crash(changes, crash, folder);
    else replay_power_cut(changes, crash, folder, random);
}

}  // namespace muster::storage::tests
