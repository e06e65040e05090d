#!/usr/bin/env python3
"""verify_record.py FILE...: says that records of battles hold, or of the first that does not what is wrong, with its JSON path.
Written from protocol/README.md alone (its paragraphs in quotes). What the rules make of choices is for `muster verify`; times are not looked at."""
import hmac, pathlib, sys
from chain import dice, jcs, need, parse, same, sha, signed, u32, unhex

# "The chain", "Version 1": of each kind of input the event that follows first, and the input's fields; any other kind is a decision's.
# "Reasons": how a battle ends after one. "What a proof covers": events that follow from none, and the kind of input that they lead to.
INPUTS = {2: {"seat": "- seat key? ladder? name? nonce?", "ready": "battle_started", "decline": "chosen seat", "draw": "battle_ended", "claim": "claimed seat",
        "share": "share_given seat decision choice", "new_ladder": "ladder_renewed seat ladder key? signature?", "concede": "conceded seat signature?",
        "witness": "witness_joined ladder signature", "witness_share": "witness_share_given share signature", "forfeit": "forfeited seat?", "close": "closed"},
    1: {"nonce": "seat_taken seat name? nonce?", "concede": "conceded seat", "claim": "claimed seat", "offer_draw": "draw_offered seat",
        "answer_draw": "draw_answered seat accept", "forfeit": "forfeited seat? timed_out", "close": "closed"}}
TELLING = {row.split()[0] for rows in INPUTS.values() for row in rows.values()} - {"battle_started", "battle_ended"} | {"choice_sealed"}
SAID = ("seat", "name", "nonce", "key", "ladder", "choice", "accept", "share", "seal", "standing", "forced")  # by that event as by the input
REASONS = {"concede": "conceded", "draw": "agreed", "decline": "declined", "forfeit": "timeout", "claim": "abandoned", "close": "closed"}
NOTES = {"seat_taken": "seat", "draw_offered": "draw", "draw_answered": "draw", "said": "", "decision_sealed": "", "decision_unsealed": "",
         "clock_credited": "", "seat_handed_over": ""}

