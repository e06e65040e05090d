#include "server/battle/mistakes.hpp"

#include <exception>
#include <string>

#include "server/base/log.hpp"

namespace muster::server {

bool fails(std::string_view battle, const std::function<void()>& work) {
    std::string reason;
    try {
        work();
        return false;
    } catch (const std::exception& error) {
        reason = error.what();
    } catch (...) {  // not the standard library's
        reason = "an exception of an unknown kind";
    }
    log::critical("a battle failed", {{"battle", battle}, {"reason", reason}});
    return true;
}

}  // namespace muster::server
