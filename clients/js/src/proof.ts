// Hashes and dice of a battle by WebCrypto (protocol/README.md, "The chain").

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export function bytesOf(text: string): Bytes {
  return encoder.encode(text) as Bytes;
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes (32) of as many pairs of hex digits, or null. */
export function fromHex(text: unknown, length = 32): Bytes | null {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export async function sha256(...parts: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
}

async function hmacKey(key: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** HMAC-SHA256 of the parts, one after the other. */
export async function hmac(key: Bytes, ...parts: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey(key), joined(parts)));
}

/** What the secret gives: for roll number `roll` one die for each of `sides`, after the inputs that `chain` stands for. */
export class DiceOfSecret {
  private constructor(private readonly key: CryptoKey) {}

  static async of(secret: Bytes): Promise<DiceOfSecret> {
    return new DiceOfSecret(await hmacKey(secret));
  }

  async roll(chain: Bytes, roll: number, sides: readonly number[]): Promise<number[]> {
    const dice: number[] = [];
    for (let block = 0; dice.length < sides.length; ++block) {
      const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', this.key, joined([chain, u32(roll), u32(block)])));
      for (const byte of bytes) {
        const faces = sides[dice.length];
        if (faces && byte < 256 - (256 % faces)) dice.push((byte % faces) + 1); // higher ones would favour some faces
      }
    }
    return dice;
  }
}

export function u32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export function joined(parts: Bytes[]): Bytes {
  const out = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
