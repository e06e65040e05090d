// Reads a Web Push message as a browser and a push service would, with Node's own cryptography: one JSON object on standard input,
// {body, authorization, private, public, auth} (bytes as base64url), gives {text, claims, signed_by_k} on standard output.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const bytes = (text) => Buffer.from(text, 'base64url');
const message = JSON.parse(readFileSync(0, 'utf8'));

const body = bytes(message.body);
const salt = body.subarray(0, 16);
const idLength = body.readUInt8(20);
const sender = body.subarray(21, 21 + idLength);
const sealed = body.subarray(21 + idLength);
const browser = createECDH('prime256v1');
browser.setPrivateKey(bytes(message.private));
const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(message.public), sender]);
const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), bytes(message.auth), info, 32));
const derive = (label, size) => Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), size));
const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
cipher.setAuthTag(sealed.subarray(-16));
const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
const text = padded.subarray(0, padded.lastIndexOf(2)).toString();

const [, token, k] = /^vapid t=([^,]+), k=(.+)$/.exec(message.authorization);
const [head, claims, signature] = token.split('.');
const point = bytes(k);
const key = createPublicKey({
  key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  format: 'jwk',
});
const signed = verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes(signature));
process.stdout.write(JSON.stringify({ text, claims: JSON.parse(bytes(claims)), signed_by_k: signed, record_size: body.readUInt32BE(16) }));
