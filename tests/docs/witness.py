"""What a witness adds to the dice: protocol/README.md, "Witnessed dice" and "A witness beside shared dice", written from its text alone."""
from chain import sha
from p256 import signed
from shared_dice import SharedDice, digest

RUNGS = 1024

def feeders(h0, seats, options):
    """Who adds to the dice besides the server, in the order in which they are asked."""
    dice, witness = options.get("dice"), options.get("witness")
    witnessed = dice == "witnessed" or dice == "shared" and witness is not None
    shared = SharedDice(h0, seats, witnessed) if dice == "shared" else None
    return [each for each in (shared, Witness(h0, witness["key"], shared) if witnessed else None) if each]

class Witness:
    """Raises ValueError if an input or event cannot be what and where it is."""
    def __init__(self, h0, key, shared):
        self.h0, self.key, self.shared = h0, bytes.fromhex(key), shared  # who is asked before it, or nobody
        self.rung, self.steps, self.after = None, 0, 0  # the last shown; shares given; before its ladder
        self.asks, self.feeds, self.begun = True, False, False  # may be asked for; dice may be rolled; the battle has

    def need(self, ok, message):
        if not ok: raise ValueError(message)

    def is_next(self): return not self.shared or self.shared.feeds

    def input(self, said, h, k):
        """`h`, `k`: the chain before it, and how many inputs that has."""
        due, number = self.begun and self.asks and not self.feeds and self.is_next(), lambda value: value.to_bytes(4, "big")
        self.need(self.rung or said["kind"] == "witness", "before the witness")
        if said["kind"] == "witness":
            self.need(not self.rung or due and self.steps == self.after + RUNGS, "no ladder is due")
            self.rung, self.after = digest(said["ladder"]), self.steps
            self.sign(b"muster/witness/2" + self.h0 + number(self.after) + self.rung, said)
        elif said["kind"] == "witness_share":
            share = digest(said["share"])
            self.need(due and self.steps < self.after + RUNGS, "no share is due")
            self.need(sha(b"muster/share/2", self.h0, b"witness\0", share) == self.rung, "not the next rung")
            self.rung, self.steps, self.feeds = share, self.steps + 1, True
            self.sign(b"muster/witnessed/2" + self.h0 + number(self.steps) + number(k) + h + share, said)
        elif "decision" in said: self.asks, self.feeds = True, False
        elif said["kind"] == "new_ladder": self.asks = False

    def sign(self, text, said): self.need(signed(self.key, text, bytes.fromhex(said["signature"])), "not signed by the witness")

    def told(self, said):
        """The event that tells of an input, and what it has to say; None: as without a witness."""
        if said["kind"] == "witness": return "witness_joined", {"ladder": said["ladder"]}
        if said["kind"] == "witness_share": return "witness_share_given", {"share": said["share"], "step": self.steps}

    def event(self, name, data, is_told):
        self.begun = self.begun or name == "battle_started"
        self.need(self.rung or name == "battle_created", "before the witness")
        if name in ("draw_offered", "draw_answered"): self.asks = False
        self.need(name != "rolled" or self.feeds, "no share since the last decision")
        if name in ("conceded", "forfeited", "closed") and "step" in data and self.is_next():
            self.need(name != "forfeited" and self.asks and not self.feeds and data["step"] == self.steps + 1, "not the step that was due")
