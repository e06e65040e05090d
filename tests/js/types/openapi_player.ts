// A client of nothing but the types that openapi-typescript makes of the server's own document: it creates a battle of armies and plays both
// seats by HTTP. tests/js/openapi.test.mjs compiles and runs it.
import type { components, paths } from './api.js';

type Schemas = components['schemas'];
type Request = Schemas['request'];
type Choice = Schemas['choose']['choice'];
type Answer<Path extends keyof paths, Method extends 'get' | 'post', Status extends number> = paths[Path][Method] extends {
  responses: { [status in Status]: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

const api = `${process.argv[2]}/api/v1`;

async function call<Body>(path: string, token?: string, posted?: object): Promise<Body> {
  const answer = await fetch(api + path, {
    method: posted ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: posted && JSON.stringify(posted),
  });
  if (answer.ok) return answer.json() as Promise<Body>;
  const { code, detail }: Schemas['problem'] = await answer.json();
  throw new Error(`${code}: ${detail}`);
}

// The kind tells which options there are: those of armies, whose choice names a token.
function decide(request: Request): Choice {
  if (request.kind !== 'remove') return 'default';
  const { tokens, armies, population } = request.options;
  const choice: Schemas['armies.remove.choice'] = { token: tokens.includes('army') && armies > population ? 'army' : 'population' };
  return choice;
}

const { id, example, event_schemas } = await call<Answer<'/api/v1/rulesets/{id}', 'get', 200>>('/rulesets/armies');
if (!event_schemas?.removed) throw new Error('the catalog has no schemas of events');
const setup = example as Schemas['armies.setup'];
const terms: Schemas['create'] = { ruleset: 'armies', setup, options: { visibility: 'unlisted' } };
const { battle, seats } = await call<Answer<'/api/v1/battles', 'post', 201>>('/battles', undefined, terms);
let since = 0;
for (let over = false; !over; ) {
  for (const { token } of seats) {
    const news = await call<Answer<'/api/v1/battles/{id}/events', 'get', 200>>(`/battles/${battle}/events?wait=0&since=${since}`, token);
    for (const { event, data } of news.events) {
      if (event !== 'battle_ended') continue;
      console.log(id, data.winner ?? 'nobody', data.reason);
      over = true;
    }
    since = news.head;
    for (const request of news.requests) {
      const posted: Schemas['choose'] = { id: `c${request.decision}`, decision: request.decision, choice: decide(request) };
      await call<Answer<'/api/v1/battles/{id}/choices', 'post', 200>>(`/battles/${battle}/choices`, token, posted);
    }
  }
}
