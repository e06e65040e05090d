import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { again } from './again_plugin.mjs';
import { anywhere } from './anywhere_plugin.mjs';
import { embed } from './embed_plugin.mjs';
import { entryPages } from './entry_pages.mjs';
import { lateStyles } from './late_styles.mjs';
import { textGroupOf, texts } from './texts_plugin.mjs';
import { worker } from './worker_plugin.mjs';

// Which file a module goes to. Each file of its own is one more request before anything is seen: what every page needs is one, and what
// a page needs at once is another.
const chunks = {
  areas: /\/js\/src\/table\/campaign\b|\/src\/battle\/campaign\/(atlas|course|figures)\b/,
  kept: /\/node_modules\/canonicalize\/|\/js\/src\/(keeper|heads|chain|proof|difference|problem)\b/,
  heard: /\/js\/src\/heard\b/,
  back: /\/js\/src\/looking_back\b/,
  shares: /\/js\/src\/(sharing|signer|signing|sitting|own_ladder|step_check)\b/,
  proof: /\/js\/src\/(verify|by_word|seat_signatures|input|course(_first|_second)?|ladders?|witnessed_dice|own_inputs|says_the_same|shared_dice|story|shape|fields|strict_json|mine_(file|record))\b/,
  told: /\/js\/src\/message\b|\/src\/lib\/descriptions_told\b/,
  fingerprint: /\/src\/lib\/fingerprint\b/,
  grid: /\/src\/lib\/grid\b/,
  links: /\/src\/(components\/Share|lib\/(copying|clipboard|share)\b|lobby\/(open|TakeSeat)\b)/,
  later: /\/src\/components\/(Stepper|Trouble)\b/, // what several pages have, and no battle begins with
  core: /\/node_modules\/(svelte|@messageformat)\/|\/js\/src\/(?!generated\/|message\b|together\b|table\/(?!read))|\/src\/(main|App|lib\/(?!moving|fingerprint|descriptions(_told)?|mine|odds|push|records|rulings|grid)|components\/(?!Stepper)|symbols)\b/,
  lists: /\/src\/(lobby\/(?!Play|JustDice|just_dice)|start\/(setup_seats|setups|army|field))\b/,
  play: /\/src\/(lobby\/(Play|JustDice|just_dice)|start\/(create|draft|clock|pick|players|presets|forces))\b/,
  talk: /\/src\/battle\/(story|gathered|room\/(talk|Chat|DrawOffer))\b/,
  Start: /\/src\/(pages\/Start|start\/Fault|lib\/odds)\b/,
  Battle: /\/js\/src\/(table\/|generated\/roster)|virtual:descriptions$|\/src\/lib\/descriptions\b|\/src\/(pages\/Battle|battle\/(room\/SeatClock|address|clock|live|naming|Join|SetupView))\b/,
};
// With 42 bits of what is in it: nothing in a name can be compressed, and the first script has many.
const names = { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js', assetFileNames: 'assets/[name]-[hash:7][extname]' };
const seldom = /QrCode/; // and much

function chunkOf(id) {
  const group = textGroupOf(id);
  if (group) return group;
  return seldom.test(id) ? undefined : Object.keys(chunks).find((name) => chunks[name].test(id));
}

function sdk(file) {
  return fileURLToPath(new URL(`../js/src/${file}`, import.meta.url));
}

/** What is asked for together with a file that a script imports: neither the file itself, nor what the page has. Their names would be long lists. */
function resolveDependencies(file, dependencies, { hostId, hostType }) {
  const there = /\/(Battle|Room)-/.test(hostId) ? /\/(core|Battle)-/ : /\/core-/;
  return hostType === 'html' ? dependencies : dependencies.filter((each) => each !== file && !there.test(each));
}

// MUSTER_WEB_OUT: where the built client goes (CMake's build folder; dist without it).
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [texts(), anywhere(), svelte(), lateStyles(), again(), entryPages(), worker(), embed()],
  // The SDK is taken from its sources: one build, and no stale dist.
  resolve: {
    alias: [
      { find: /^muster-client$/, replacement: sdk('index.ts') },
      { find: /^muster-client\/message$/, replacement: sdk('message.ts') },
      { find: /^muster-client\/together$/, replacement: sdk('together.ts') },
      { find: /^muster-client\/table$/, replacement: sdk('table/core.ts') },
    ],
  },
  build: {
    outDir: process.env.MUSTER_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false, // it would be an inline script
      resolveDependencies,
    },
    cssCodeSplit: mode !== 'prerender' && mode !== 'anywhere', // late_styles.mjs puts most of it together again: that is smaller than what requests cost
    rollupOptions: { output: mode === 'prerender' || mode === 'anywhere' ? { inlineDynamicImports: true } : { manualChunks: chunkOf, ...names } },
    assetsInlineLimit: 0, // data: URLs are not in the Content-Security-Policy of a server's page
  },
}));
