// What a battle's link brings to whoever shows it to others: the picture, the tags of its page, oEmbed. Nothing of a battle that is not for everybody.
#include <doctest/doctest.h>

#include "tests/support/moving_picture.hpp"
#include "tests/support/picture.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

constexpr const char* never_issued = "AAAAAAAAAAAAAAAAAAAAAA";

HttpReply card(const ServerProcess& server, const std::string& id, const std::string& headers = {}) {
    return http_get(server.port(), "/b/" + id + "/card.png", headers);
}

HttpReply film(const ServerProcess& server, const std::string& id, const std::string& headers = {}) {
    return http_get(server.port(), "/b/" + id + "/battle.gif", headers);
}

/// The content of the first element with this beginning, as it stands there.
std::string content_of(const std::string& page, const std::string& begin) {
    const auto at = page.find(begin);
    if (at == std::string::npos) return {};
    const auto from = at + begin.size();
    return page.substr(from, page.find('"', from) - from);
}

std::string og(const std::string& page, const std::string& name) { return content_of(page, "<meta property=\"og:" + name + "\" content=\""); }
std::string twitter(const std::string& page, const std::string& name) { return content_of(page, "<meta name=\"twitter:" + name + "\" content=\""); }

std::string without(std::string text, const std::string& what) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what)) text.erase(at, what.size());
    return text;
}

std::string created(const ServerProcess& server, const std::string& title, Json options = Json::object()) {
    WireClient client(server.port());
    options["title"] = title;
    const Json made = client.ask({{"type", "create"}, {"ruleset", "advanced-combat"}, {"setup", small_setup()}, {"options", options}});
    REQUIRE_MESSAGE(made.at("type") == "created", made.dump());
    return made["battle"];
}

}  // namespace

TEST_CASE("a battle has a picture of 1200 x 630, which changes with the battle and is another battle's no more than its tag") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const auto before = card(server, battle.id);
    REQUIRE(before.status == 200);
    CHECK(before.headers.at("content-type") == "image/png");
    CHECK(before.headers.at("cache-control") == "public, max-age=10");
    CHECK(before.headers.at("cross-origin-resource-policy") == "cross-origin");
    const Picture picture(before.body);
    CHECK(picture.width() == 1200);
    CHECK(picture.height() == 630);
    CHECK(picture.colours() > 50);
    CHECK(card(server, battle.id).body == before.body);
    CHECK(card(server, battle.id, "If-None-Match: " + before.headers.at("etag") + "\r\n").status == 304);
    CHECK(card(server, created(server, "The ford")).body != before.body);
    play_out({&ada, &bob});
    const auto after = card(server, battle.id + "", "If-None-Match: " + before.headers.at("etag") + "\r\n");
    CHECK(after.status == 200);
    CHECK(after.body != before.body);
    CHECK(after.headers.at("cache-control") == "public, max-age=300");
    const auto head = http_get(server.port(), "/b/" + battle.id + "/card.png?v=17", {}, "HEAD");
    CHECK(head.status == 200);
    CHECK(head.headers.at("etag") == after.headers.at("etag"));
    server.kill_and_restart();
    CHECK(card(server, battle.id).body == after.body);  // also of a battle that has to be read again, by a server that has nothing kept
}

