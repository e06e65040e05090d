#include "protocol/client_messages.hpp"

#include <algorithm>

#include "protocol/ids.hpp"
#include "rules/characters.hpp"
#include "rules/field_text.hpp"
#include "rules/schema.hpp"

namespace muster::protocol {

namespace {

template <typename T>
std::expected<ClientBody, Refusal> read_body(JsonView json) {
    auto body = read_fields<T>(json, Code::bad_message);
    if (!body) return std::unexpected(std::move(body.error()));
    return ClientBody(std::move(*body));
}

struct Reader {
    std::string_view type;
    std::expected<ClientBody, Refusal> (*read)(JsonView);
    Json (*schema)();
    /// Appends the fields of a body of this type; false: it is of another.
    bool (*write)(const ClientBody& body, std::string& out);
};

template <typename T>
bool write_body(const ClientBody& body, std::string& out) {
    const auto* message = std::get_if<T>(&body);
    if (message) write_text<FieldTextWriter>(out, *message);
    return message != nullptr;
}

template <typename T>
constexpr Reader reader(std::string_view type) {
    return {type, &read_body<T>, &schema_of<T>, &write_body<T>};
}

// The one table of message types.
constexpr Reader readers[] = {
    reader<Choose>("choose"),
    reader<Follow>("follow"),
    reader<Create>("create"),
    reader<Preview>("preview"),
    reader<Retract>("retract"),
    reader<Order>("order"),
    reader<AskOrders>("orders"),
    reader<Concede>("concede"),
    reader<OfferDraw>("offer_draw"),
    reader<AnswerDraw>("answer_draw"),
    reader<Claim>("claim"),
    reader<HandOver>("hand_over"),
    reader<Take>("take"),
    reader<NewLadder>("new_ladder"),
    reader<Rematch>("rematch"),
    reader<WithdrawRematch>("withdraw_rematch"),
    reader<Say>("say"),
    reader<Meet>("meet"),
    reader<Lead>("lead"),
    reader<PointAt>("point"),
    reader<Remark>("remark"),
    reader<GiveLead>("give_lead"),
    reader<PartFrom>("part"),
    reader<Subscribe>("subscribe"),
    reader<Unsubscribe>("unsubscribe"),
    reader<ListNudges>("list_nudges"),
    reader<Unfollow>("unfollow"),
    reader<List>("list"),
    reader<Ping>("ping"),
};

constexpr std::size_t id_length_max = 64;

std::optional<Refusal> check_nonce(const std::string& nonce) {
    if (nonce.empty()) return {};
    if (nonce.size() < 16 || !from_hex(nonce + (nonce.size() % 2 ? "0" : ""))) return Refusal{Code::bad_message, "expected 16 to 64 hex digits", "/nonce"};
    return {};
}

std::optional<Refusal> check_token(const std::string& token) {
    if (is_token(token)) return {};
    return Refusal{Code::bad_message, "expected random letters and digits", "/token"};
}

std::optional<Refusal> check_meet(const Meet& meet) {
    if (is_token(meet.key)) return {};
    return Refusal{Code::bad_message, "expected random letters and digits", "/key"};
}

std::optional<Refusal> check_take(const Take& take) {
    if (auto refusal = check_token(take.token)) return refusal;
    return check_nonce(take.nonce);
}

std::optional<Refusal> check_create(const Create& create) {
    if (!create.setup.is_object()) return Refusal{Code::bad_message, "expected an object", "/setup"};
    if (!create.options.clock) return {};
    const auto clock = read_clock(*create.options.clock, "/options/clock");
    return clock ? std::nullopt : std::optional(clock.error());
}

std::optional<Refusal> check(const ClientBody& body) {
    if (const auto* follow = std::get_if<Follow>(&body)) return check_nonce(follow->nonce);
    if (const auto* take = std::get_if<Take>(&body)) return check_take(*take);
    if (const auto* meet = std::get_if<Meet>(&body)) return check_meet(*meet);
    if (const auto* create = std::get_if<Create>(&body)) return check_create(*create);
    return {};
}

std::unexpected<BadMessage> bad(std::string message, std::string path = {}, std::string id = {}) {
    return std::unexpected(BadMessage{{Code::bad_message, std::move(message), std::move(path)}, std::move(id)});
}

// What can be read of a message that is wrong elsewhere.
BadMessage of_message(Refusal refusal, const std::string& id, JsonView json) {
    BadMessage out{std::move(refusal), id, true};
    if (const auto battle = json.find("battle"); battle && battle->is_string() && looks_like_battle_id(battle->text())) out.battle = battle->text();
    if (const auto decision = json.find("decision"); decision && decision->kind() == JsonView::Kind::natural && decision->natural() < 1'000'000'000)
        out.decision = decision->integer();
    return out;
}

}  // namespace

std::expected<ClientMessage, BadMessage> read_client_message(std::string_view type, FlatJson json) {
    if (!JsonView(json).is_object()) return bad("expected an object");
    std::string id;
    if (const auto found = JsonView(json).find("id")) {
        if (!found->is_string()) return bad("expected a string", "/id");
        id = found->text();
        if (count_characters(id) > id_length_max) return bad("too long; at most 64 characters", "/id");
        json.erase(*found);
    }
    for (const auto& each : readers) {
        if (each.type != type) continue;
        auto body = each.read(json);
        if (!body) return std::unexpected(of_message(std::move(body.error()), id, json));
        if (auto refusal = check(*body)) return std::unexpected(of_message(std::move(*refusal), id, json));
        return ClientMessage{std::move(id), std::move(*body), each.type};
    }
    std::vector<std::string> known;
    for (const auto& each : readers) known.emplace_back(each.type);
    return bad("unknown type \"" + std::string(type) + "\"" + did_you_mean(type, known), "/type", id);
}

std::expected<ClientMessage, BadMessage> read_client_message(std::string_view text) {
    auto json = parse_flat_json(text);
    if (!json) return std::unexpected(BadMessage{std::move(json.error())});
    if (!JsonView(*json).is_object()) return bad("expected an object");
    auto type = take_type(*json);
    if (!type) {
        const auto id = JsonView(*json).find("id");
        return std::unexpected(BadMessage{std::move(type.error()), std::string(id && id->is_string() ? id->text() : "")});
    }
    return read_client_message(*type, std::move(*json));
}

std::string client_message_text(const ClientBody& body, std::string_view id) {
    std::string fields, out;
    for (const auto& each : readers)
        if (each.write(body, fields)) out = "{\"type\":\"" + std::string(each.type) + "\"";
    if (!id.empty()) {
        out += ",\"id\":";
        append_json_string(out, id);
    }
    if (fields.size() > 2) fields[0] = ',';  // what begins an object of its own
    else fields = "}";
    return out + fields;
}

std::expected<std::string, Refusal> take_type(FlatJson& json) {
    const auto found = JsonView(json).find("type");
    if (!found) return refuse(Code::bad_message, "\"type\" is missing", "/type");
    if (!found->is_string()) return refuse(Code::bad_message, "expected a string", "/type");
    std::string type(found->text());
    json.erase(*found);
    return type;
}

std::pair<std::string_view, std::int64_t> subject_of(const ClientBody& body) {
    return std::visit(
        [](const auto& message) -> std::pair<std::string_view, std::int64_t> {
            if constexpr (requires { message.decision; }) return {message.battle, message.decision};
            else if constexpr (requires { message.battle; }) return {message.battle, 0};
            else return {};
        },
        body);
}

Json client_message_schemas() {
    Json out = Json::object();
    for (const auto& each : readers) {
        Json schema = each.schema();
        schema["properties"]["type"] = Json{{"const", each.type}};
        schema["properties"]["id"] = Json{{"type", "string"}, {"maxLength", id_length_max}};
        schema["required"].push_back("type");
        out[std::string(each.type)] = std::move(schema);
    }
    return out;
}

}  // namespace muster::protocol
