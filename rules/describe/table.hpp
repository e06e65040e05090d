// What lies on the table of a battle, as its description says how it begins and what each event changes: no rules are known here, and
// whatever a setup or an event holds, nothing breaks. tests/rules/describe/table.cpp compares it with Battle::view().
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "rules/describe/description.hpp"
#include "rules/json.hpp"

namespace muster::rules::describe {

/// A unit of its own, what is counted beside the units, or only a token.
enum class Sort : std::uint8_t { unit, beside, token };

/// All of a side's pieces of one type.
struct Piece {
    std::string unit;
    bool enhanced = false;
    Sort sort = Sort::unit;
    std::string unit_class{};
    long long start = 0;
    long long living = 0;
    long long forward = 0;    ///< in front, in this phase
    long long fallen = 0;     ///< in this phase
    long long supported = 0;  ///< with an aircraft beside it
};

/// One that stands on a board.
struct BoardUnit {
    std::string id;
    std::string profile;
    Json at{};
    long long damage = 0;
    bool destroyed = false;
    bool moved = false;  ///< in this phase
    bool fired = false;
};

struct Side {
    std::string seat;
    std::vector<Piece> pieces{};
    std::vector<BoardUnit> board{};
    std::map<std::string, Json, std::less<>> fields{};
};

class Table {
public:
    Table() = default;
    /// Before the first event. The description must outlive it.
    Table(const Description& description, const Json& setup, std::span<const std::string> seats);

    /// After an event {"event","data"} more; what is not described changes nothing. Whether pieces may have gone, come or been moved.
    bool apply(const Json& event);

    /// How it is described; null: it is not.
    const Description* description() const { return description_; }

    std::span<const Side> sides() const { return sides_; }
    const std::map<std::string, Json, std::less<>>& fields() const { return fields_; }
    /// Null: there is no such field.
    const Json& field(std::string_view name) const;

private:
    void set_up(Side& side, const Json& own, const Json& roster) const;
    bool apply(const Change& change, const Json& data);
    void apply_to_side(const Change& change, const Json& data);
    void set(const Change& change, const Json& data);
    void fresh(const Change& change, const Json& data);
    void class_on(const Change& change, const Json& data);
    bool move(const Change& change, const Json& data);
    void fire(const Change& change, const Json& data);
    void damage(const Change& change, const Json& data);

    Side* side_of(const std::string& seat);
    BoardUnit* unit_of(const std::string& id);

    const Description* description_ = nullptr;
    std::vector<Side> sides_{};
    std::map<std::string, Json, std::less<>> fields_{};
};

}  // namespace muster::rules::describe
