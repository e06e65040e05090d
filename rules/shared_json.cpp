#include "rules/shared_json.hpp"

namespace muster {

namespace {

class Whole final : public SharedJson::Source {
public:
    explicit Whole(Json value) : value_(std::move(value)) {}
    const Json& shown() const override { return value_; }
    void write(std::string& out) const override { append_json(out, value_); }

private:
    Json value_;
};

}  // namespace

SharedJson::LateSource::~LateSource() { delete shown_.load(std::memory_order_relaxed); }

// Two may make it at once; one of them was first.
const Json& SharedJson::LateSource::shown() const {
    if (const auto* known = shown_.load(std::memory_order_acquire)) return *known;
    auto made = std::make_unique<const Json>(json());
    const Json* first = nullptr;
    return shown_.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel) ? *made.release() : *first;
}

std::shared_ptr<const SharedJson::Source> SharedJson::source_of(Json value) {
    if (value.is_null()) return {};
    return std::make_shared<const Whole>(std::move(value));
}

SharedJson::operator const Json&() const {
    static const Json null;
    return source_ ? source_->shown() : null;
}

void SharedJson::write(std::string& out) const {
    if (source_) source_->write(out);
    else out += "null";
}

std::string SharedJson::dump() const {
    std::string out;
    write(out);
    return out;
}

}  // namespace muster
