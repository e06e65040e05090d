#include "server/http/content_coding.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>
#include <stdexcept>

namespace muster::server {

namespace {

void append_little_endian(std::string& out, std::uint32_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift & 0xff);
}

}  // namespace

std::string_view next_item(std::string_view& list) {
    auto item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    item.remove_prefix(std::min(item.size(), item.find_first_not_of(' ')));
    return item;
}

bool accepts(std::string_view accepted, std::string_view coding) {
    while (!accepted.empty()) {
        const auto part = next_item(accepted);
        const auto name = part.substr(0, part.find_first_of("; "));
        if (name == coding) return !part.ends_with("q=0") && !part.ends_with("q=0.0");
    }
    return false;
}

std::string gzip(std::string_view bytes) {
    namespace zlib = boost::beast::zlib;
    constexpr std::string_view head("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);  // deflated; no name, no time, no system
    zlib::deflate_stream deflate;
    deflate.reset(9, 15, 8, zlib::Strategy::normal);
    std::string out(head);
    out.resize(head.size() + deflate.upper_bound(bytes.size()));
    zlib::z_params work{};
    work.next_in = bytes.data();
    work.avail_in = bytes.size();
    work.next_out = out.data() + head.size();
    work.avail_out = out.size() - head.size();
    boost::beast::error_code ended;
    deflate.write(work, zlib::Flush::finish, ended);
    if (ended != zlib::error::end_of_stream) throw std::logic_error("a text could not be compressed: " + ended.message());
    out.resize(head.size() + work.total_out);
    boost::crc_32_type sum;
    sum.process_bytes(bytes.data(), bytes.size());
    append_little_endian(out, sum.checksum());
    append_little_endian(out, static_cast<std::uint32_t>(bytes.size()));
    return out;
}

StandingText::StandingText(std::string text) : texts_(std::make_shared<Texts>(std::move(text))) {}

HttpResponse StandingText::answer(const HttpRequest& request) const {
    const bool packed = accepts(request.accept_encoding, "gzip");
    if (packed) std::call_once(texts_->packed, [this] { texts_->gzip = gzip(texts_->plain); });
    auto response = with_tag({200, "application/json", packed ? texts_->gzip : texts_->plain}, request);
    response.headers["Vary"] = "Accept-Encoding";
    if (packed && response.status == 200) response.headers["Content-Encoding"] = "gzip";
    return response;
}

}  // namespace muster::server
