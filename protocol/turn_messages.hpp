// What only a seat is told: what it must decide, and what it has ordered for later.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "protocol/answers.hpp"
#include "protocol/signed_head.hpp"
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
    bool anybody = false;       ///< whoever wants to makes it: nobody is waited for
    bool names_ladder = false;  ///< `choose` may say by which ladder a seal was made
    SharedJson pending{};       ///< one's own sealed choice
    std::optional<SignedHead> signed_head{};
    std::optional<std::string> deadline{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "decision", self.decision, "seat", self.seat, "kind", self.kind, "options", self.options, "default",
                    self.preset);
        visit("sealed", self.sealed, Rule{.sparse = true});
        visit("anybody", self.anybody, Rule{.sparse = true, .about = "whoever wants to makes this decision, or nobody: none is waited for"});
        visit("names_ladder", self.names_ladder, Rule{.sparse = true, .about = "shared dice: say beside your seal by which `ladder` you made it"});
        visit("pending", self.pending, Rule{.sparse = true});
        visit("signed_head", self.signed_head, Rule{.sparse = true, .about = "of the step for which a `share` is asked"});
        list_fields(visit, "deadline", self.deadline);
    }
};

/// Answers `preview`: what a choice for an open decision would come to.
struct Previewed {
    static constexpr std::string_view type = "previewed";
    std::string battle;
    std::int64_t decision = 0;
    SharedJson choice{};
    std::optional<ErrorMessage> refusal{};
    Json meaning{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "decision", self.decision);
        visit("choice", self.choice, Rule{.sparse = true, .about = "the whole choice, if it is legal"});
        visit("refusal", self.refusal, Rule{.sparse = true, .about = "otherwise the reason, as `rejected` would give it"});
        visit("meaning", self.meaning, Rule{.sparse = true, .about = "what the ruleset says about it, by kind; also for an incomplete one"});
    }
};

struct RequestClosed {
    static constexpr std::string_view type = "request_closed";
    std::string battle;
    std::int64_t decision = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "decision", self.decision); }
};

/// A deadline draws near; only to the seat that must decide.
struct Reminder {
    static constexpr std::string_view type = "reminder";
    std::string battle;
    std::int64_t decision = 0;
    std::string deadline;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "decision", self.decision, "deadline", self.deadline); }
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
            list_fields(visit, "decision", self.decision, "kind", self.kind, "order", self.order, "choice", self.choice);
        }
    };
    std::string battle;
    rules::StandingOrders orders{};
    std::vector<Preview> preview{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "orders", self.orders, "preview", self.preview); }
};

}  // namespace muster::protocol
