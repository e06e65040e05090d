// The map of a battle of simple-combat, told from the setup and the events alone, so that it works for any record.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "protocol/narration/line.hpp"
#include "rules/json.hpp"

namespace muster::narration {

/// Empty for setups without units that stand on a field: then it has no lines.
class Field {
public:
    using Place = std::array<long long, 2>;

    Field() = default;
    explicit Field(const Json& setup);

    /// Takes where units went and what was destroyed.
    void apply(const Json& event);
    bool empty() const { return units_.empty(); }

    /// The map, the north on top; hex rows are shoved by half a cell. `marked`: cells as [q,r,…] that are shown with a +.
    std::vector<Line> lines(const Json& marked) const;
    /// The units of both sides, a line each.
    std::vector<Line> roll() const;

private:
    struct Unit {
        std::string id;
        std::string profile;
        std::string seat;
        Place at{};
        long long damage = 0;
        bool destroyed = false;
    };
    void take_units(const Json& setup, const std::string& seat);
    void shot(const Json& shot);
    Unit* find(const std::string& id);
    long long column_of(Place place) const;
    Line row_of(long long row, const std::vector<Place>& marked) const;
    std::size_t pitch() const;

    bool hex_ = true;
    long long width_ = 0;
    long long height_ = 0;
    std::vector<Place> impassable_{};
    std::vector<Unit> units_{};
};

}  // namespace muster::narration
