// Fields that events did not have from the beginning (Rule::later). Records and stores of an earlier time do not have them, and that is all in which
// they may differ from what the rules say now.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "rules/fields.hpp"
#include "rules/json.hpp"

namespace muster {

/// Visits a struct's fields for those that came later.
class LaterFields {
public:
    explicit LaterFields(std::string path, std::vector<std::string>& out) : path_(std::move(path)), out_(out) {}

    template <typename T>
    void operator()(std::string_view key, const T& /*field*/, const Rule& rule) {
        const auto path = path_ + '/' + std::string(key);
        if (rule.later) out_.push_back(path);
        else visit<T>(path);
    }

private:
    template <typename T>
    void visit(const std::string& path) {
        if constexpr (fields_detail::is_vector<T>) {
            visit<typename T::value_type>(path + "/*");
        } else if constexpr (fields_detail::is_optional<T>) {
            visit<typename T::value_type>(path);
        } else if constexpr (fields_detail::is_map<T>) {
            visit<typename T::mapped_type>(path + "/*");
        } else if constexpr (HasFields<T> && std::is_default_constructible_v<T>) {
            const T any{};
            LaterFields below(path, out_);
            T::fields(below, any);
        }
    }

    std::string path_;
    std::vector<std::string>& out_;
};

/// Their pointers, with * for each item of a list and each entry of a map ("/shots/*/range").
template <typename Data>
std::vector<std::string> later_fields() {
    std::vector<std::string> out;
    const Data any{};
    LaterFields visit("", out);
    Data::fields(visit, any);
    return out;
}

/// `now` without those of `later` that `then` does not have either.
Json without_later(Json now, const Json& then, const std::vector<std::string>& later);

}  // namespace muster
