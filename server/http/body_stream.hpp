// A response's body that goes on until somebody ends it. The connection that writes it takes what is there, waits until there
// is more, and so on. Thread-safe.
#pragma once
#include <functional>
#include <string>

namespace muster::server {

class BodyStream {
public:
    virtual ~BodyStream() = default;
    /// What is to be written now; empty: nothing.
    virtual std::string take() = 0;
    /// What was taken last is written.
    virtual void written() = 0;
    /// Nothing comes any more once what is there is taken.
    virtual bool over() const = 0;
    /// It ended before it was whole, and whoever reads it must see that.
    virtual bool cut_short() const = 0;
    /// What to write when nothing came for a while, so that both sides and those between see that it lives.
    virtual std::string sign_of_life() const = 0;
    /// `callback` is called, from any thread, whenever there is more or it is over. Set once, before the first take().
    virtual void on_more(std::function<void()> callback) = 0;
};

}  // namespace muster::server
