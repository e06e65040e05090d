#include "server/base/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <spdlog/version.h>

#include <nlohmann/json.hpp>

namespace muster::server::log {

namespace {

bool as_json = false;  // set by open(), before there are threads
std::array<std::atomic<std::int64_t>, spdlog::level::n_levels> written{};

std::string json_text(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // what is no UTF-8 may come from outside
}

std::string json_line(std::string_view event, Fields fields) {
    std::string out = "\"message\":" + json_text(event);
    for (const auto& [name, value] : fields) {
        out += ',' + json_text(name) + ':';
        if (const auto* number = std::get_if<std::int64_t>(&value)) out += std::to_string(*number);
        else out += json_text(std::get<std::string_view>(value));
    }
    return out;
}

// One line whatever is in it: what is not plain is quoted, with the escapes of JSON.
std::string plain_or_quoted(std::string_view text) {
    const bool plain = !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return c > ' ' && c != '"' && c != '=' && c != 0x7f; });
    return plain ? std::string(text) : json_text(text);
}

std::string text_line(std::string_view event, Fields fields) {
    std::string out(event);
    for (const auto& [name, value] : fields) {
        out += ' ' + std::string(name) + '=';
        if (const auto* number = std::get_if<std::int64_t>(&value)) out += std::to_string(*number);
        else out += plain_or_quoted(std::get<std::string_view>(value));
    }
    return out;
}

void write(spdlog::level::level_enum level, std::string_view event, Fields fields) {
    if (!spdlog::should_log(level)) return;
    const std::string line = as_json ? json_line(event, fields) : text_line(event, fields);
    written.at(static_cast<std::size_t>(level)).fetch_add(1, std::memory_order_relaxed);
    spdlog::default_logger_raw()->log(level, std::string_view(line));
}

}  // namespace

void open(const std::string& level, std::string_view format) {
    as_json = format == "json";
    auto logger = std::make_shared<spdlog::logger>("musterd", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    logger->set_pattern(as_json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %^%l%$ %v", spdlog::pattern_time_type::utc);
    spdlog::set_default_logger(std::move(logger));
    spdlog::set_level(spdlog::level::from_str(level));
}

void debug(std::string_view event, Fields fields) { write(spdlog::level::debug, event, fields); }
void info(std::string_view event, Fields fields) { write(spdlog::level::info, event, fields); }
void warn(std::string_view event, Fields fields) { write(spdlog::level::warn, event, fields); }
void error(std::string_view event, Fields fields) { write(spdlog::level::err, event, fields); }
void critical(std::string_view event, Fields fields) { write(spdlog::level::critical, event, fields); }

std::string library() { return "spdlog " + std::to_string(SPDLOG_VER_MAJOR) + "." + std::to_string(SPDLOG_VER_MINOR) + "." + std::to_string(SPDLOG_VER_PATCH); }

std::int64_t lines(std::string_view level) {
    return written.at(static_cast<std::size_t>(spdlog::level::from_str(std::string(level)))).load(std::memory_order_relaxed);
}

}  // namespace muster::server::log
