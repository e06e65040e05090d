#include "server/config/settings_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "server/config/web_names.hpp"

namespace muster::server {

namespace {

using Set = std::expected<void, std::string>;

// The way to a member of Config, through members of members.
template <auto first, auto... rest>
auto& member(auto& object) {
    if constexpr (sizeof...(rest) == 0) return object.*first;
    else return member<rest...>(object.*first);
}

// How a member is shown and set: numbers of every kind as whole number or number, durations by their unit.
template <auto... path>
struct At {
    using Type = std::remove_cvref_t<decltype(member<path...>(std::declval<Config&>()))>;
    using Held = std::conditional_t<std::is_integral_v<Type> && !std::is_same_v<Type, bool>, std::int64_t, Type>;

    static Value get(const Config& config) { return static_cast<Held>(member<path...>(config)); }
    static Set set(Config& config, const Value& value) {
        member<path...>(config) = static_cast<Type>(std::get<Held>(value));
        return {};
    }
};

template <auto... path>
struct SecondsAt {
    static Value get(const Config& config) { return std::int64_t{std::chrono::floor<std::chrono::seconds>(member<path...>(config)).count()}; }
    static Set set(Config& config, const Value& value) {
        member<path...>(config) = std::chrono::seconds(std::get<std::int64_t>(value));
        return {};
    }
};

// HOST:PORT, [V6]:PORT or PORT.
struct Listen {
    static Value get(const Config& config) {
        const auto host = config.host.contains(':') ? "[" + config.host + "]" : config.host;
        return host + ":" + std::to_string(config.port);
    }
    static Set set(Config& config, const Value& value) {
        const auto& text = std::get<std::string>(value);
        const auto colon = text.rfind(':');
        std::string host = colon == std::string::npos ? config.host : text.substr(0, colon);
        const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
        if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
        unsigned number = 0;
        const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
        if (error != std::errc() || end != port.data() + port.size() || number > 65535 || host.empty())
            return Wrong("expected ADDRESS:PORT, got \"" + text + "\"");
        config.host = host;
        config.port = static_cast<unsigned short>(number);
        return {};
    }
};

struct Data {
    static Value get(const Config& config) { return config.data.words; }
    static Set set(Config& config, const Value& value) {
        auto location = storage::location_of(std::get<std::string>(value));
        if (!location) return Wrong(location.error());
        if (!location->address.empty()) return Wrong("expected a folder; a database is named with --store");
        config.data = std::move(*location);
        return {};
    }
};

struct Relay {
    static Value get(const Config& config) { return config.relay ? config.relay->url() : std::string(); }
    static Set set(Config& config, const Value& value) {
        config.relay.reset();
        const auto& text = std::get<std::string>(value);
        if (text.empty()) return {};
        auto address = read_server_address(text);
        if (!address) return Wrong(address.error());
        config.relay = std::move(*address);
        return {};
    }
};

struct Database {
    static Value get(const Config& config) { return config.database.words; }
    static Set set(Config& config, const Value& value) {
        config.database = {};
        const auto& words = std::get<std::string>(value);
        if (words.empty()) return {};
        auto location = storage::location_of(words);
        if (!location) return Wrong(location.error());
        if (location->address.empty()) return Wrong("expected postgres://USER@HOST/NAME; a folder is named with --data");
        config.database = std::move(*location);
        return {};
    }
};

struct NodeUrl {
    static Value get(const Config& config) { return config.node_url; }
    static Set set(Config& config, const Value& value) {
        auto url = std::get<std::string>(value);
        while (url.ends_with('/')) url.pop_back();
        if (!url.empty() && !read_server_address(url)) return Wrong(read_server_address(url).error());
        config.node_url = std::move(url);
        return {};
    }
};

struct PublicUrl {
    static Value get(const Config& config) { return config.nudges.public_url; }
    static Set set(Config& config, const Value& value) {
        auto url = std::get<std::string>(value);
        while (url.ends_with('/')) url.pop_back();
        if (!url.empty() && !url.starts_with("https://") && !url.starts_with("http://")) return Wrong("expected an address that starts with https://");
        config.nudges.public_url = config.settings.public_url = std::move(url);
        return {};
    }
};

struct WitnessAddresses {
    static Value get(const Config& config) { return config.witnesses; }
    static Set set(Config& config, const Value& value) {
        config.witnesses.clear();
        for (const auto& each : std::get<std::vector<std::string>>(value)) {
            std::string address = each;
            while (address.ends_with('/')) address.pop_back();
            if (!address.starts_with("https://") && !address.starts_with("http://")) return Wrong("expected an address that starts with https://");
            if (std::ranges::find(config.witnesses, address) != config.witnesses.end()) return Wrong(address + " is named twice");
            config.witnesses.push_back(std::move(address));
        }
        return {};
    }
};

// A list of names, each of which `check` takes.
template <auto check, auto... path>
struct Names {
    static Value get(const Config& config) { return member<path...>(config); }
    static Set set(Config& config, const Value& value) {
        for (const auto& each : std::get<std::vector<std::string>>(value))
            if (auto checked = check(each); !checked) return checked;
        member<path...>(config) = std::get<std::vector<std::string>>(value);
        return {};
    }
};

// The burst is no setting of its own: two seconds' worth, and one message at least.
struct MessagesPerS {
    static Value get(const Config& config) { return config.settings.messages_per_s; }
    static Set set(Config& config, const Value& value) {
        config.settings.messages_per_s = std::get<double>(value);
        config.settings.messages_burst = config.settings.messages_per_s * 2;
        return {};
    }
};

template <auto path>
struct Addresses {
    static Value get(const Config& config) { return (config.*path).texts(); }
    static Set set(Config& config, const Value& value) {
        auto read = AddressSet::read(std::get<std::vector<std::string>>(value));
        if (!read) return Wrong(read.error());
        config.*path = std::move(*read);
        return {};
    }
};

// What one address may do in `seconds`; the burst follows from it.
template <auto path, int seconds, int burst_percent>
struct PerAddress {
    static Value get(const Config& config) { return std::round((config.caller_limits.*path).per_s * seconds * 100) / 100; }
    static Set set(Config& config, const Value& value) {
        const double count = std::get<double>(value);
        config.caller_limits.*path = {count / seconds, count * burst_percent / 100};
        return {};
    }
};

// Whoever sets it means everybody.
struct Connecting {
    using Others = PerAddress<&CallerLimits::connecting, 1, 1000>;
    static Value get(const Config& config) { return Others::get(config); }
    static Set set(Config& config, const Value& value) {
        auto done = Others::set(config, value);
        config.caller_limits.connecting_here = config.caller_limits.connecting;
        return done;
    }
};

template <typename Place>
Setting setting(std::string name, std::string about, double min = 0, double max = std::numeric_limits<double>::max(), std::vector<std::string> one_of = {}) {
    return {std::move(name), std::move(about), &Place::get, &Place::set, min, max, std::move(one_of)};
}

template <typename Place>
Setting choice(std::string name, std::string about, std::vector<std::string> one_of) {
    return setting<Place>(std::move(name), std::move(about), 0, 0, std::move(one_of));
}

/// One that may change while the server runs; how it then takes effect stands in app/reload.cpp.
Setting live(Setting setting) {
    setting.live = true;
    return setting;
}

std::vector<Setting> make_table() {
    return {
        setting<Listen>("listen", "address and port; port 0 picks a free one"),
        setting<Data>("data", std::string(storage::location_words) + "; under systemd it is the unit's StateDirectory unless it is set"),
        setting<Database>("store", std::string(storage::database_words)),
        setting<NodeUrl>("node-url", "where other servers of the same database reach this one, http://… or https://…"),
        setting<Relay>("relay", "another Muster server, https://…, whose battles this one shows to spectators; then it has no store of its own"),
        setting<At<&Config::threads>>("threads", "network threads; 0: one per core", 0, 64),
        live(setting<Names<check_origin, &Config::allowed_origins>>(
            "allow-origin", "origins of web pages that may connect besides the server's own; * allows all, null those from a folder")),
        live(setting<MessagesPerS>("messages-per-s", "messages per second on one connection; 0: no limit", 0, 1e6)),
        live(setting<At<&Config::connections_max>>("connections-max", "simultaneous connections", 1, 1e6)),
        live(setting<SecondsAt<&Config::settings, &Settings::unload_after>>("unload-after-s", "seconds before a battle nobody is looking at leaves memory", 0,
                                                                            86400)),
        live(setting<At<&Config::tls_certificate>>("tls-certificate", "certificate file with its chain (PEM); empty: plain HTTP")),
        live(setting<At<&Config::tls_key>>("tls-key", "the certificate's key file (PEM)")),
        live(setting<Addresses<&Config::trusted_proxies>>("trusted-proxies", "addresses and networks whose X-Forwarded-For and X-Forwarded-Proto are trusted")),
        live(setting<At<&Config::caller_limits, &CallerLimits::connections>>("connections-per-address",
                                                                             "simultaneous connections from one address; 0: no limit", 0, 1e6)),
        live(setting<Connecting>("connects-per-address-per-s",
                                 "new connections from one address per second; 0: no limit; unless it is set, there is none for this machine's own", 0, 1e6)),
        live(setting<PerAddress<&CallerLimits::messages, 1, 400>>("messages-per-address-per-s",
                                                                  "messages and requests from one address per second; 0: no limit", 0, 1e6)),
        live(setting<PerAddress<&CallerLimits::creating, 3600, 20>>("battles-per-address-per-h",
                                                                    "battles created and open seats taken from one address per hour; 0: no limit", 0, 1e6)),
        live(setting<PerAddress<&CallerLimits::asking_odds, 1, 2000>>("odds-per-address-per-s", "questions about odds from one address per second; 0: no limit",
                                                                      0, 1e6)),
        live(setting<PerAddress<&CallerLimits::searching, 1, 800>>("searches-per-address-per-s",
                                                                   "lists and summaries of battles for one address per second; 0: no limit", 0, 1e6)),
        live(setting<Addresses<&Config::unlimited_addresses>>("unlimited-addresses", "addresses and networks exempt from these limits")),
        setting<PublicUrl>("public-url", "this server's public address, https://…, for links in nudges (empty: none) and in what a link shows elsewhere"),
        setting<Names<check_host, &Config::nudges, &NudgeSettings::reach, &NudgeReach::hosts>>(
            "nudge-hosts", "hosts that nudges can be sent to; *.example.org: its subdomains; *: all public ones"),
        setting<At<&Config::nudges, &NudgeSettings::reach, &NudgeReach::private_addresses>>(
            "nudge-private", "true: nudges can also go to private addresses and over plain http"),
        setting<WitnessAddresses>("witnesses", "other Muster servers, https://…, that battles here can have as witness of their dice"),
        live(choice<At<&Config::log_level>>("log-level", "debug, info, warn or error", {"debug", "info", "warn", "error"})),
        choice<At<&Config::log_format>>("log-format", "text for people or json for programs, one event per line", {"text", "json"}),
        setting<At<&Config::log_file>>("log-file", "append the log to this file, which is opened anew on SIGHUP; empty: standard error"),
        live(
            setting<At<&Config::settings, &Settings::log_addresses>>("log-addresses", "true: the log names the addresses of those who are refused; else none")),
        live(choice<At<&Config::settings, &Settings::metrics>>("metrics", "who can read /metrics: local (this machine), all or off", {"local", "all", "off"})),
    };
}

template <typename Number>
std::optional<Number> number_in(const std::string& text) {
    Number out{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return out;
}

std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < ' ') out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else out += c;
    }
    return out + "\"";
}

