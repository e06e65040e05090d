// The server that is passed on, as a relayed battle sees it: a line that speaks the protocol of clients (muster.v1). The real one is upstream_line.hpp;
// tests have one of their own.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "server/base/executor.hpp"

namespace muster::server {

class Upstream {
public:
    /// Who listens to a line; called on the strand it was opened for.
    class Listener {
    public:
        virtual ~Listener() = default;
        virtual void on_open() = 0;
        virtual void on_text(std::string_view text) = 0;
        /// It never opened, or has ended; nothing more comes.
        virtual void on_closed(const std::string& why) = 0;
    };
    /// One connection; on that strand.
    class Line {
    public:
        virtual ~Line() = default;
        virtual void say(std::string text) = 0;
        /// Ends it; the listener hears nothing any more.
        virtual void cut() = 0;
        /// The same, of one that is of no use: where there are several ways, the next line takes another.
        virtual void give_up() { cut(); }
        /// While it pauses nothing is read.
        virtual void pause(bool /*on*/) {}
    };
    /// What a line is for.
    struct To {
        std::string battle;
        std::string for_address{};  ///< whose it is; empty: everybody's
    };

    virtual ~Upstream() = default;
    /// Whoever lets go of the line has to cut it before.
    virtual std::shared_ptr<Line> open(const Strand& strand, const To& to, std::weak_ptr<Listener> listener) = 0;
};

}  // namespace muster::server
