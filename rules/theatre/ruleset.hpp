// theatre, version 1.
#pragma once
#include "rules/battle.hpp"
#include "rules/theatre/questions.hpp"

namespace muster::rules::theatre {

/// The ruleset, made once.
const Ruleset& ruleset();

/// The kind of decision that offers these.
const char* kind_of(const Options& options);

}  // namespace muster::rules::theatre