TEST_CASE("of private battles, of those that the operator has hidden and of those that are not there picture and page are the same") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--public-url", "https://muster.example.org"});
    const auto secret = created(server, "A secret meeting", {{"visibility", "private"}});
    const auto hidden = created(server, "Something rude");
    const auto unlisted = created(server, "Among friends", {{"visibility", "unlisted"}});
    CHECK(card(server, hidden).body != card(server, never_issued).body);
    CHECK(run_program({MUSTERD, "moderate", "hide", "--data", folder.path().string(), "--", hidden}).exit_code == 0);
    const auto none = card(server, never_issued);
    CHECK(none.status == 200);
    const auto page_of = [&](const std::string& id) { return without(http_get(server.port(), "/b/" + id).body, id); };
    const auto nothing = page_of(never_issued);
    CHECK(og(nothing, "title") == "Muster");
    for (const auto& id : {secret, hidden, std::string("no-id"), std::string(22, '-')}) {
        CAPTURE(id);
        const auto picture = card(server, id);
        CHECK(picture.body == none.body);
        CHECK(picture.headers == none.headers);
        CHECK(page_of(id) == nothing);
        CHECK(http_get(server.port(), "/oembed?url=https://muster.example.org/b/" + id).status == 404);
    }
    CHECK(card(server, unlisted).body != none.body);  // whoever has its link may see it
    CHECK(og(page_of(unlisted), "title") == "Among friends");
    CHECK(run_program({MUSTERD, "moderate", "show", "--data", folder.path().string(), "--", hidden}).exit_code == 0);
    CHECK(card(server, hidden).body != none.body);
}

TEST_CASE("the page of a battle has what is shown for its link, with whole addresses, and nothing that a title could break out of") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--public-url", "https://muster.example.org"});
    const auto id = created(server, "\"><script>alert('&')</script>");
    const auto reply = http_get(server.port(), "/b/" + id);
    const auto& page = reply.body;
    CHECK(reply.headers.at("content-type") == "text/html; charset=utf-8");
    CHECK(reply.headers.at("content-security-policy").starts_with("default-src 'none'; script-src 'self'"));
    CHECK(reply.headers.at("vary") == "Accept-Encoding, Accept-Language, Sec-Fetch-Dest, User-Agent");
    CHECK(!page.contains("<script>"));
    CHECK(og(page, "title") == "&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;");
    CHECK(twitter(page, "title") == og(page, "title"));
    CHECK(twitter(page, "card") == "summary_large_image");
    CHECK(og(page, "description") == "Advanced combat. Waiting for players.");
    CHECK(og(page, "url") == "https://muster.example.org/b/" + id);
    const auto head = http_get(server.port(), "/api/v1/battles/" + id).json()["head"].dump();
    CHECK(og(page, "image") == "https://muster.example.org/b/" + id + "/card.png?v=" + head);
    CHECK(twitter(page, "image") == og(page, "image"));
    CHECK(page.contains("<link rel=\"alternate\" type=\"application/json+oembed\" href=\"https://muster.example.org/oembed?format=json&amp;url=https"));
    CHECK(page.find("og:title") < page.find("</head>"));
    CHECK(http_get(server.port(), "/b/" + id, "If-None-Match: " + reply.headers.at("etag") + "\r\n").status == 304);
    const auto packed = http_get(server.port(), "/b/" + id, "Accept-Encoding: gzip, br\r\n");
    CHECK(packed.headers.at("content-encoding") == "gzip");
    CHECK(packed.body.size() < page.size() / 2);
    CHECK(packed.headers.at("etag") != reply.headers.at("etag"));
    CHECK(http_get(server.port(), "/b/" + id, "Accept-Language: de\r\n").body.contains("<html lang=\"de\">"));
}

TEST_CASE("a browser gets the page as it was built, unless it reads it for a robot") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto id = created(server, "The ford");
    const std::string browser = "Sec-Fetch-Dest: document\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0\r\n";
    const auto built = http_get(server.port(), "/b/" + id, browser);
    CHECK(!built.body.contains("og:title"));
    CHECK(built.headers.at("vary") == "Accept-Encoding, Accept-Language, Sec-Fetch-Dest, User-Agent");
    CHECK(http_get(server.port(), "/b/" + id, browser + "Accept-Encoding: br\r\n").headers.at("content-encoding") == "br");
    CHECK(http_get(server.port(), "/b/" + std::string(never_issued), browser).body == built.body);
    const std::string messages =
        "Sec-Fetch-Dest: document\r\nUser-Agent: Mozilla/5.0 (Macintosh) Version/16.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0\r\n";
    CHECK(og(http_get(server.port(), "/b/" + id, messages).body, "title") == "The ford");
    CHECK(og(http_get(server.port(), "/b/" + id, "User-Agent: curl/7.88.1\r\n").body, "title") == "The ford");
    // Over http a browser does not say what it fetches it for.
    CHECK(!http_get(server.port(), "/b/" + id, "User-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0\r\n").body.contains("og:title"));
    const std::string reader = "User-Agent: Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)\r\n";
    CHECK(og(http_get(server.port(), "/b/" + id, reader).body, "title") == "The ford");
}

