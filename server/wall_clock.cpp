#include "server/wall_clock.hpp"

#include <chrono>
#include <cstdio>
#include <ctime>

namespace muster::server {

std::string now_text() {
    const auto now = std::chrono::system_clock::now();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
    const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[40];
    const auto size = std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                                    parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(ms % 1000));
    return {text, static_cast<std::size_t>(size)};
}

}  // namespace muster::server
