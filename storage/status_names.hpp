// How a battle's status is written in the tables.
#pragma once
#include <string>

#include "storage/battle.hpp"
#include "storage/store_error.hpp"

namespace muster::storage {

inline std::string name_of(Status status) {
    switch (status) {
        case Status::waiting: return "waiting";
        case Status::running: return "running";
        case Status::over: return "over";
    }
    throw StoreError(Failure::Kind::broken, "a status without a name");
}

inline Status status_named(const std::string& name) {
    if (name == "waiting") return Status::waiting;
    if (name == "running") return Status::running;
    if (name == "over") return Status::over;
    throw StoreError(Failure::Kind::broken, "a battle with the unknown status '" + name + "'");
}

}  // namespace muster::storage
