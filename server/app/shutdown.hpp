// The planned end of the server: on SIGTERM or SIGINT nobody new comes in, what takes long is given up, everybody is told goodbye, who
// does not close is cut, and then all pending work has ended, so that the io_context runs dry by itself. Owned by main, on a strand of its own.
#pragma once
#include <functional>

#include "server/app/listener.hpp"

namespace muster::server {

class Shutdown {
public:
    /// `first`: gives away what others may go on with. `last`: ends what works for nobody any more, once everybody has gone.
    Shutdown(HttpServices& services, Listener& listener, std::function<void()> first, std::function<void()> last);
    ~Shutdown();
    Shutdown(const Shutdown&) = delete;
    Shutdown& operator=(const Shutdown&) = delete;

private:
    void on_signal(int number);
    void wait_for_end();

    HttpServices& services_;
    Listener& listener_;
    const std::function<void()> first_;
    const std::function<void()> last_;
    Strand strand_;
    asio::basic_signal_set<Strand> signals_;
    Timer timer_;
};

}  // namespace muster::server
