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

#include "rules/fields.hpp"

namespace muster::cli {

namespace {

struct Entry {
    HeldSeat seat;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "server", self.seat.server, "battle", self.seat.battle, "seat", self.seat.seat, "token", self.seat.token);
        visit("name", self.seat.name, Rule{.optional = true});
    }
};

struct Content {
    std::vector<Entry> seats;
    static void fields(auto& visit, auto& self) { list_fields(visit, "seats", self.seats); }
};

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

// Another reader sees the old file or the new one, never half of it.
std::optional<std::string> replace(const std::filesystem::path& path, const std::string& text) {
    auto fresh = path;
    fresh += ".new";
    const Descriptor file(open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (file.number() < 0 || fchmod(file.number(), 0600) != 0 || !write_all(file.number(), text) || fsync(file.number()) != 0 ||
        rename(fresh.c_str(), path.c_str()) != 0)
        return cannot("write", path);
    return {};
}

const char* environment(const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
}

}  // namespace

SeatsFile SeatsFile::of_user() {
    if (const char* home = environment("MUSTER_HOME")) return SeatsFile(home);
    if (const char* data = environment("XDG_DATA_HOME")) return SeatsFile(std::filesystem::path(data) / "muster");
    const char* home = environment("HOME");
    return SeatsFile(std::filesystem::path(home ? home : ".") / ".local" / "share" / "muster");
}

std::expected<std::vector<HeldSeat>, std::string> SeatsFile::read() const {
    std::ifstream file(path(), std::ios::binary);
    if (!file) {
        if (std::error_code error; !std::filesystem::exists(path(), error)) return std::vector<HeldSeat>{};
        return std::unexpected(cannot("read", path()));
    }
    std::ostringstream text;
    text << file.rdbuf();
    const auto json = parse_flat_json(text.str());
    if (!json) return std::unexpected(path().string() + " is damaged: " + json.error().message);
    auto content = read_fields<Content>(*json, Code::bad_json);
    if (!content) return std::unexpected(path().string() + " is damaged: " + content.error().path + " " + content.error().message);
    std::vector<HeldSeat> seats;
    for (auto& entry : content->seats) seats.push_back(std::move(entry.seat));
    return seats;
}

std::expected<std::vector<HeldSeat>, std::string> SeatsFile::seats_in(const std::string& server, const std::string& battle) const {
    auto seats = read();
    if (seats) std::erase_if(*seats, [&](const HeldSeat& each) { return each.server != server || each.battle != battle; });
    return seats;
}

std::optional<std::string> SeatsFile::remember(const HeldSeat& seat) const {
    std::error_code error;
    if (std::filesystem::create_directories(folder_, error)) std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, error);
    if (error) return "cannot make the folder " + folder_.string() + ": " + error.message();
    const Descriptor lock(open((folder_ / "seats.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (lock.number() < 0 || flock(lock.number(), LOCK_EX) != 0) return cannot("lock", folder_ / "seats.lock");
    auto seats = read();
    if (!seats) return std::move(seats.error());
    const auto same = [&](const HeldSeat& each) { return each.server == seat.server && each.battle == seat.battle && each.token == seat.token; };
    auto fresh = seat;
    if (const auto known = std::ranges::find_if(*seats, same); known != seats->end()) {
        if (fresh.name.empty()) fresh.name = known->name;
        if (fresh == *known) return {};
        seats->erase(known);
    }
    Content content;
    for (auto& each : *seats) content.seats.push_back({std::move(each)});
    content.seats.push_back({std::move(fresh)});
    return replace(path(), to_json_value(content).dump(1) + "\n");
}

}  // namespace muster::cli
