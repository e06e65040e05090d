#include "storage/sqlite/transactor.hpp"

#include <sqlite3.h>

#include "storage/sqlite/errors.hpp"

namespace muster::storage::sqlite {

namespace {

int on_commit(void* checkpointer, sqlite3* /*database*/, const char* /*name*/, int wal_pages) {
    static_cast<Checkpointer*>(checkpointer)->committed(wal_pages);
    return SQLITE_OK;
}

}  // namespace

FileTransactor::FileTransactor(SQLite::Database database, Checkpointer& checkpointer)
    : database_(std::move(database)), checkpointer_(checkpointer), battles_(database_), index_(database_) {
    ::sqlite3_wal_hook(database_.getHandle(), &on_commit, &checkpointer_);
    while (catch_up()) checkpointer_.restart_if_due(database_);  // all battles, if an upgrade has made the index anew
}

std::expected<void, Failure> FileTransactor::begin() {
    try {
        checkpointer_.restart_if_due(database_);
        catch_up();
        open_.emplace(database_, SQLite::TransactionBehavior::IMMEDIATE);
        return {};
    } catch (const std::exception&) {
        return std::unexpected(failure_of_current_exception());
    }
}

bool FileTransactor::rest() {
    try {
        return checkpointer_.empty_if_long(database_);
    } catch (const std::exception&) {
        return false;
    }
}

// Nothing depends on it: what is not taken up is looked through by each search, and the next time may bring it.
bool FileTransactor::catch_up() {
    try {
        return index_.catch_up();
    } catch (const std::exception&) {
        ++index_failures_;
        return false;
    }
}

Result FileTransactor::write(const Operation& operation) {
    try {
        return battles_.write(operation);
    } catch (const std::exception&) {
        const Failure failure = failure_of_current_exception();
        roll_back();
        return std::unexpected(failure);
    }
}

std::expected<std::vector<Transactor::Outcome>, Failure> FileTransactor::commit() {
    try {
        open_->commit();
        open_.reset();
        return std::vector<Outcome>();
    } catch (const std::exception&) {
        const Failure failure = failure_of_commit();
        roll_back();
        return std::unexpected(failure);
    }
}

void FileTransactor::roll_back() {
    open_.reset();
    battles_.forget();
}

}  // namespace muster::storage::sqlite
