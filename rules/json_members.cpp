// nlohmann's JSON value, compiled once for all who use it.
#include "rules/json.hpp"

template class nlohmann::basic_json<>;
