// What a seat has ordered for later decisions, as its battle holds it and the store keeps it.
#pragma once
#include "rules/standing_orders.hpp"

namespace muster::server {

struct SeatOrders {
    rules::StandingOrders orders{};
    std::int64_t from = 0;     ///< decisions before this one are left to the seat: they were open already, or it took them back
    std::int64_t changes = 0;  ///< how often the seat has changed them
    std::int64_t asked = 0;    ///< not stored: the last decision that no order applied to

    static void fields(auto& visit, auto& self) {
        list_fields(visit, "orders", self.orders, "from", self.from);
        visit("changes", self.changes, Rule{.sparse = true});
    }
};

}  // namespace muster::server
