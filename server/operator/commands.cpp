#include "server/operator/commands.hpp"

#include <iostream>

namespace muster::server {

ExitCode complain(const std::string& sentence, ExitCode code) {
    std::cerr << "musterd: " << sentence << "\n";
    return code;
}

}  // namespace muster::server
