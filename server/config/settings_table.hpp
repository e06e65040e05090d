// Every setting of the server in one table: its name, what it is, where it lives in Config, and which values it takes.
#pragma once
#include <cstdint>
#include <expected>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "server/config/config.hpp"

namespace muster::server {

/// What a setting can hold; the alternative of its default is its type.
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;
using Wrong = std::unexpected<std::string>;  ///< a sentence without the setting's name

struct Setting {
    std::string name;  ///< the file's key, the option behind "--", and in capitals the variable behind "MUSTER_"
    std::string about;
    std::function<Value(const Config&)> get;
    std::function<std::expected<void, std::string>(Config&, const Value&)> set;
    double min = 0;  ///< of numbers
    double max = std::numeric_limits<double>::max();
    std::vector<std::string> one_of{};  ///< of texts; empty: any
    bool live = false;                  ///< a change takes effect while the server runs (SIGHUP); else at its next start
};

/// In the order in which they are shown.
std::span<const Setting> settings_table();

std::string option_name(const Setting& setting);
std::string variable_name(const Setting& setting);
/// The value as TOML writes it.
std::string toml_text(const Value& value);

/// Puts a value of the file into the configuration, if it has the setting's type and is allowed.
std::expected<void, std::string> assign(Config& config, const Setting& setting, const Value& value);
/// The same for the words of an option or a variable. Words of a list may be several in one, with commas between.
std::expected<void, std::string> assign_words(Config& config, const Setting& setting, const std::vector<std::string>& words);

}  // namespace muster::server
