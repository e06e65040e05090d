"""What seats have signed of their inputs: protocol/README.md, "Seats that sign", written from its text alone."""
from chain import jcs
from p256 import signed

class SeatSigning:
    """Raises ValueError if an input is not signed by the seat that it names."""
    def __init__(self, h0): self.h0, self.keys, self.feet = h0, {}, set()  # by seat: the last key; ladders that were put in

    def need(self, ok, message):
        if not ok: raise ValueError(message)

    def input(self, said, hashed):
        seat, kind = said.get("seat"), said["kind"]
        if "signature" in said and kind not in ("witness", "witness_share"):
            bare = kind in ("share", "ready") or "timed_out" in said or "standing" in said
            self.need(not bare and ("decision" in said or kind in ("concede", "new_ladder")), "nothing of this kind is signed")
            self.need(seat in self.keys, "no key to sign with")
            self.need(kind != "new_ladder" or (seat, said["ladder"]) not in self.feet, "put in before")
            statement = b"muster/seat/2" + self.h0 + seat.encode() + b"\0" + jcs(hashed)
            self.need(signed(self.keys[seat], statement, self.hex(said["signature"], 64)), "not signed by the seat")
        if "ladder" in said: self.feet.add((seat, said["ladder"]))
        if "key" in said:
            self.keys[seat] = self.hex(said["key"], 65)
            self.need(self.keys[seat][0] == 4, "not an uncompressed point")

    def hex(self, text, size):
        value = bytes.fromhex(text)
        self.need(value.hex() == text and len(value) == size, "not lower-case hex digits, or not as many")
        return value
