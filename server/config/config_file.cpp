#include "server/config/config_file.hpp"

#include <cerrno>
#include <fstream>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "server/base/process.hpp"

namespace muster::server {

namespace {

std::optional<Value> value_of(const toml::node& node) {
    if (const auto* flag = node.as_boolean()) return flag->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* number = node.as_floating_point()) return number->get();
    if (const auto* text = node.as_string()) return text->get();
    const auto* list = node.as_array();
    if (!list) return {};
    std::vector<std::string> out;
    for (const auto& each : *list) {
        const auto* text = each.as_string();
        if (!text) return {};
        out.push_back(text->get());
    }
    return out;
}

std::vector<unsigned> lines_of(const toml::node& node) {
    std::vector<unsigned> out;
    if (const auto* list = node.as_array())
        for (const auto& each : *list) out.push_back(each.source().begin.line);
    return out;
}

// The parser names the sign that it did not expect, and not what is missing.
std::string plain_words(std::string_view description) {
    const bool ended = description.contains("end-of-file");
    if (description.contains("string") && (ended || description.contains("control characters")))
        return "a string is not closed: its second quotation mark is missing";
    if (description.contains("array") && ended) return "the file ends within a list: its ] is missing";
    return std::string(description);
}

}  // namespace

std::expected<std::vector<FileValue>, std::string> read_config_file(const std::string& path) {
    std::ifstream file(path);
    std::error_code ignored;
    if (!file) return Wrong("cannot read the configuration file " + path + ": " + why_not(path, errno));
    if (std::filesystem::is_directory(path, ignored)) return Wrong("cannot read the configuration file " + path + ": it is a folder");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto at = [&](toml::source_position position) { return path + ":" + std::to_string(position.line) + ": "; };
    const auto table = toml::parse(text, path);
    if (!table) return Wrong(at(table.error().source().begin) + plain_words(table.error().description()));
    std::vector<FileValue> out;
    for (const auto& [key, node] : table.table()) {
        if (node.is_table()) return Wrong(at(key.source().begin) + "there are no sections: settings stand at the top, as in listen = \"127.0.0.1:8080\"");
        auto value = value_of(node);
        if (!value) return Wrong(at(key.source().begin) + "\"" + std::string(key.str()) + "\" is not a string, number, true, false or list of strings");
        out.push_back({std::string(key.str()), std::move(*value), key.source().begin.line, lines_of(node)});
    }
    std::ranges::sort(out, {}, &FileValue::line);
    return out;
}

}  // namespace muster::server
