import { MusterError, unreachable } from './errors.js';
import { asksPatience, refusalOf } from './exchange.js';
import type { JsonObject } from './types.js';

export interface HttpQuestion {
  token?: string | undefined;
  /** sent as JSON by POST; only for questions that may be asked twice */
  body?: JsonObject | undefined;
  signal?: AbortSignal | undefined;
}

const triesMax = 4;

/** The JSON at an address of the server; problem documents become MusterErrors, a busy server is asked again. */
export async function askHttp(fetcher: typeof fetch, url: string, question: HttpQuestion = {}): Promise<unknown> {
  for (let tries = 1; ; ++tries) {
    const { response, json } = await askOnce(fetcher, url, question);
    if (response.ok && json !== undefined) return json;
    const refusal = refusalOf(typeof json === 'object' && json ? problem(json as JsonObject, response.status) : problem({}, response.status));
    if (!asksPatience(refusal.code) || tries === triesMax) throw new MusterError(refusal);
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await passed(Math.min(seconds, 10) * 1000 * (1 + Math.random() / 2), question.signal);
  }
}

function passed(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}

async function askOnce(fetcher: typeof fetch, url: string, { token, body, signal }: HttpQuestion) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  try {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetcher(url, { ...sent, headers, credentials: 'omit', ...(signal ? { signal } : {}) });
    return { response, json: parse(await response.text()) };
  } catch {
    if (signal?.aborted) throw signal.reason;
    throw unreachable('the server cannot be reached');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// RFC 9457 calls the sentence `detail`; something between us and the server may answer in its own words.
function problem(json: JsonObject, status: number): JsonObject {
  const message = json['detail'] ?? `the server answered with HTTP status ${status}`;
  return { code: json['code'] ?? (status === 503 || status === 429 ? 'server_busy' : 'internal'), message, path: json['path'] ?? null };
}
