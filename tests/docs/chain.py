"""protocol/README.md, "The chain": what is hashed, and the dice that follow from it."""
import hashlib, hmac, json

def jcs(value): return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def same(a, b): return jcs(a) == jcs(b)  # == would take true for 1
def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()

def dice(seed, h, roll):
    """The chain: the dice of a roll, without end."""
    block = 0
    while True:
        for byte in hmac.digest(seed, h + roll.to_bytes(4, "big") + block.to_bytes(4, "big"), "sha256"):
            if byte < 252: yield byte % 6 + 1
        block += 1
