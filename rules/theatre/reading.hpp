// A choice as a player wrote it: whether it answers the question, and its canonical form.
#pragma once
#include <expected>

#include "rules/fields.hpp"
#include "rules/theatre/lists.hpp"
#include "rules/theatre/questions.hpp"

namespace muster::rules::theatre {

/// Refused as illegal_choice with a path from the choice's root. The canonical form has every field, areas in the map's order, what is
/// equal merged and nothing that is empty.
std::expected<Choice, Refusal> read_choice(const World& world, const Question& question, JsonView choice);

/// What reading a choice finds wrong.
using Problem = std::optional<Refusal>;
Refusal illegal(std::string message, std::string path = {});

/// An area's number, or what is wrong with its name.
std::expected<int, Refusal> area_named(const World& world, const std::string& name, const std::string& path);

std::expected<Choice, Refusal> read_for(const World& world, const BuildOptions<int>& options, JsonView choice);
std::expected<Choice, Refusal> read_for(const World& world, const MoveOptions<int>& options, JsonView choice);
std::expected<Choice, Refusal> read_for(const World& world, const LoseOptions<int>& options, JsonView choice);
std::expected<Choice, Refusal> read_for(const World& world, const FactionOptions<int>& options, JsonView choice);

}  // namespace muster::rules::theatre
