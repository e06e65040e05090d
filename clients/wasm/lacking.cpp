// What the module lacks. Threads: what was for several is done one after the other. And somewhere to complain of a mistake of ours: it ends without a word.
#include <cstddef>
#include <version>

#include "protocol/threads.hpp"

namespace muster::protocol {

void on_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace muster::protocol

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char* /*format*/, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