std::string expected_type(const Setting& setting, const Value& like) {
    const auto range =
        setting.max < std::numeric_limits<double>::max() ? fmt::format(" from {} to {}", setting.min, setting.max) : fmt::format(" of {} or more", setting.min);
    switch (like.index()) {
        case 0: return "true or false";
        case 1: return "a whole number" + range;
        case 2: return "a number" + range;
        case 3: return setting.one_of.empty() ? "a string" : "one of " + fmt::format("{}", fmt::join(setting.one_of, ", "));
        default: return "a list of strings";
    }
}

Wrong wrong_value(const Setting& setting, const std::string& got) { return Wrong("expected " + expected_type(setting, setting.get({})) + ", got " + got); }

bool allowed(const Setting& setting, const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole) >= setting.min && static_cast<double>(*whole) <= setting.max;
    if (const auto* number = std::get_if<double>(&value)) return std::isfinite(*number) && *number >= setting.min && *number <= setting.max;
    const auto* text = std::get_if<std::string>(&value);
    return !text || setting.one_of.empty() || std::ranges::find(setting.one_of, *text) != setting.one_of.end();
}

std::vector<std::string> split_commas(const std::vector<std::string>& words) {
    std::vector<std::string> out;
    for (const auto& word : words)
        for (std::size_t begin = 0; begin < word.size();) {
            const auto end = std::min(word.find(',', begin), word.size());
            if (end > begin) out.push_back(word.substr(begin, end - begin));
            begin = end + 1;
        }
    return out;
}

