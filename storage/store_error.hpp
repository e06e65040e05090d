// An engine's own reason to stop, as an exception: inside of the engines only, at whose edge each becomes a Failure.
#pragma once
#include <stdexcept>
#include <string>

#include "storage/failure.hpp"

namespace muster::storage {

class StoreError : public std::runtime_error {
public:
    StoreError(Failure::Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    explicit StoreError(const Failure& failure) : StoreError(failure.kind, failure.message) {}
    Failure::Kind kind() const { return kind_; }

private:
    Failure::Kind kind_;
};

}  // namespace muster::storage
