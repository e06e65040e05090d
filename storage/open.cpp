#include "storage/open.hpp"

#include <filesystem>

#include "storage/copies.hpp"
#include "storage/memory_store.hpp"
#include "storage/sqlite/backup.hpp"
#include "storage/sqlite/file_reader.hpp"
#include "storage/sqlite/restore.hpp"
#include "storage/sqlite/sqlite_store.hpp"

namespace muster::storage {

namespace {

bool is_in_memory(const Location& location) { return location.words == in_memory.words; }

Failure gone_with_its_server() { return {Failure::Kind::refused, "a store in memory is gone with its server; name a folder"}; }

std::filesystem::path file_in(const Location& folder) { return std::filesystem::path(folder.words) / "muster.db"; }

std::expected<void, Failure> make_folder(const Location& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder.words, error);
    if (error) return std::unexpected(Failure{Failure::Kind::refused, folder.words + ": " + error.message()});
    return {};
}

}  // namespace

std::expected<std::unique_ptr<Store>, Failure> open_store(const Location& location) {
    if (is_in_memory(location)) return std::make_unique<MemoryStore>();
    if (const auto made = make_folder(location); !made) return std::unexpected(made.error());
    return SqliteStore::open(file_in(location));
}

std::expected<std::unique_ptr<StoreReader>, Failure> open_reader(const Location& location) {
    if (is_in_memory(location)) return std::unexpected(gone_with_its_server());
    return sqlite::FileReader::open(file_in(location));
}

std::expected<std::uintmax_t, Failure> back_up(const Location& store, const std::filesystem::path& copy, const CopyProgress& progress) {
    if (is_in_memory(store)) return std::unexpected(gone_with_its_server());
    return sqlite::back_up(file_in(store), copy, progress);
}

std::expected<std::string, Failure> restore(const std::filesystem::path& copy, const Location& store, bool replace) {
    if (is_in_memory(store)) return std::unexpected(gone_with_its_server());
    if (const auto made = make_folder(store); !made) return std::unexpected(made.error());
    if (const auto restored = sqlite::restore(copy, file_in(store), replace); !restored) return std::unexpected(restored.error());
    return file_in(store).string();
}

}  // namespace muster::storage
