// What the program's exit status says.
#pragma once

namespace muster::cli {

enum ExitCode { done = 0, answer_is_no = 1, wrong_input = 2, server_failed = 3 };

}  // namespace muster::cli
