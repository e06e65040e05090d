// JSON Schemas of what goes over the wire, made from the same definitions that read and write it.
#pragma once
#include "rules/json.hpp"

namespace muster::protocol {

/// Of each message of the server, by its type.
Json server_message_schemas();

/// Of a client's message as it is posted over HTTP, where the address says what its type and its battle are.
Json posted_message_schema(const std::string& type);

/// Of what HTTP answers beside messages: `summary`, `battles`, `record`, `verdict`, `odds_question`; and of what devices keep: `mine`.
Json document_schemas();

/// A schema as it stands within a document that has a dialect of its own.
Json without_dialect(Json schema);

}  // namespace muster::protocol
