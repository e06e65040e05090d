// musterd --relay URL: a server without a store that shows another's battles to spectators.
#pragma once
#include "server/app/reload.hpp"

namespace muster::server {

/// Runs until it is told to end; the exit code.
int run_relay(const Config& config, const Reload::Read& read_again, Certificate* certificate);

}  // namespace muster::server
