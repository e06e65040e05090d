#include "server/operator/commands.hpp"

#include "server/base/log.hpp"

namespace muster::server {

ExitCode complain(const std::string& sentence, ExitCode code) {
    log::last_word(sentence);
    return code;
}

}  // namespace muster::server
