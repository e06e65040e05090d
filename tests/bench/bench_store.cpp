// How long lists, searches and the reading of old battles take on the store of a running server: over HTTP, one at a time, each kind
// with many different questions, drawn from the words that fill_store wrote and from others.
//   --port --pid (of the server) --ids (file with battles' ids) --questions (of each kind)
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <fstream>
#include <functional>

#include "protocol/times.hpp"
#include "tests/bench/crowd.hpp"
#include "tests/bench/measure.hpp"

namespace {

using namespace muster::bench;

/// Asks over one connection that stays open.
class Asking {
public:
    explicit Asking(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in to{.sin_family = AF_INET, .sin_port = htons(static_cast<std::uint16_t>(port)), .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
        const int on = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) throw std::runtime_error("cannot connect");
    }
    ~Asking() { ::close(socket_); }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

    /// The status; `body` is what came with it.
    int get(const std::string& target, std::string& body) {
        const std::string request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) throw std::runtime_error("cannot send");
        const auto head_end = read_until([this] { return in_.find("\r\n\r\n"); }) + 4;
        const auto field = in_.find("Content-Length: ");
        if (field == std::string::npos || field > head_end) throw std::runtime_error("no length: " + in_);
        const auto end = head_end + std::strtoul(in_.c_str() + field + 16, nullptr, 10);
        read_until([&] { return in_.size() >= end ? end : std::string::npos; });
        const int status = std::atoi(in_.c_str() + 9);
        body = in_.substr(head_end, end - head_end);
        in_.erase(0, end);
        return status;
    }

private:
    std::size_t read_until(const std::function<std::size_t()>& found) {
        while (true) {
            if (const auto at = found(); at != std::string::npos) return at;
            char bytes[65536];
            const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
            if (count <= 0) throw std::runtime_error("the server closed the connection");
            in_.append(bytes, static_cast<std::size_t>(count));
        }
    }

    int socket_;
    std::string in_{};
};

std::string encoded(const std::string& text) {
    std::string out;
    char hex[4];
    for (const char each : text) {
        snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(each));
        out += hex;
    }
    return out;
}

/// `letters` bytes from somewhere in the word; in whole characters only as long as it is ASCII, so others are left out.
std::string part_of(Draw& draw, const std::string& word, std::size_t letters) {
    if (word.size() <= letters) return word;
    const auto part = word.substr(draw.below(word.size() - letters + 1), letters);
    for (const char each : part)
        if (each & 0x80) return word;
    return part;
}

std::string letters(Draw& draw, std::size_t count) {
    std::string out;
    for (; count > 0; --count) out += static_cast<char>('a' + draw.below(26));
    return out;
}

std::string a_day(Draw& draw, std::int64_t& ms) {
    ms = store_begins_ms + static_cast<std::int64_t>(draw.below(static_cast<std::uint64_t>(store_ends_ms - store_begins_ms)));
    return muster::protocol::time_text(ms).substr(0, 10);
}
std::string days(Draw& draw) {
    static const std::vector<std::int64_t> lengths{0, 1, 6, 30, 90, 365};
    constexpr std::int64_t day_ms = 86'400'000;
    std::int64_t ms = 0;
    const std::string from = a_day(draw, ms);
    const auto to = muster::protocol::time_text(ms + day_ms * lengths[draw.below(lengths.size())]).substr(0, 10);
    return draw.one_in(4) ? "&to=" + to : draw.one_in(3) ? "&from=" + from : "&from=" + from + "&to=" + to;
}

