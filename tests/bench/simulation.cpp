#include "tests/bench/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "tests/support/chance.hpp"

namespace muster::bench {

namespace {

/// How late many were: in steps of 0.1 ms up to two minutes. Those of one write are spread evenly between its first and its last.
class Spread {
public:
    void add(double from_s, double to_s, double count) {
        const auto first = step_of(from_s), last = step_of(to_s);
        const double each = count / double(last - first + 1);
        change_[first] += each;
        change_[last + 1] -= each;
        sum_s_ += (from_s + to_s) / 2 * count;
        count_ += count;
        last_s_ = std::max(last_s_, to_s);
    }
    Lateness lateness() const {
        Lateness out{.mean_ms = count_ > 0 ? sum_s_ * 1e3 / count_ : 0,
                     .p50_ms = quantile_ms(0.5),
                     .p99_ms = quantile_ms(0.99),
                     .last_ms = last_s_ * 1e3,
                     .count = count_};
        return out;
    }

private:
    static constexpr std::size_t steps = 1'200'000;
    static std::size_t step_of(double s) { return std::min(std::size_t(std::max(s, 0.0) * 1e4), steps - 1); }
    double quantile_ms(double part) const {
        double here = 0, until = 0;
        for (std::size_t i = 0; i < steps; ++i) {
            here += change_[i];
            until += here;
            if (until >= part * count_ * (1 - 1e-9)) return std::min(double(i + 1) / 10, last_s_ * 1e3);
        }
        return last_s_ * 1e3;
    }
    std::vector<double> change_ = std::vector<double>(steps + 1);
    double sum_s_ = 0, count_ = 0, last_s_ = 0;
};

/// A server or relay.
struct Node {
    std::size_t row = 0;
    double core_free_s = 0, card_free_s = 0;  ///< when it will have done what has come
    double core_s = 0, card_s = 0;            ///< the work of the time that is simulated
    bool dead = false;
    std::vector<std::uint32_t> viewers{};  ///< of each battle, of those that viewers come to
};

struct Happening {
    enum class Kind { decision, told, comes, dies };
    double at_s;
    Kind kind;
    std::size_t node;
    std::size_t battle;
    double since_s;      ///< told: when it was decided; comes: when the viewer wanted to
    unsigned tries = 0;  ///< comes: that failed
    std::uint64_t number = 0;
    bool operator<(const Happening& other) const { return at_s != other.at_s ? at_s > other.at_s : number > other.number; }  // the next is the greatest
};

class Simulation {
public:
    Simulation(const Costs& costs, const Plan& plan) : costs_(costs), plan_(plan), chance_(plan.seed) {
        rows_.push_back(plan.relays);
        while (rows_.front() > plan.width) rows_.insert(rows_.begin(), (rows_.front() + plan.width - 1) / plan.width);
        rows_.insert(rows_.begin(), 1);  // the owner
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            first_.push_back(nodes_.size());
            nodes_.resize(nodes_.size() + rows_[row], {.row = row});
        }
        for (std::size_t i = 0; i < plan.relays; ++i) leaf(i).viewers.resize(plan.battles);
    }

    Outcome run() {
        for (std::size_t battle = 0; battle < plan_.battles; ++battle) next_decision(battle, 0);
        for (std::size_t i = 0; i < plan_.viewers; ++i) {
            const auto relay = i % plan_.relays, battle = i / plan_.relays % plan_.battles;
            if (plan_.rush_s <= 0) {
                ++leaf(relay).viewers[battle];
                continue;
            }
            const double at_s = part() * plan_.rush_s;
            happens({at_s, Happening::Kind::comes, first_.back() + relay, battle, at_s});
        }
        if (plan_.dies_at_s > 0) happens({plan_.dies_at_s, Happening::Kind::dies, first_.back(), 0, plan_.dies_at_s});
        while (!next_.empty()) {
            const auto what = next_.top();
            next_.pop();
            switch (what.kind) {
                case Happening::Kind::decision: decide(what); break;
                case Happening::Kind::told: tell(what); break;
                case Happening::Kind::comes: come(what); break;
                case Happening::Kind::dies: die(what); break;
            }
        }
        return outcome();
    }

private:
    Node& leaf(std::size_t i) { return nodes_[first_.back() + i]; }
    /// 0 to 1.
    double part() { return double(chance_.next() >> 11) * 0x1p-53; }
    void happens(Happening what) {
        what.number = ++happened_;
        next_.push(what);
    }
    void next_decision(std::size_t battle, double after_s) {
        const double at_s = after_s - std::log(1 - part()) / plan_.decisions_per_s;
        if (at_s < plan_.seconds) happens({at_s, Happening::Kind::decision, 0, battle, at_s});
    }
    void decide(const Happening& what) {
        next_decision(what.battle, what.at_s);
        write(what, costs_.decision_us);
    }
    void tell(const Happening& what) {
        if (!nodes_[what.node].dead) write(what, costs_.event_us);
    }

