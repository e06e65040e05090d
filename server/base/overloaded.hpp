// Several lambdas as one visitor.
#pragma once

namespace muster::server {

template <typename... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};

}  // namespace muster::server
