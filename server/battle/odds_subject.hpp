// What odds are worked out of.
#pragma once
#include <memory>
#include <variant>

#include "protocol/fold.hpp"
#include "rules/odds/model.hpp"
#include "rules/odds/played_model.hpp"

namespace muster::server {

/// A model that nobody else uses, or the ending of a battle that is over.
using OddsSubject = std::variant<std::shared_ptr<rules::OddsModel>, rules::Ending>;

inline OddsSubject odds_subject_of(const protocol::Fold& fold, rules::Policy policy) {
    if (const auto& outcome = fold.outcome()) return rules::ending_of(*outcome, fold.seats());
    return std::shared_ptr(fold.odds(policy));
}

}  // namespace muster::server
