// What only a seat is told: what it must decide, and what it has ordered for later.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/standing_orders.hpp"

namespace muster::protocol {

struct Request {
    static constexpr std::string_view type = "request";
    std::string battle;
    std::int64_t decision = 0;
    std::string seat;
    std::string kind;
    SharedJson options;
    SharedJson preset;
    bool sealed = false;
    Json pending{};  ///< one's own sealed choice
    std::optional<std::string> deadline{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{});
        visit("seat", self.seat, Rule{});
        visit("kind", self.kind, Rule{});
        visit("options", self.options, Rule{});
        visit("default", self.preset, Rule{});
        visit("sealed", self.sealed, Rule{.sparse = true});
        visit("pending", self.pending, Rule{.sparse = true});
        visit("deadline", self.deadline, Rule{});
    }
};

struct RequestClosed {
    static constexpr std::string_view type = "request_closed";
    std::string battle;
    std::int64_t decision = 0;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{});
    }
};

/// A deadline draws near; only to the seat that must decide.
struct Reminder {
    static constexpr std::string_view type = "reminder";
    std::string battle;
    std::int64_t decision = 0;
    std::string deadline;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("decision", self.decision, Rule{});
        visit("deadline", self.deadline, Rule{});
    }
};

/// To a seat's own connections only: what it has ordered, and what that would do with the decisions that are open now.
struct Orders {
    static constexpr std::string_view type = "orders";
    struct Preview {
        std::int64_t decision = 0;
        std::string kind;
        std::optional<int> order{};  ///< index of the order that applies; null: the seat is asked
        Json choice{};
        static void fields(auto& visit, auto& self) {
            visit("decision", self.decision, Rule{});
            visit("kind", self.kind, Rule{});
            visit("order", self.order, Rule{});
            visit("choice", self.choice, Rule{});
        }
    };
    std::string battle;
    rules::StandingOrders orders{};
    std::vector<Preview> preview{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("orders", self.orders, Rule{});
        visit("preview", self.preview, Rule{});
    }
};

}  // namespace muster::protocol
