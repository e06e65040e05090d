// The web client over HTTP: its files, and its pages, which are all one file.
#pragma once
#include <optional>

#include "server/http/message.hpp"

namespace muster::server {

/// The document of a battle's page in the language of whoever asks, to be answered by answer_document() when something was put into it; nothing: the client is
/// not built in.
std::optional<std::string_view> battle_document(const HttpRequest& request);
HttpResponse answer_document(std::string html, const HttpRequest& request);
/// The page's faces, as font files.
std::vector<std::string_view> web_faces();

/// Whether it is a browser that asks, for somebody who wants to see the page: what a page has for those who show its link to others is nothing to it.
bool is_for_a_person(const HttpRequest& request);

/// Answers a GET of the web client's files and pages; nothing for other addresses. Without the client built in, pages say
/// so in words.
std::optional<HttpResponse> web_answer(const std::string& path, const HttpRequest& request);

/// Whether the page is built in that other pages may frame: /embed/BATTLE.
bool has_embed_page();

}  // namespace muster::server
