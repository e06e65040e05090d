"""ECDSA on P-256 with SHA-256: verifying only, in nothing but integers, for verify_record.py. Slow, and not for secrets."""
import hashlib

# P-256: prime, order, curve parameter b, base point.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
G = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
     0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)

def add(a, b):
    if a is None or b is None: return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0: return None
    slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P

def times(k, point):
    sum = None
    while k:
        if k & 1: sum = add(sum, point)
        point, k = add(point, point), k >> 1
    return sum

def signed(key, message, signature):
    """The key is an uncompressed point (65 bytes), the signature r and s (64)."""
    q = int.from_bytes(key[1:33], "big"), int.from_bytes(key[33:], "big")
    if len(key) != 65 or key[0] != 4 or len(signature) != 64: return False
    if max(q) >= P or (q[1]**2 - q[0]**3 + 3 * q[0] - B) % P: return False  # not on the curve
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < N and 0 < s < N): return False
    w = pow(s, -1, N)
    point = add(times(int.from_bytes(hashlib.sha256(message).digest(), "big") * w % N, G), times(r * w % N, q))
    return point is not None and point[0] % N == r
