// Battles in words, as this program uses them everywhere.
#pragma once
#include "protocol/narration/armies.hpp"
#include "protocol/narration/field.hpp"
#include "protocol/narration/line.hpp"
#include "protocol/narration/narrator.hpp"
#include "protocol/narration/telling.hpp"
#include "protocol/narration/text.hpp"
#include "protocol/narration/words.hpp"

namespace muster::cli {
using namespace narration;
}  // namespace muster::cli