std::optional<Value> value_of(const Value& like, const std::vector<std::string>& words) {
    if (like.index() == 4) return split_commas(words);
    const auto& word = words.back();
    switch (like.index()) {
        case 0:
            if (word != "true" && word != "false") return {};
            return word == "true";
        case 1: return number_in<std::int64_t>(word);
        case 2: return number_in<double>(word);
        default: return word;
    }
}

}  // namespace

std::span<const Setting> settings_table() {
    static const std::vector<Setting> table = make_table();
    return table;
}

std::string option_name(const Setting& setting) { return "--" + setting.name; }

std::string variable_name(const Setting& setting) {
    std::string out = "MUSTER_" + setting.name;
    for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

std::string toml_text(const Value& value) {
    switch (value.index()) {
        case 0: return std::get<bool>(value) ? "true" : "false";
        case 1: return std::to_string(std::get<std::int64_t>(value));
        case 2: return fmt::format("{:.1f}", std::get<double>(value));
        case 3: return in_quotes(std::get<std::string>(value));
        default: break;
    }
    std::vector<std::string> parts;
    for (const auto& each : std::get<std::vector<std::string>>(value)) parts.push_back(in_quotes(each));
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::expected<void, std::string> assign(Config& config, const Setting& setting, const Value& value) {
    const auto like = setting.get({});
    Value fitting = value;  // a number may be written without a point
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && std::holds_alternative<double>(like)) fitting = static_cast<double>(*whole);
    if (fitting.index() != like.index() || !allowed(setting, fitting)) return wrong_value(setting, toml_text(value));
    return setting.set(config, fitting);
}

std::expected<void, std::string> assign_words(Config& config, const Setting& setting, const std::vector<std::string>& words) {
    const auto value = value_of(setting.get({}), words);
    if (!value || !allowed(setting, *value)) return wrong_value(setting, in_quotes(words.back()));
    return setting.set(config, *value);
}

}  // namespace muster::server