std::string ruleset(Draw& draw) {
    static const std::vector<std::string> all{"advanced-combat", "phased-combat", "fleet-combat", "simple-combat", "armies"};
    return "&ruleset=" + draw.of(all);
}
std::string outcome(Draw& draw) {
    static const std::vector<std::string> all{"first", "second", "nobody"};
    return "&outcome=" + draw.of(all);
}
std::string status(Draw& draw) {
    static const std::vector<std::string> all{"&status=waiting", "&status=running", "&status=over", "&open=true"};
    return draw.of(all);
}
std::string title_part(Draw& draw) {
    const auto kind = draw.below(8);
    if (kind == 0) return draw.of(nouns());
    if (kind == 1) return draw.of(adjectives()) + " " + draw.of(nouns()) + " of ";
    if (kind == 2) return "THE ";
    if (kind == 3) return part_of(draw, place(draw.below(20'000)), 3);
    if (kind == 4) return "part " + std::to_string(draw.below(100));
    return place(draw.below(20'000));
}
std::string player_part(Draw& draw) {
    const auto name = player(draw.one_in(2) ? draw.below(50) : draw.below(50'000));
    return draw.one_in(2) ? name : part_of(draw, name, 3 + draw.below(3));
}

struct Kind {
    std::string name;
    std::function<std::string(Draw&)> question;  ///< the query of /api/v1/battles
};

std::vector<Kind> kinds(std::int64_t battles) {
    const auto q = [](const std::string& text) { return "&q=" + encoded(text); };
    const auto by = [](const std::string& text) { return "&player=" + encoded(text); };
    return {
        {"first page", [](Draw& draw) { return "&limit=" + std::to_string(1 + draw.below(100)); }},
        {"a page far back", [battles](Draw& draw) { return "&before=" + std::to_string(1 + draw.below(static_cast<std::uint64_t>(battles))); }},
        {"waiting, running, over, open", [](Draw& draw) { return status(draw) + "&limit=" + std::to_string(1 + draw.below(100)); }},
        {"in the title", [=](Draw& draw) { return q(title_part(draw)); }},
        {"in no title", [=](Draw& draw) { return q(letters(draw, 4 + draw.below(12))); }},
        {"1 or 2 letters of the title", [=](Draw& draw) { return q(letters(draw, 1 + draw.below(2))); }},
        {"player", [=](Draw& draw) { return by(player_part(draw)); }},
        {"no player", [=](Draw& draw) { return by(letters(draw, 4 + draw.below(12))); }},
        {"1 or 2 letters of a player", [=](Draw& draw) { return by(letters(draw, 1 + draw.below(2))); }},
        {"ruleset and winner", [](Draw& draw) { return ruleset(draw) + outcome(draw); }},
        {"ruleset and status", [](Draw& draw) { return ruleset(draw) + status(draw); }},
        {"days", days},
        {"days, ruleset, winner", [](Draw& draw) { return days(draw) + ruleset(draw) + outcome(draw); }},
        {"title, ruleset, winner", [=](Draw& draw) { return q(title_part(draw)) + ruleset(draw) + outcome(draw); }},
        {"title, player", [=](Draw& draw) { return q(title_part(draw)) + by(player_part(draw)); }},
        {"title, status", [=](Draw& draw) { return q(title_part(draw)) + status(draw); }},
        {"player, days, winner", [=](Draw& draw) { return by(player_part(draw)) + days(draw) + outcome(draw); }},
        {"everything, far back",
         [=](Draw& draw) {
             return q(title_part(draw)) + by(player_part(draw)) + ruleset(draw) + days(draw) +
                    "&before=" + std::to_string(draw.below(static_cast<std::uint64_t>(battles)));
         }},
    };
}

void measure(Asking& asking, int pid, const std::string& kind, std::size_t questions, const std::function<std::string(std::size_t)>& target) {
    Histogram latency;
    std::string body, slowest;
    double slowest_us = 0;
    std::size_t refused = 0, empty = 0;
    const double cpu_s = probe(pid).cpu_s;
    for (std::size_t i = 0; i < questions; ++i) {
        const auto asked = target(i);
        const auto from = now_ns();
        const int status = asking.get(asked, body);
        const auto took = now_ns() - from;
        latency.add(took);
        if (status != 200) ++refused;
        if (body.starts_with(R"({"battles":[])")) ++empty;
        if (double(took) / 1e3 > slowest_us) slowest_us = double(took) / 1e3, slowest = asked;
    }
    Report line;
    line.add("questions", double(questions));
    line.add_latency(latency);
    line.add("server_cpu_us", (probe(pid).cpu_s - cpu_s) * 1e6 / double(questions));
    line.add("refused", double(refused));
    line.add("empty", double(empty));
    line.add("slowest", slowest);
    line.add("kind", kind);  // last: it has spaces
    line.print();
}

void run(const Options& options) {
    Asking asking(int(options.number("port", 0)));
    const int pid = int(options.number("pid", 0));
    const auto questions = options.count("questions", 300);
    std::uint64_t seed = 1;
    for (const auto& kind : kinds(static_cast<std::int64_t>(options.number("battles", 1'000)))) {
        Draw draw(++seed);
        measure(asking, pid, kind.name, questions, [&](std::size_t) { return "/api/v1/battles?" + kind.question(draw).substr(1); });
    }
    std::ifstream file(options.text("ids"));
    std::vector<std::string> ids;
    for (std::string id; std::getline(file, id);) ids.push_back(id);
    measure(asking, pid, "an old battle's events", ids.size(), [&](std::size_t i) { return "/api/v1/battles/" + ids[i] + "/events"; });
    measure(asking, pid, "its summary", ids.size(), [&](std::size_t i) { return "/api/v1/battles/" + ids[i]; });
    measure(asking, pid, "metrics", questions / 10, [](std::size_t) { return "/metrics"; });
    Report line;
    line.add("rss_kb", double(probe(pid).rss_kb));
    line.print();
}

}  // namespace

int main(int argc, char** argv) { return run_bench(argc, argv, run); }