    /// The first and the last who gets it, by core and card.
    void write(const Happening& what, double first_us) {
        Node& node = nodes_[what.node];
        const bool to_viewers = node.row + 1 == rows_.size();
        const auto [begin, end] = behind(what.node);
        const double count = to_viewers ? node.viewers[what.battle] : double(end - begin);
        const double each_s = costs_.write_us / 1e6, wire_s = costs_.write_bytes * 8 / plan_.card_bits_per_s, pace_s = std::max(each_s, wire_s);
        const double from_s = std::max(what.at_s, node.core_free_s);
        node.core_free_s = from_s + first_us / 1e6 + count * each_s;
        node.core_s += first_us / 1e6 + count * each_s;
        if (count == 0) return;
        const double first_s = std::max(from_s + first_us / 1e6 + each_s, node.card_free_s) + wire_s;
        const double last_s = std::max(first_s + (count - 1) * pace_s, node.core_free_s + wire_s);
        node.card_free_s = last_s;
        node.card_s += count * wire_s;
        if (to_viewers) return writes_.add(first_s - what.since_s, last_s - what.since_s, count);
        for (std::size_t i = begin; i < end; ++i) {
            const double at_s = count > 1 ? first_s + (last_s - first_s) * double(i - begin) / (count - 1) : first_s;
            happens({at_s + costs_.hop_ms / 1e3, Happening::Kind::told, i, what.battle, what.since_s});
        }
    }
    /// The relays that are told by one.
    std::pair<std::size_t, std::size_t> behind(std::size_t number) const {
        const auto row = nodes_[number].row;
        if (row + 1 == rows_.size()) return {0, 0};
        const auto place = number - first_[row];
        return {first_[row + 1] + place * rows_[row + 1] / rows_[row], first_[row + 1] + (place + 1) * rows_[row + 1] / rows_[row]};
    }

    void come(Happening what) {
        if (what.tries > 0) {  // its relay has died
            if (what.at_s < plan_.dies_at_s + plan_.noticed_after_s) return come_again(what);
            what.node = first_.back() + 1 + std::size_t(part() * double(plan_.relays - 1));
        }
        Node& node = nodes_[what.node];
        if (node.dead) {
            what.since_s = std::max(what.since_s, plan_.dies_at_s);
            return come_again(what);
        }
        const double wire_s = costs_.join_bytes * 8 / plan_.card_bits_per_s;
        node.core_free_s = std::max(what.at_s, node.core_free_s) + costs_.join_us / 1e6;
        node.card_free_s = std::max(node.core_free_s, node.card_free_s) + wire_s;
        node.core_s += costs_.join_us / 1e6;
        node.card_s += wire_s;
        ++node.viewers[what.battle];
        joins_.add(node.card_free_s - what.since_s, node.card_free_s - what.since_s, 1);
    }
    /// As the SDK does.
    void come_again(Happening what) {
        const double longest_s = std::min(0.25 * std::pow(2, what.tries), 30.0);
        ++what.tries;
        what.at_s += longest_s * (0.5 + part() / 2);
        happens(what);
    }
    void die(const Happening& what) {
        Node& node = nodes_[what.node];
        node.dead = true;
        for (std::size_t battle = 0; battle < plan_.battles; ++battle) {
            for (auto count = std::exchange(node.viewers[battle], 0U); count > 0 && plan_.relays > 1; --count)
                come_again({what.at_s, Happening::Kind::comes, what.node, battle, what.at_s});
        }
    }

