// The ways into a store. In open.cpp, location.cpp and libraries.cpp, and nowhere else outside of the engines, it is known which engines there are.
#pragma once
#include <expected>
#include <memory>

#include "storage/location.hpp"
#include "storage/neighbours.hpp"
#include "storage/store.hpp"
#include "storage/store_reader.hpp"

namespace muster::storage {

/// Opens the store for one server, and makes it if there is none. Blocking: an older store is brought up to date first.
/// A failure's message is a sentence for the operator. Where the engine knows of several servers, others may have it open as well, of which `neighbours` hears.
std::expected<std::unique_ptr<Store>, Failure> open_store(const Location& location, Neighbours* neighbours = nullptr);

/// The same where nobody else writes it, and nobody may as long as it is open.
std::expected<std::unique_ptr<Store>, Failure> open_store_alone(const Location& location);

/// Opens the store to read all of it, also while a server uses it. Refuses one that is not there.
std::expected<std::unique_ptr<StoreReader>, Failure> open_reader(const Location& location);

}  // namespace muster::storage
