// The table of all connections, HTTP and WebSockets alike.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace muster::server {

/// Everything that is connected now, so that a shutdown can reach it. Thread-safe; held by shared_ptr, which each place shares.
class Connections : public std::enable_shared_from_this<Connections> {
public:
    /// `close` asks it to end (goodbye first), `cut` ends it at once; both may be called from any thread.
    struct Ends {
        std::function<void()> close;
        std::function<void()> cut;
    };

    /// One line of the table, for as long as this lives: it leaves the table by itself. Empty (false): there was no room.
    class Place {
    public:
        Place() = default;
        Place(Place&& other) noexcept : table_(std::move(other.table_)), id_(other.id_) {}
        Place& operator=(Place&& other) noexcept {
            std::swap(table_, other.table_);
            std::swap(id_, other.id_);
            return *this;
        }
        ~Place() {
            if (table_) table_->remove(id_);
        }
        explicit operator bool() const { return table_ != nullptr; }
        /// Who is reached there from now on; told at once to close, or cut, if everybody has been already.
        void replace(Ends ends) const { table_->replace(id_, std::move(ends)); }

    private:
        friend class Connections;
        Place(std::shared_ptr<Connections> table, std::uint64_t id) : table_(std::move(table)), id_(id) {}
        std::shared_ptr<Connections> table_{};
        std::uint64_t id_ = 0;
    };

    /// Empty if there are `most` already, or the server is closing.
    Place add(Ends ends, std::size_t most);
    /// For who was refused and is about to go: does not count towards the most. Empty if the server is closing.
    Place add_leaving(Ends ends);
    void close_all();
    void cut_all();
    std::size_t size() const;

private:
    struct Line {
        Ends ends;
        bool counts;
    };

    /// With the mutex held.
    Place add_line(Ends ends, bool counts);
    void replace(std::uint64_t id, Ends ends);
    void remove(std::uint64_t id);
    /// With the mutex held.
    std::vector<Ends> all() const;

    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, Line> open_{};
    std::size_t counted_ = 0;
    std::uint64_t next_ = 0;
    bool closing_ = false;
    bool cutting_ = false;
};

}  // namespace muster::server
