// Reads a whole store, battle by battle, beside a running server or without one. For the operator's commands; one thread
// at a time. It changes nothing.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "storage/battle.hpp"
#include "storage/failure.hpp"
#include "storage/witnessed.hpp"

namespace muster::storage {

class StoreReader {
public:
    virtual ~StoreReader() = default;

    struct Entry {
        std::int64_t number = 0;
        std::string id;
        Status status = Status::waiting;
    };
    /// The next battles in the order of their making; none: that was all.
    virtual std::expected<std::vector<Entry>, Failure> battles_after(std::int64_t number, int limit) = 0;
    /// The whole battle, or nothing if there is none with this id.
    virtual std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id) = 0;
    /// All that the server remembers besides its battles (Store::remember), by key, and what it keeps as a witness.
    struct Memo {
        std::string key;
        std::string value;
    };
    virtual std::expected<std::vector<Memo>, Failure> memos() = 0;
    virtual std::expected<std::vector<Witnessed>, Failure> all_witnessed() = 0;
    /// The servers that write the store, as its database sees them; nothing: one alone may.
    struct Node {
        std::string url;                      ///< where others reach it, as it says; may be empty
        bool lives = false;                   ///< otherwise its battles are anybody's
        std::int64_t battles = 0;             ///< that are its
        std::optional<std::int64_t> seen_ms;  ///< so long ago, by the database's clock; nothing: it is forgotten, and only battles name it
        std::int64_t late_ms = 0;             ///< by so much the time of one of its battles has passed, at most
    };
    struct Nodes {
        std::vector<Node> nodes;         ///< who has most battles first
        std::int64_t nobodys = 0;        ///< battles that are not over and in nobody's memory
        std::int64_t schema = 0;         ///< the version of the store's tables
        std::int64_t readable_from = 0;  ///< the oldest version whose servers can use them
    };
    virtual std::expected<std::optional<Nodes>, Failure> nodes() { return std::optional<Nodes>(); }
    /// What is wrong with the store, everything in it looked at; a sentence each, which says where. Empty if nothing is.
    virtual std::expected<std::vector<std::string>, Failure> damage() = 0;
};

}  // namespace muster::storage
