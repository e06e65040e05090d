// A JSON value that several hold: what a decision offers is shown, kept and sent several times.
#pragma once
#include <atomic>
#include <concepts>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "rules/json.hpp"

namespace muster {

/// Never changes and is cheap to copy. It may be made of something else than a Json: few ever look into it, so it becomes a Json when
/// somebody does, and text without having been one. Threads may share it.
class SharedJson {
public:
    /// What it is made of.
    class Source {
    public:
        virtual ~Source() = default;
        virtual const Json& shown() const = 0;
        /// Appends its text.
        virtual void write(std::string& out) const = 0;
    };

    /// One that becomes a Json when it is first looked at.
    class LateSource : public Source {
    public:
        LateSource() = default;
        ~LateSource() override;
        LateSource(const LateSource&) = delete;
        LateSource& operator=(const LateSource&) = delete;
        const Json& shown() const final;

    private:
        virtual Json json() const = 0;

        mutable std::atomic<const Json*> shown_{nullptr};
    };

    SharedJson() = default;              ///< null
    template <std::same_as<Json> Value>  // no braced list, which might become another Json than it looks
    SharedJson(Value value) : source_(source_of(std::move(value))) {}
    explicit SharedJson(std::shared_ptr<const Source> source) : source_(std::move(source)) {}

    operator const Json&() const;
    const Json& operator*() const { return *this; }
    const Json& at(std::string_view key) const { return (**this).at(key); }
    bool is_null() const { return !source_; }
    void write(std::string& out) const;
    std::string dump() const;

    friend bool operator==(const SharedJson& a, const Json& b) { return *a == b; }
    friend bool operator==(const Json& a, const SharedJson& b) { return a == *b; }
    friend std::ostream& operator<<(std::ostream& out, const SharedJson& shown) { return out << *shown; }

private:
    static std::shared_ptr<const Source> source_of(Json value);

    std::shared_ptr<const Source> source_{};
};

}  // namespace muster
