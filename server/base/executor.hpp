// The executor types of the whole server, named once: concrete, since type-erased executors cost an allocation per hop.
#pragma once
#include <boost/asio.hpp>

namespace muster::server {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

using IoContext = asio::io_context;
/// A connection and a battle each own one; what one does is serialised, and they talk by messages (server/README.md, Strands).
using Strand = asio::strand<IoContext::executor_type>;
using Socket = asio::basic_stream_socket<tcp, Strand>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Strand>;

template <typename T>
using Task = asio::awaitable<T, Strand>;
/// `auto [error, …] = co_await operation(…, task);` never throws.
inline constexpr auto task = asio::as_tuple(asio::use_awaitable_t<Strand>{});

}  // namespace muster::server