TEST_CASE("without a public address a page names the host that it was asked by, and none that is no host") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--trusted-proxies", "127.0.0.1"});
    const auto id = created(server, "The ford");
    const auto ask = [&](const std::string& host, const std::string& more = {}) {
        return PendingRequest(server.port(), PendingRequest::Bytes{"GET /b/" + id + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + more + "\r\n"})
            .answer()
            .body;
    };
    CHECK(og(ask("club.example:8080"), "url") == "http://club.example:8080/b/" + id);
    CHECK(og(ask("club.example", "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n"), "url") == "https://club.example/b/" + id);
    for (const auto* wrong : {"\"><script>", "a b", "club.example/path", "user@club.example", ""}) {
        CAPTURE(wrong);
        const auto page = ask(wrong);
        CHECK(!page.contains("og:"));
        CHECK(!page.contains("<script>"));
    }
}

TEST_CASE("oEmbed tells of a battle's page, and of no other address") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--public-url", "https://muster.example.org"});
    auto [ada, bob, battle] = Seated(server.port());
    play_out({&ada, &bob});
    const auto ask = [&](const std::string& query) { return http_get(server.port(), "/oembed?" + query); };
    const auto of = "url=https%3A%2F%2Fmuster.example.org%2Fb%2F" + battle.id;
    const auto reply = ask(of + "&format=json&dnt=true");
    REQUIRE(reply.status == 200);
    CHECK(reply.headers.at("content-type") == "application/json");
    const Json told = reply.json();
    CHECK(told["type"] == "rich");
    CHECK(told["width"] == 600);
    CHECK(told["height"] == 480);
    CHECK(told["html"] == "<iframe src=\"https://muster.example.org/embed/" + battle.id +
                              "\" width=\"600\" height=\"480\" title=\"Ada against Bob\" style=\"border:0\" loading=\"lazy\"></iframe>");
    CHECK(told["version"] == "1.0");
    CHECK(told["title"] == "Ada against Bob");
    CHECK(told["provider_name"] == "Muster");
    CHECK(told["provider_url"] == "https://muster.example.org/");
    CHECK(told["thumbnail_url"].get<std::string>().starts_with("https://muster.example.org/b/" + battle.id + "/card.png?v="));
    CHECK(told["thumbnail_width"] == 1200);
    CHECK(told["thumbnail_height"] == 630);
    CHECK(ask(of + "%23a-seats-token%3Fx").json() == told);  // what stands behind the battle's id says nothing more
    CHECK(ask(of + "%2Funspoiled").status == 404);           // whose link it is wants nobody to be told how it went
    CHECK(!http_get(server.port(), "/b/" + battle.id + "/unspoiled").body.contains("og:"));
    CHECK(!ask(of + "&maxwidth=600").json().contains("thumbnail_url"));
    CHECK(ask(of + "&maxwidth=300").json()["width"] == 300);
    for (const auto* small : {"&maxwidth=279", "&maxheight=479"}) {
        CHECK(ask(of + small).json()["type"] == "link");
        CHECK(!ask(of + small).json().contains("html"));
    }
    CHECK(!ask(of + "&maxheight=629").json().contains("thumbnail_url"));
    CHECK(ask(of + "&maxwidth=1200&maxheight=630").json() == told);
    CHECK(ask(of + "&format=xml").status == 501);
    CHECK(ask("format=json").status == 400);
    CHECK(ask(of + "&maxwidth=-1").status == 400);
    for (const auto* wrong :
         {"https://elsewhere.example/b/", "https://muster.example.org/battles/", "javascript:alert(1)//", "https://muster.example.org.evil/b/"})
        CHECK(ask("url=" + std::string(wrong) + battle.id).status == 404);
}

