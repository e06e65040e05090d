// A record that goes out in slices, as it is or as a text to read: whoever reads a long battle costs no more memory than who reads a
// short one.
#pragma once
#include <functional>

#include "server/base/bounded_pool.hpp"
#include "server/battle/port.hpp"
#include "server/http/message.hpp"
#include "server/http/queries.hpp"

namespace muster::server {

/// Answers a request for the record of `battle`, of which `first` is there already. Transcripts are written on `workers`.
void tell_record(BoundedPool& workers, std::shared_ptr<BattlePort> battle, const HttpRequest& request, RecordFormat format, RecordSlice first,
                 const std::function<void(HttpResponse)>& done);

}  // namespace muster::server
