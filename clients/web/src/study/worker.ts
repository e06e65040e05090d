// The rules, in a worker of the page: each question works until it has its answer. It is one file, /rules_worker.js (worker_plugin.mjs), since only its own
// response allows WebAssembly (server/http/web_client.cpp): a page and what it loads do not.
import { type Call, Rules } from '@muster/rules';

interface Question {
  id: number;
  call: Call;
  text: string;
}

const rules = Rules.load(fetch('/muster.wasm'));

addEventListener('message', ({ data: { id, call, text } }: MessageEvent<Question>) => {
  rules.then(
    (loaded) => postMessage({ id, answer: loaded.ask(call, text) }),
    () => postMessage({ id, answer: null }),
  );
});