class Verifier:
    def __init__(self, record): self.record, self.path = record, ""
    def bound(self, purpose, who): return purpose + self.h0 + who.encode() + b"\0"
    def run(self):
        try: return self.check()
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as e: raise ValueError(f"{self.path}: {e!r}")

    def check(self):
        """"Verdicts": the events in their order, each after the inputs that stand before it."""
        self.begin()
        inputs, events = self.record["inputs"], self.record["events"]
        for n, event in enumerate(events, 1):
            told = None
            while self.k < len(inputs) and same(inputs[self.k]["seq"], n):
                self.path = f"/inputs/{self.k}"
                need(not told and not self.reason, "several inputs before one event, or after the end")
                told = self.input(inputs[self.k])
            self.path = f"/events/{n - 1}"
            need(same(event["seq"], n) and (event["event"] == "battle_ended") == (n == len(events)), "not the next number, or not the end")
            self.event(event["event"], event["data"], told)
        # "Reasons", "Records", "Signed heads": what battle_ended says, and the final head.
        r, over, shown = self.record, events[-1]["data"], self.h0
        need(over["reason"] == (self.reason or over["reason"]) and (self.reason or over["reason"] not in (*REASONS.values(), "share")), "not this reason")
        need(self.k == len(inputs) and (self.sealed <= self.chosen or self.reason or over["reason"] == "limit"), "an input or sealed choice is never shown")
        need(same(over, {**r["outcome"], "server_seed": r["server_seed"]}) and r["chain"] == self.h.hex(), "not this outcome, server_seed or chain")
        for events in self.follows: shown = sha(shown, jcs(events))
        head = b"muster/head/2" + self.h0 + u32(0) + u32(self.k) + self.h + shown
        need(not self.v2 or r["shown"] == shown.hex() and signed(r["server_key"], head, r["signature"]), "shown is not of these events, or not signed")
        return f"{self.k} inputs, {self.rolls} rolls"

    def begin(self):
        """"The chain", "Version 1": H(0). "Records": event 1 says what the head says."""
        r, created, v2 = self.record, self.record["events"][0], {"muster.record/1": False, "muster.record/2": True}[self.record["format"]]
        self.v2, self.seed, self.options, self.seats = v2, unhex(r["server_seed"], 32), r["options"], [s["seat"] for s in r["seats"]]
        head = {k: r[k] for k in "battle ruleset ruleset_version title setup options commitment".split() + ["server_key"] * v2}
        need(created["event"] == "battle_created" and same(created["data"], {**head, "seats": self.seats}), "not as event 1 says")
        need(sha(self.seed).hex() == r["commitment"], "commitment is not of this server_seed")
        about = unhex(r["server_key"], 65) + sha(self.seed) + jcs({k: r[k] for k in ("options", "setup", "title")}) if v2 else sha(self.seed) + jcs(r["setup"])
        self.h = self.h0 = sha(b"muster/%d\0%s\0%s@%d\0" % (1 + v2, r["battle"].encode(), r["ruleset"].encode(), r["ruleset_version"]), about)
        self.gathered, self.due, self.sealed, self.chosen = {"seat": {}, "ready": {}, "draw": {}}, [], set(), set()  # due: inputs that must be next
        self.reason, self.asks, self.follows, self.here = None, False, [], {*self.seats}  # asks: for shares; follows: of each input, events
        # Who adds to the dice, turn by turn: the seats, the witness. fed: turns that have since the last decision; given: shares of the next.
        kind, witness = self.options.get("dice", "server"), (self.options.get("witness") or {}).get("key")
        self.turns = [self.seats] * (kind == "shared") + [["witness"]] * (kind != "server" and bool(witness))
        need(kind == "server" or v2 and self.turns and len(self.seats) == 2 and witness != r["server_key"], "not these dice")
        self.shared, self.witnessed, self.steps = self.seats in self.turns, ["witness"] in self.turns, [0] * len(self.turns)
        self.k = self.rolls = self.fed = self.given = self.left = 0  # left: rungs of the witness's ladder
        self.rungs, self.feet, self.keys, self.seals, self.opened = {}, set(), {"witness": witness}, {}, []  # opened: still to be shown as chosen

    def input(self, item):
        """One more input in the chain. Returns the event that tells of it, and what that says."""
        hashed, clock, marks = item["input"] if self.v2 else item, self.options.get("clock") or {}, {"seq", "standing", "signature"}
        said, kind = {**hashed, **{k: item[k] for k in ("standing", "signature") if k in item}}, hashed["kind"]
        event, *fields = INPUTS[1 + self.v2].get(kind, "chosen seat decision choice timed_out? left? standing? signature?").split()
        need({f for f in fields if f[-1] != "?"} <= set(said) - {"kind", "seq"} <= {f.strip("?") for f in fields}, "not the fields of its kind")
        need(not self.v2 or set(item) <= marks | {"input"} and not marks & set(hashed), "marks out of place")
        need(said.get("timed_out", True) is True and said.get("standing", True) is True and said.get("seat", self.seats[0]) in self.seats, "bad mark or seat")
        if self.v2 and (self.due or kind in self.gathered): need(same(said, self.due.pop(0)), "not what the notes before it lead to")
        timed = "forfeit" if kind == "forfeit" else "default" if "timed_out" in said else None  # "Clocks"
        need(not timed or clock and (timed == self.options["on_timeout"] or kind == "forfeit" and self.shared), "no clock that does this")
        need(kind != "claim" or clock.get("mode") == "live" and not self.seals, "no clock that allows this, or while something is sealed")
        need(said.get("left", False) is (said.get("seat", self.seats[0]) not in self.here and "seat" in said), "from who has left, or as if he had")
        added = self.add(kind, said, hashed, said.get("seat", "witness"), said.get("choice", {}))
        self.h, self.k, self.chosen = sha(self.h, jcs(hashed)), self.k + 1, self.chosen | {said.get("decision"), (said.get("seat"), said.get("decision"))}
        self.follows.append([])
        if kind == "decline": said |= {"kind": "ready", "choice": {"ready": False}}
        self.reason = "declined" if same(said.get("choice"), {"ready": False}) else REASONS.get(kind)
        here = self.here - {said["seat"]} if "seat" in said else set()  # "Leaving a battle of three or more", "Battles that nobody wins"
        if kind in ("concede", "forfeit") and len(here) > (self.options.get("contest") is not False):
            self.reason, self.here, self.gathered["draw"] = None, here, {}
        if event == "-": return None if self.due or self.options.get("confirm") else ("battle_started", {})
        if "seal" in added: event = "choice_sealed"
        names = [*SAID, *added, *{"decision"} & set(said), *["kind", "timed_out", "left"] * (event in ("chosen", "choice_sealed"))]
        return event, {k: {**said, **added}.get(k) for k in names}

    def add(self, kind, said, hashed, who, choice):
        """"Shared dice", "Seats that sign", "Witnessed dice": what an input adds. Returns what its event says besides, or instead."""
        need(not self.opened and (not self.given or kind == "share") and not (self.shared and "standing" in said), "between shares, or not with them")
        if "signature" in said:
            text = self.bound(b"muster/seat/2", who) + jcs(hashed)
            if kind == "witness": text = b"muster/witness/2" + self.h0 + u32(self.steps[-1]) + unhex(said["ladder"], 32)
            if "share" in said: text = b"muster/witnessed/2" + self.h0 + u32(self.steps[-1] + 1) + u32(self.k) + self.h + unhex(said["share"], 32)
            need(not {"standing", "timed_out"} & set(said) and signed(self.keys[who], text, said["signature"]), "not signed by the one it names")
        if "key" in said: self.keys[who] = said["key"]
        need(unhex(said.get("key", "04" * 65), 65)[0] == 4, "not an uncompressed point")
        if "ladder" in said or kind == "seat" and self.shared:
            last = self.fed == len(self.turns) - 1 and self.asks and not self.left
            may = last or not self.rungs if kind == "witness" else self.shared and not self.seals
            need(may and (who, said["ladder"]) not in self.feet, "no ladder may come, or not one that was put in before")
            self.feet, self.rungs[who] = self.feet | {(who, said["ladder"])}, unhex(said["ladder"], 32)
            self.asks, self.left = (self.asks, 1024) if kind == "witness" else (False, self.left)
        if kind in ("share", "witness_share"):  # the next rung of a ladder, and what it opens
            turn, step, sealed, share = self.turns[self.fed], self.steps[self.fed] + 1, self.seals.get(who), said.get("share") or choice["share"]
            need(self.asks and who == turn[self.given] and (who != "witness" or self.left), "no share of this one is due")
            need(sha(self.bound(b"muster/share/2", who), unhex(share, 32)) == self.rungs[who], "not the next rung")
            need(who == "witness" or set(choice) == ({"share", "opens"} if sealed else {"share"}), "opens")
            text = self.bound(b"muster/seal/2", who) + u32(sealed["decision"]) + jcs(choice["opens"]) if sealed else b""
            need(not sealed or hmac.digest(unhex(share, 32), text, "sha256").hex() == sealed["choice"]["seal"], "not what was sealed")
            self.rungs[who], self.given, self.left = unhex(share, 32), self.given + 1, self.left - (who == "witness")
            if self.given == len(turn):
                self.opened = [("chosen", {k: self.seals[s][k] for k in ("seat", "decision", "kind")}) for s in turn if s in self.seals]
                self.steps[self.fed], self.fed, self.given, self.seals = step, self.fed + 1, 0, {}
            return {"choice": None, "share": share, "step": step}
        if "decision" in said: self.asks, self.fed = True, 0
        if not self.shared or "seal" not in choice: return {}
        need(who not in self.seals and set(choice) == {"seal"} and unhex(choice["seal"], 32) and "timed_out" not in said, "not a seal")
        self.seals[who] = said
        return {"choice": None, "seal": choice["seal"]}

    def event(self, name, data, told):
        """An input stands before the event that tells of it, and no event tells of an input that is not there."""
        if not told and self.opened: told = self.opened.pop(0)
        need(not self.due and (told or not self.given) and (self.rungs or not self.witnessed or name == "battle_created"), "an input is missing before it")
        need(not told or name == told[0] and all(same(data.get(k), v) for k, v in told[1].items()), "not as the input before it says")
        note, self.asks = self.note(name, data, data.get("seat")), self.asks or name == "battle_started"
        need(told or note or name not in TELLING or name == "chosen" and data.get("forced"), "no input says so")
        if self.follows and not note: self.follows[-1].append({"data": data, "event": name})
        need(name != "battle_started" or same(data["seats"], self.record["seats"]), "seats are not as in the head")
        if name == "rolled":
            thrown, self.rolls = [(die, group.get("sides", 6)) for group in data["groups"] for die in group["dice"]], self.rolls + 1
            shown, want = [die for die, _ in thrown], (self.rolls - 1, dice(self.seed, self.h, self.rolls - 1, [sides for _, sides in thrown]))
            need(self.fed == len(self.turns) and same((data["roll"], shown), want), f"not {want}, or before the shares")
        if name in ("conceded", "forfeited", "closed"):
            asked = self.asks and (name != "forfeited" or self.shared and not self.fed) and self.steps[self.fed:] and self.steps[self.fed] + 1
            need(same(data["step"], asked) if "step" in data else not self.seals, "not the step that was due")
            if name == "forfeited" and "step" in data: self.reason = "share"

    def note(self, name, data, seat):
        """"What a proof covers": notes, and what they lead to. Returns whether the event is one (in version 1 they are inputs)."""
        kind = "ready" if name == "chosen" and data["kind"] == "ready" and data["choice"]["ready"] is True else NOTES.get(name)
        if kind:
            there, here = self.gathered[kind], [s for s in self.seats if s in self.here]
            need(seat in here and seat not in there and (kind != "ready" or self.options["confirm"]), "not by this seat")
            need(kind != "draw" or bool(there) == (name == "draw_answered") and not self.seals, "no offer is answered, or none may come")
            there[seat], self.asks = {"kind": kind, **(data if kind == "seat" else {})}, self.asks and kind != "draw"
            if data.get("accept") is False: there.clear()
            if len(there) == len(here): self.due = [there[s] for s in here][:None if kind == "seat" else 1]
        if name in ("decision_sealed", "decision_unsealed"):  # "Sealed choices"
            self.sealed, one = self.sealed ^ {(seat, data["decision"])}, (seat, data["decision"])
            need(data["decision"] not in self.chosen and (one in self.sealed) == (name == "decision_sealed"), "not for this decision")
        if not self.v2: self.reason, self.due = "agreed" if self.due and kind == "draw" else self.reason, []
        return self.v2 and kind is not None

if __name__ == "__main__":
    for file in sys.argv[1:]:
        try: print(f"{file} holds: {Verifier(parse(pathlib.Path(file).read_text('utf-8'))).run()}")
        except (OSError, ValueError) as e: sys.exit(f"{file} does not hold: {e}")
