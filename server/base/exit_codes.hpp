// What the program's exit status says.
#pragma once

namespace muster::server {

enum ExitCode { done = 0, answer_is_no = 1, wrong_usage = 2, trouble = 3 };

}  // namespace muster::server
