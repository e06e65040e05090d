"""For verify_record.py: what is hashed and the dice that follow from it (protocol/README.md, "The chain"), and signatures, to be verified only."""
import hashlib, hmac, itertools, json

P, N = 2**256 - 2**224 + 2**192 + 2**96 - 1, 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551  # P-256: prime, order, b, G
B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
G = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296, 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5

def need(ok, message):
    if not ok: raise ValueError(message)
def parse(text): return json.loads(text, parse_float=int, parse_constant=int)  # which refuse what is not written as an integer
def jcs(value): return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def same(a, b): return jcs(a) == jcs(b)  # == would take true for 1
def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()
def u32(number): return number.to_bytes(4, "big")
def unhex(text, size):
    need(text == bytes.fromhex(text).hex() and len(text) == 2 * size, f"not {size} bytes in lower-case hex digits")
    return bytes.fromhex(text)

def dice(seed, h, roll, sides):
    """Of one roll, a die for each of `sides`."""
    read = (byte for block in itertools.count() for byte in hmac.digest(seed, h + u32(roll) + u32(block), "sha256"))
    return [next(byte % s + 1 for byte in read if byte < 256 - 256 % s) for s in sides]

def add(a, b):
    if a is None or b is None: return a or b
    slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)  # none of opposites: ValueError
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P

def times(k, point): return add(times(k >> 1, add(point, point)), point if k & 1 else None) if k else None

def signed(key, text, signature):
    """ECDSA on P-256 with SHA-256. In hex: the key, an uncompressed point; the signature, r and s."""
    key, signature = unhex(key, 65), unhex(signature, 64)
    x, y, r, s = (int.from_bytes(part, "big") for part in (key[1:33], key[33:], signature[:32], signature[32:]))
    if key[0] != 4 or max(x, y) >= P or (y**2 - x**3 + 3 * x - B) % P or not (0 < r < N and 0 < s < N): return False
    return add(times(int.from_bytes(sha(text), "big") * pow(s, -1, N) % N, G), times(r * pow(s, -1, N) % N, (x, y)))[0] % N == r
