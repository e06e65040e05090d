// Beast is compiled once, here.
#include <boost/beast/src.hpp>
