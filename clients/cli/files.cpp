#include "clients/cli/files.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "clients/cli/http_get.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/seats_file.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

std::expected<std::string, std::string> read_file(const std::string& path) {
    const auto failed = [&] { return std::unexpected("cannot read " + plain(path) + ": " + std::strerror(errno)); };
    constexpr std::size_t bytes_max = 256ULL * 1024 * 1024;
    const bool standard = path == "-";
    if (struct stat about{}; !standard && stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return failed();
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(
        standard ? nullptr : std::fopen(path.c_str(), "rb"), +[](std::FILE* file) { return std::fclose(file); });
    std::FILE* file = standard ? stdin : opened.get();
    if (!file) return failed();
    std::string text;
    char bytes[65536];
    for (std::size_t size = 0; (size = std::fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text.append(bytes, size);
        if (text.size() > bytes_max) return std::unexpected(plain(path) + " is larger than 256 MiB");
    }
    if (std::ferror(file)) return failed();
    return text;
}

namespace {

/// "RULESET" or "RULESET/PRESET".
std::expected<Json, std::string> brought_along(const std::string& name) {
    const auto slash = name.find('/');
    const auto id = name.substr(0, slash);
    const auto* ruleset = rules::shipped_rulesets().find(id);
    if (!ruleset) return std::unexpected("there is no ruleset \"" + plain(id) + "\"; muster rules lists them");
    const Json catalog = ruleset->catalog();
    if (slash == std::string::npos) return Json{{"ruleset", id}, {"setup", catalog.at("example")}};
    const auto wanted = name.substr(slash + 1);
    std::vector<std::string> known;
    for (const auto& preset : catalog.at("presets")) {
        if (text_at(preset, "preset") == wanted) return Json{{"ruleset", id}, {"setup", preset.at("setup")}};
        known.push_back(text_at(preset, "preset"));
    }
    return std::unexpected(id + " has no preset \"" + plain(wanted) + "\"" + did_you_mean(wanted, known) + "; muster rules " + id + " lists them");
}

}  // namespace

std::expected<Json, std::string> read_setup(const std::string& path, const std::string& example) {
    if (path.empty() == example.empty()) return std::unexpected("give either a setup file or --example RULESET");
    if (!example.empty()) return brought_along(example);
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    auto json = parse_json(*text);
    if (!json) return std::unexpected(plain(path) + ": " + refusal_text(json.error()));
    if (!value_at(*json, "ruleset").is_string() || !value_at(*json, "setup").is_object())
        return std::unexpected(plain(path) + ": expected an object with \"ruleset\" and \"setup\"");
    return std::move(*json);
}

ExitCode complain(std::string_view what, ExitCode code) {
    std::fprintf(stderr, "muster: %.*s\n", static_cast<int>(what.size()), what.data());
    return code;
}

std::string refusal_text(const Refusal& refusal) {
    const auto message = plain(refusal.message);
    return refusal.path.empty() ? message : message + " (" + plain(refusal.path) + ")";
}

std::expected<std::string, ExitCode> api_text(const Server& server, std::string_view target, std::string_view token) {
    auto answer = http_get(server, target, token);
    if (!answer) return std::unexpected(complain(answer.error(), server_failed));
    if (answer->status >= 200 && answer->status < 300) return std::move(answer->body);
    const auto problem = problem_in(answer->body);
    auto what = problem.sentence;
    if (what.empty()) what = server.url() + " answered with HTTP status " + std::to_string(answer->status);
    if (!problem.path.empty()) what += " (" + problem.path + ")";
    if (problem.code == "unknown_battle") return std::unexpected(complain(what, answer_is_no));
    const bool our_fault = answer->status >= 400 && answer->status < 500 && answer->status != 429 && !problem.code.empty();
    return std::unexpected(complain(what, our_fault ? wrong_input : server_failed));
}

std::expected<Json, ExitCode> api(const Server& server, std::string_view target, std::string_view token) {
    const auto text = api_text(server, target, token);
    if (!text) return std::unexpected(text.error());
    auto json = parse_json(*text);
    if (!json) return std::unexpected(complain(server.url() + " answered with something that is not JSON; is it a Muster server?", server_failed));
    return std::move(*json);
}

std::expected<Link, ExitCode> find_battle(const ServerOptions& options, const std::string& battle) {
    const auto server = parse_server(options.url, options.ca);
    if (!server) return std::unexpected(complain(server.error(), wrong_input));
    auto link = parse_link(battle, *server);
    if (!link) return std::unexpected(complain(link.error(), wrong_input));
    if (!link->token.empty()) return std::move(*link);
    const auto held = SeatsFile::of_user().seats_in(link->server.url(), link->battle);
    if (!held) return std::unexpected(complain(held.error(), server_failed));
    if (!held->empty()) link->token = held->front().token;
    return std::move(*link);
}

}  // namespace muster::cli
