#include "clients/cli/seats_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace muster::cli {

namespace {

std::string cannot(const char* what, const std::filesystem::path& path) {
    return std::string("cannot ") + what + " " + path.string() + ": " + std::strerror(errno);
}

// A file descriptor that is closed, and with it the lock on it.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const auto written = write(file, text.data(), text.size());
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

const char* environment(const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
}

}  // namespace

std::optional<std::string> write_private(const std::filesystem::path& path, const std::string& text) {
    auto fresh = path;
    fresh += ".new";
    const Descriptor file(open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (file.number() < 0 || fchmod(file.number(), 0600) != 0 || !write_all(file.number(), text) || fsync(file.number()) != 0 ||
        rename(fresh.c_str(), path.c_str()) != 0)
        return cannot("write", path);
    return {};
}

SeatsFile SeatsFile::of_user() {
    if (const char* home = environment("MUSTER_HOME")) return SeatsFile(home);
    if (const char* data = environment("XDG_DATA_HOME")) return SeatsFile(std::filesystem::path(data) / "muster");
    const char* home = environment("HOME");
    return SeatsFile(std::filesystem::path(home ? home : ".") / ".local" / "share" / "muster");
}

std::expected<protocol::Mine, std::string> SeatsFile::read() const {
    std::ifstream file(path(), std::ios::binary);
    if (!file) {
        if (std::error_code error; !std::filesystem::exists(path(), error)) return protocol::Mine{};
        return std::unexpected(cannot("read", path()));
    }
    std::ostringstream text;
    text << file.rdbuf();
    auto mine = protocol::read_mine(text.str());
    if (!mine) return std::unexpected(path().string() + " is damaged: " + mine.error().path + " " + mine.error().message);
    return std::move(*mine);
}

std::expected<std::vector<HeldSeat>, std::string> SeatsFile::seats_in(const std::string& server, const std::string& battle) const {
    auto mine = read();
    if (!mine) return std::unexpected(std::move(mine.error()));
    std::erase_if(mine->seats, [&](const HeldSeat& each) { return each.server != server || each.battle != battle || !each.is_given(); });
    return std::move(mine->seats);
}

std::optional<std::string> SeatsFile::change(const std::function<void(protocol::Mine&)>& change) const {
    std::error_code error;
    if (std::filesystem::create_directories(folder_, error)) std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, error);
    if (error) return "cannot make the folder " + folder_.string() + ": " + error.message();
    const Descriptor lock(open((folder_ / "seats.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (lock.number() < 0 || flock(lock.number(), LOCK_EX) != 0) return cannot("lock", folder_ / "seats.lock");
    auto mine = read();
    if (!mine) return std::move(mine.error());
    const auto before = protocol::mine_text(*mine);
    change(*mine);
    protocol::bound(*mine);
    const auto after = protocol::mine_text(*mine);
    return after == before ? std::nullopt : write_private(path(), after);
}

std::optional<std::string> SeatsFile::remember(const HeldSeat& seat) const {
    return change([&](protocol::Mine& mine) {
        const auto same = [&](const HeldSeat& each) { return each.server == seat.server && each.battle == seat.battle && each.token == seat.token; };
        const auto known = std::ranges::find_if(mine.seats, same);
        if (known == mine.seats.end()) return mine.seats.push_back(seat);
        known->seat = seat.seat;
        known->taking = false;
        if (!seat.name.empty()) known->name = seat.name;
        std::rotate(known, known + 1, mine.seats.end());  // the one used last
    });
}

}  // namespace muster::cli
