// What the operator does to a battle.
#include "server/battle/session.hpp"

namespace muster::server {

void Session::set_hidden(bool hidden, Moderated answer) {
    submit({[hidden, answer](Session& self) { self.do_set_hidden(hidden, answer); }, [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void Session::close(Moderated answer) {
    submit({[answer](Session& self) { self.do_close(answer); }, [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

// What was chosen at its creation stays in the record; the store's own word decides about lists.
void Session::do_set_hidden(bool hidden, const Moderated& answer) {
    const auto& options = fold_->origin().options;
    if (options.value("visibility", "public") != "public") return answer(refuse(Code::bad_message, "this battle is in no list; its creator wanted it so"));
    auto pending = begin_step();
    pending->step.visibility = hidden ? "unlisted" : "public";
    pending->stored = [self = shared_from_this(), visibility = *pending->step.visibility, answer] {
        self->header_.visibility = visibility;
        answer({});
    };
    pending->failed = [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); };
    commit(std::move(pending));
}

void Session::do_close(const Moderated& answer) {
    if (fold_->phase() == protocol::Fold::Phase::over) return answer(refuse(Code::battle_over, "this battle is over already"));
    auto pending = begin_step();
    void_sealed(*pending);
    fold_->close(pending->applied);
    pending->stored = [answer] { answer({}); };
    pending->failed = [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); };
    commit(std::move(pending));
}

}  // namespace muster::server
