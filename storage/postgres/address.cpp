#include "storage/postgres/address.hpp"

#include <libpq-fe.h>

#include <memory>

namespace muster::storage::postgres {

namespace {

/// Of a password with a stroke or an @ that are not escaped a part stands where libpq sees a port, a host or a database; it would be shown.
bool may_show_password(const std::string& address, const PQconninfoOption* options) {
    const auto begin = address.find("://") + 3;
    const auto user_ends = address.find_first_of("@/", begin);
    const auto rest = user_ends != std::string::npos && address[user_ends] == '@' ? user_ends + 1 : begin;
    if (address.find('@', rest) < address.find('?', rest)) return true;
    for (; options->keyword; ++options)
        if (std::string_view(options->keyword) == "port" && options->val)
            return std::string_view(options->val).find_first_not_of("0123456789,") != std::string_view::npos;
    return false;
}

}  // namespace

bool is_address(std::string_view words) { return words.starts_with("postgres://") || words.starts_with("postgresql://"); }

// libpq quotes what it does not understand, and with it a password: what it says is not passed on.
std::string why_no_address(const std::string& address) {
    char* said = nullptr;
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(address.c_str(), &said), &PQconninfoFree);
    const std::unique_ptr<char, decltype(&PQfreemem)> message(said, &PQfreemem);
    if (options && !may_show_password(address, options.get())) return {};
    return "expected postgres://USER@HOST/DATABASE with what libpq knows as parameters; what stands there has something else (in a password / is written %2F "
           "and @ is written %40)";
}

std::string without_passwords(std::string address) {
    const auto begin = address.find("://") + 3;
    // libpq looks for the user first, up to a stroke, and only then for parameters.
    if (const auto at = address.find('@', begin); at != std::string::npos && at < address.find('/', begin))
        if (const auto colon = address.find(':', begin); colon < at) address.erase(colon, at - colon);
    for (auto parameter = address.find('?', begin); parameter != std::string::npos;) {
        const auto end = address.find('&', parameter + 1);
        const auto name = address.substr(parameter + 1, address.find('=', parameter) - parameter - 1);
        const bool may_be_one = name == "password" || name == "sslpassword" || name.find('%') != std::string::npos;
        if (may_be_one) {
            // The sign before it goes with it, but for a question mark that others stand behind.
            if (end == std::string::npos) address.erase(parameter);
            else address.erase(parameter + 1, end - parameter);
            parameter = end == std::string::npos ? end : parameter;
        } else {
            parameter = end;
        }
    }
    return address;
}

}  // namespace muster::storage::postgres
