#include "rules/theatre/random_orders.hpp"

#include "rules/theatre/movement.hpp"

namespace muster::rules::theatre {

namespace {

int up_to(int most, Random& random) { return static_cast<int>(random.below(static_cast<std::uint64_t>(most) + 1)); }
bool one_of(int n, Random& random) { return random.below(static_cast<std::uint64_t>(n)) == 0; }

/// Orders pieces as long as they can be paid.
class Shopping {
public:
    Shopping(const BuildOptions<int>& options, Random& random) : options_(options), random_(random), treasury_(options.treasury) {
        for (const auto& yard : options.areas) out_.areas.push_back({.area = yard.area});
    }

    Build<int> shop() && {
        for (std::size_t i = 0; i < out_.areas.size(); ++i) {
            order(i, options_.areas[i].armies, 1, &BuildLine<int>::keep_armies);
            order(i, options_.areas[i].ships, 1, &BuildLine<int>::keep_ships);
        }
        for (std::size_t i = 0; i < out_.areas.size(); ++i) {
            const auto& yard = options_.areas[i];
            if (!yard.units || one_of(2, random_)) continue;
            order(i, up_to(options_.armies - armies(), random_), 2, &BuildLine<int>::build_armies);
            if (yard.coast) order(i, up_to(options_.ships - ships(), random_), 2, &BuildLine<int>::build_ships);
        }
        if (one_of(4, random_)) out_.release = up_to(treasury_, random_);
        std::erase_if(out_.areas, [](const auto& line) { return line.idle(); });
        return std::move(out_);
    }

private:
    void order(std::size_t i, int count, int price, int BuildLine<int>::* piece) {
        auto& line = out_.areas[i];
        for (; count > 0; --count) {
            const int people = options_.areas[i].population - line.levy;
            const int least = std::max(0, price - treasury_);  // to be levied
            const int most = std::min(price, people);
            if (least > most || one_of(4, random_)) continue;
            const int levy = least + up_to(most - least, random_);
            line.levy += levy;
            treasury_ -= price - levy;
            ++(line.*piece);
        }
    }

    int armies() const {
        int out = 0;
        for (const auto& line : out_.areas) out += line.keep_armies + line.build_armies;
        return out;
    }
    int ships() const {
        int out = 0;
        for (const auto& line : out_.areas) out += line.keep_ships + line.build_ships;
        return out;
    }

    const BuildOptions<int>& options_;
    Random& random_;
    int treasury_;
    Build<int> out_{};
};

/// Sends tokens and ships anywhere.
class Journey {
public:
    Journey(const MoveOptions<int>& options, Random& random) : options_(options), random_(random) {
        for (const auto& troop : options.tokens) left_.emplace(troop.area, armies::Tokens{troop.population, troop.armies});
    }

    Move<int> set_out() && {
        for (const auto& harbour : options_.ships)
            for (int ship = 0; ship < harbour.ships; ++ship)
                if (!one_of(3, random_)) sail(harbour.area);
        for (const auto& troop : options_.tokens)
            if (!troop.to.empty() && !one_of(3, random_)) march(troop);
        sort_by_rank(move_.voyages, [](const auto& voyage) { return std::tie(voyage.ship, voyage.route); });
        return std::move(move_);
    }

private:
    armies::Tokens some(armies::Tokens& left, int most) {
        armies::Tokens out;
        out.armies = up_to(std::min(left.armies, most), random_);
        out.population = up_to(std::min(left.population, most - out.armies), random_);
        left.armies -= out.armies;
        left.population -= out.population;
        return out;
    }

    void march(const Troop<int>& troop) {
        const int to = troop.to[random_.below(troop.to.size())];
        const auto tokens = some(left_[troop.area], many);
        if (tokens.total() > 0) move_.marches.push_back({troop.area, to, tokens.population, tokens.armies});
    }

    bool at_sea(int area) const { return contains(options_.open_sea, area); }

    void sail(int harbour) {
        Voyage<int> voyage{harbour, {}, {}};
        const int steps = 1 + up_to(options_.range - 1, random_);
        for (int step = 0; step < steps; ++step) {
            const auto& next = options_.water.at(voyage.place(step));
            if (next.empty()) break;
            voyage.route.push_back(next[random_.below(next.size())]);
        }
        while (!voyage.route.empty() && at_sea(voyage.route.back())) voyage.route.pop_back();
        if (voyage.route.empty()) return;
        load(voyage);
        move_.voyages.push_back(std::move(voyage));
    }

    void load(Voyage<int>& voyage) {
        const int places = static_cast<int>(voyage.route.size());
        const int on = up_to(places - 1, random_);
        const int off = on + 1 + up_to(places - 1 - on, random_);
        const auto left = left_.find(voyage.place(on));
        if (left == left_.end() || at_sea(voyage.place(off))) return;
        const auto tokens = some(left->second, aboard_max);
        if (tokens.total() > 0) voyage.cargo.push_back({on, off, tokens.population, tokens.armies});
    }

    const MoveOptions<int>& options_;
    Random& random_;
    std::map<int, armies::Tokens> left_{};
    Move<int> move_{};
};

}  // namespace

Build<int> random_build(const BuildOptions<int>& options, Random& random) { return Shopping(options, random).shop(); }

Move<int> random_move(const MoveOptions<int>& options, Random& random) { return Journey(options, random).set_out(); }

}  // namespace muster::rules::theatre
