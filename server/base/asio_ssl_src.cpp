// Asio's TLS is compiled once, here.
#include <boost/asio/ssl/impl/src.hpp>
