#include "storage/postgres/errors.hpp"

#include <new>

namespace muster::storage::postgres {

// A standby (25006) takes no writes: whoever connects again finds the server that does.
Meaning meaning_of(const std::string& state) {
    const auto in_class = [&](const char* begin) { return state.starts_with(begin); };
    if (state.empty() || in_class("08") || in_class("57P") || state == "25006") return Meaning::lost;
    if (in_class("40") || state == "55P03") return Meaning::passing;
    if (state == "42501") return Meaning::refused;  // insufficient_privilege
    if (in_class("22") || in_class("23") || in_class("42") || in_class("XX")) return Meaning::broken;
    return Meaning::refused;
}

Failure failure_of_current_exception() {
    try {
        throw;
    } catch (const StoreError& error) {
        return {error.kind(), error.what()};
    } catch (const PgError& error) {
        return {meaning_of(error.state()) == Meaning::broken ? Failure::Kind::broken : Failure::Kind::refused, error.what()};
    } catch (const std::bad_alloc&) {
        return {Failure::Kind::refused, "out of memory"};
    } catch (const std::exception& error) {
        return {Failure::Kind::broken, error.what()};
    }
}

}  // namespace muster::storage::postgres