TEST_CASE("a battle has a film up to now, which changes with the battle") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const auto before = film(server, battle.id);
    REQUIRE(before.status == 200);
    CHECK(before.headers.at("content-type") == "image/gif");
    CHECK(before.headers.at("cache-control") == "public, max-age=10");
    CHECK(before.headers.at("cross-origin-resource-policy") == "cross-origin");
    CHECK(film(server, battle.id).body == before.body);
    CHECK(film(server, battle.id, "If-None-Match: " + before.headers.at("etag") + "\r\n").status == 304);
    CHECK(card(server, battle.id).headers.at("etag") != before.headers.at("etag"));
    play_out({&ada, &bob});
    const auto after = film(server, battle.id, "If-None-Match: " + before.headers.at("etag") + "\r\n");
    REQUIRE(after.status == 200);
    CHECK(after.headers.at("cache-control") == "public, max-age=300");
    CHECK(after.body.size() <= 400'000);
    const MovingPicture moving(after.body);
    CHECK(moving.width() == 480);
    CHECK(moving.height() == 270);
    CHECK(moving.pictures().size() > MovingPicture(before.body).pictures().size());
    CHECK(moving.pictures().size() <= 100);
    const auto head = http_get(server.port(), "/b/" + battle.id + "/battle.gif?v=17", {}, "HEAD");
    CHECK(head.status == 200);
    CHECK(head.headers.at("etag") == after.headers.at("etag"));
    CHECK(http_get(server.port(), "/b/" + battle.id + "/battle.gif", {}, "DELETE").status == 405);
    server.kill_and_restart();
    CHECK(film(server, battle.id).body == after.body);  // by a server that has nothing kept
}

TEST_CASE("of private battles, of those that the operator has hidden and of those that are not there the film is the same, and of one picture") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    const auto secret = created(server, "A secret meeting", {{"visibility", "private"}});
    const auto hidden = created(server, "Something rude");
    const auto unlisted = created(server, "Among friends", {{"visibility", "unlisted"}});
    const auto shown = film(server, hidden);  // and kept
    CHECK(run_program({MUSTERD, "moderate", "hide", "--data", folder.path().string(), "--", hidden}).exit_code == 0);
    const auto none = film(server, never_issued);
    CHECK(none.status == 200);
    CHECK(none.body != shown.body);
    CHECK(MovingPicture(none.body).pictures().size() == 1);
    for (const auto& id : {secret, hidden, std::string("no-id"), std::string(22, '-'), std::string(2'000, 'A')}) {
        CAPTURE(id);
        const auto answer = film(server, id);
        CHECK(answer.body == none.body);
        CHECK(answer.headers == none.headers);
    }
    CHECK(film(server, unlisted).body != none.body);
}

TEST_CASE("whoever asks too fast for films is told when to come again") {
    const TempFolder folder;
    ServerProcess server(folder.path(), {"--searches-per-address-per-s", "1", "--trusted-proxies", "127.0.0.1"});
    const auto id = created(server, "The ford");
    const std::string somebody = "X-Forwarded-For: 203.0.113.9\r\n";
    auto answer = film(server, id, somebody);
    for (int i = 0; i < 1'000 && answer.status == 200; ++i) answer = film(server, id, somebody);
    CHECK(answer.status == 429);
    CHECK(answer.headers.contains("retry-after"));
    CHECK(http_get(server.port(), "/healthz").status == 200);
}
