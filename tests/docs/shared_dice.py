"""Ladders, seals and shares of a battle's inputs: protocol/README.md, "Shared dice", written from its text alone."""
import hmac
from chain import jcs, sha

def digest(text):
    """The bytes of 64 lower-case hex digits."""
    value = bytes.fromhex(text)
    if value.hex() != text or len(value) != 32: raise ValueError("not a hash in hex")
    return value

class SharedDice:
    """Raises ValueError if an input or event cannot be what and where it is."""
    def __init__(self, h0, seats, witnessed):
        self.h0, self.seats, self.witnessed = h0, seats, witnessed  # a witness is asked after them
        self.rungs, self.seals, self.opened = {}, {}, []  # by seat: the last rung shown; the sealed choice; still to be shown as chosen
        self.steps, self.shares, self.asks, self.feeds = 0, 0, True, False  # complete; of the next; may be asked for; dice may be rolled
        if len(seats) != 2: raise ValueError("dice are shared by two")

    def need(self, ok, message):
        if not ok: raise ValueError(message)

    def bound(self, purpose, seat): return purpose + self.h0 + seat.encode() + b"\0"

    def input(self, said, *_):
        kind, seat, choice = said["kind"], said.get("seat"), said.get("choice", {})
        self.need(not (self.shares and kind != "share"), "between shares")
        if kind in ("witness", "witness_share"): return
        if "ladder" in said:
            self.need(kind == "seat" or not self.seals, "while something is sealed")
            self.rungs[seat] = digest(said["ladder"])
            self.asks = kind == "seat"
        self.need(kind != "seat" or "ladder" in said, "no ladder")
        self.need("standing" not in said and not (kind == "claim" and self.seals), "not with shared dice")
        if kind == "share": return self.share(seat, said)
        if "decision" not in said: return
        self.asks, self.feeds = True, False
        if "seal" in choice:
            self.need(seat not in self.seals and set(choice) == {"seal"} and "timed_out" not in said, "not a seal")
            self.seals[seat] = {**said, "seal": digest(choice["seal"])}

    def share(self, seat, said):
        choice, rung, sealed = said["choice"], digest(said["choice"]["share"]), self.seals.get(seat)
        self.need(self.asks and not self.feeds and seat == self.seats[self.shares] and "timed_out" not in said, "no share of this seat is due")
        self.need(set(choice) == ({"share", "opens"} if sealed else {"share"}), "opens")
        self.need(sha(self.bound(b"muster/share/2", seat), rung) == self.rungs[seat], "not the next rung")
        self.rungs[seat], self.shares = rung, self.shares + 1
        if sealed:
            bound = self.bound(b"muster/seal/2", seat) + sealed["decision"].to_bytes(4, "big")
            self.need(hmac.digest(rung, bound + jcs(choice["opens"]), "sha256") == sealed["seal"], "not what was sealed")
        if self.shares < len(self.seats): return
        self.opened = [self.seals[s] for s in self.seats if s in self.seals]
        self.steps, self.shares, self.seals, self.asks, self.feeds = self.steps + 1, 0, {}, False, True

    def told(self, said):
        """The event that tells of an input, and what it has to say; None: as without shared dice."""
        choice, words = said.get("choice", {}), {k: said.get(k) for k in ("seat", "decision")}
        if said["kind"] == "share": return "share_given", {**words, "share": choice["share"], "step": self.steps + (self.shares > 0)}
        if "seal" in choice: return "choice_sealed", {**words, "kind": said["kind"], "seal": choice["seal"]}

    def event(self, name, data, is_told):
        """Returns whether the event follows from what the shares have opened."""
        opens = bool(self.opened) and not is_told
        if opens:
            sealed = self.opened.pop(0)
            self.need(name == "chosen" and all(data[k] == sealed[k] for k in ("seat", "decision", "kind")), "not what was opened")
        self.need(not self.shares or is_told, "between shares")
        self.need(name not in ("draw_offered", "draw_answered") or not self.seals, "while something is sealed")
        if name in ("draw_offered", "draw_answered"): self.asks = False
        self.need(name != "rolled" or self.feeds, "no shares since the last decision")
        if name in ("conceded", "forfeited", "closed") and not (self.witnessed and self.feeds):
            self.need(data.get("step", self.steps + 1) == self.steps + 1 and ("step" not in data or self.asks), "not the next step")
            self.need("step" in data or not self.seals, "without the step that was due")
        return opens
