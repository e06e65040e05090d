// musterd backup, musterd restore: the whole store as one file.
#include <unistd.h>

#include <iostream>

#include "server/operator/commands.hpp"
#include "storage/copies.hpp"

namespace muster::server {

namespace {

void show_progress(std::int64_t done, std::int64_t all) {
    if (::isatty(STDERR_FILENO)) std::cerr << "\rcopied " << (all > 0 ? done * 100 / all : 0) << " % " << std::flush;
}

std::string size_text(std::uintmax_t bytes) {
    constexpr std::uintmax_t mib = 1024 * 1024;
    return bytes < 10 * mib ? std::to_string((bytes + 1023) / 1024) + " KiB" : std::to_string(bytes / mib) + " MiB";
}

}  // namespace

ExitCode back_up_store(const storage::Location& data, const std::filesystem::path& copy) {
    const auto bytes = storage::back_up(data, copy, show_progress);
    if (::isatty(STDERR_FILENO)) std::cerr << "\r\x1b[K";
    if (!bytes) return complain(bytes.error().message);
    std::cout << copy.string() << ": " << size_text(*bytes) << ", copied and checked\n";
    return done;
}

ExitCode restore_store(const storage::Location& data, const std::filesystem::path& copy, bool replace) {
    const auto restored = storage::restore(copy, data, replace);
    if (!restored) return complain(restored.error().message);
    std::cout << *restored << ": restored from " << copy.string() << "\n";
    return done;
}

}  // namespace muster::server