    Outcome outcome() const {
        Outcome out;
        out.writes = writes_.lateness();
        out.joins = joins_.lateness();
        for (std::size_t i = 1; i < nodes_.size(); ++i) {
            out.busiest_core = std::max(out.busiest_core, nodes_[i].core_s / plan_.seconds);
            out.busiest_card = std::max(out.busiest_card, nodes_[i].card_s / plan_.seconds);
            double viewers = 0;
            for (const auto each : nodes_[i].viewers) viewers += each;
            out.relay_bytes = std::max(out.relay_bytes, viewers * costs_.viewer_bytes);
        }
        out.owner_core = nodes_[0].core_s / plan_.seconds;
        out.owner_card = nodes_[0].card_s / plan_.seconds;
        out.rows = rows_.size() - 1;
        out.all_relays = nodes_.size() - 1;
        out.owner_lines = rows_[1] * plan_.battles;
        return out;
    }

    const Costs& costs_;
    const Plan& plan_;
    test::SeededChance chance_;
    std::vector<std::size_t> rows_{}, first_{};  ///< of each row how many, and the number of its first
    std::vector<Node> nodes_{};
    std::priority_queue<Happening> next_{};
    std::uint64_t happened_ = 0;
    Spread writes_{}, joins_{};
};

}  // namespace

Outcome simulate(const Costs& costs, const Plan& plan) {
    if (plan.relays == 0 || plan.battles == 0 || plan.width < 2 || plan.decisions_per_s <= 0)
        throw std::runtime_error("a plan has relays, a width over 1, battles and decisions");
    return Simulation(costs, plan).run();
}

std::size_t relays_needed(const Costs& costs, std::vector<Plan> plans, double late_ms, double busy) {
    constexpr std::size_t most = 10'000;
    const auto enough = [&](std::size_t relays) {
        return std::ranges::all_of(plans, [&](Plan& plan) {
            plan.relays = relays;
            const auto out = simulate(costs, plan);
            return out.writes.p99_ms < late_ms && std::max({out.busiest_core, out.busiest_card, out.owner_core, out.owner_card}) <= busy;
        });
    };
    // With fewer than these the writes alone are too much, whatever chance does, and would be simulated for long.
    double least = 0;
    for (const auto& plan : plans) {
        const double writes_per_s = double(plan.viewers) * plan.decisions_per_s * (plan.rush_s > 0 ? 0.25 : 0.5);
        least = std::max(least, writes_per_s * std::max(costs.write_us / 1e6, costs.write_bytes * 8 / plan.card_bits_per_s) / busy);
    }
    std::size_t low = std::size_t(least), high = std::max<std::size_t>(low, 1);
    while (!enough(high)) {
        if (high >= most) return 0;
        low = high;
        high = std::min(2 * high, most);
    }
    while (high - low > 1) {
        const auto middle = low + (high - low) / 2;
        (enough(middle) ? high : low) = middle;
    }
    return high;
}

Costs costs_in(const std::string& text, const std::string& prefix) {
    const auto number_of = [&](const std::string& name) -> const std::string {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with(name + '=')) return line.substr(name.size() + 1);
        return {};
    };
    const auto cost = [&](const std::string& name) {
        auto found = number_of(prefix + name);
        if (found.empty()) found = number_of(name);
        std::istringstream words(found);
        double out = 0;
        if (!(words >> out) || out < 0) throw std::runtime_error("the costs have no " + name);
        return out;
    };
    return {.decision_us = cost("decision_us"),
            .event_us = cost("relay_event_us"),
            .write_us = cost("relay_write_us"),
            .join_us = cost("relay_join_us"),
            .hop_ms = cost("hop_ms"),
            .write_bytes = cost("write_bytes"),
            .join_bytes = cost("join_bytes"),
            .viewer_bytes = cost("relay_viewer_bytes")};
}

}  // namespace muster::bench
