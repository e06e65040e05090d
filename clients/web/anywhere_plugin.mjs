// The page that works from anywhere (`vite build --mode anywhere`): one document, with all that it needs in it. Browsers load no module and no
// font from a file beside another, so it can be opened from a folder; and what is one file can be compared with another's by one digest.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { inLanguage } from './entry_pages.mjs';
import { original } from './texts.mjs';

const icons = ['icon.svg', 'icon-turn.svg'];
const ofPublic = (name) => readFileSync(fileURLToPath(new URL(`public/${name}`, import.meta.url)), 'utf8');
const digestOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only these scripts and styles run. The server may be any: on one's own network it has no certificate. */
function policy(scripts, styles) {
  const rules = {
    'default-src': "'none'",
    'script-src': scripts.map(digestOf).join(' '),
    'style-src': styles.map(digestOf).join(' '),
    'font-src': 'data:',
    'img-src': "'self' data: blob:",
    'connect-src': 'https: wss: http: ws:',
    'base-uri': "'none'",
    'form-action': "'none'",
  };
  const content = Object.entries(rules).map((rule) => rule.join(' ')).join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${content}" />\n    <meta name="referrer" content="no-referrer" />`;
}

/** `html` with a script or a style in place of what names its file. */
function put(html, link, element, text) {
  const found = link.exec(html);
  if (!found) throw new Error(`the document has no ${link}`);
  return html.replace(found[0], () => `<${element}>${text}</${element.split(' ')[0]}>`);
}

function inOne(html, code, style) {
  const theme = ofPublic('theme.js');
  const script = code.replaceAll(/<(?=\/script|!--)/gi, '\\x3c'); // in strings: nothing else has it
  let out = inLanguage(html, original);
  out = put(out, /<script src="[^"]*theme\.js"><\/script>/, 'script', theme);
  out = put(out, /<script type="module"[^>]*><\/script>/, 'script type="module"', script);
  out = put(out, /<link rel="stylesheet"[^>]*>/, 'style', style);
  out = out.replace(/ *<link rel="(manifest|apple-touch-icon)"[^>]*>\n/g, ''); // what is put on a home screen is a server's own page
  return out.replace('<meta name="viewport"', () => `${policy([theme, script], [style])}\n    <meta name="viewport"`);
}

export function anywhere() {
  return {
    name: 'anywhere',
    enforce: 'pre',
    apply: (_config, { mode }) => mode === 'anywhere',
    config: () => ({ base: './', build: { assetsInlineLimit: () => true, copyPublicDir: false } }),
    // A link of the page's own leads into its fragment (src/lib/router.svelte.ts).
    transform: (code, id) => (id.endsWith('.svelte') ? code.replaceAll('href="/', 'href="#/') : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const code = files.find(({ isEntry }) => isEntry);
        const style = files.find(({ fileName }) => fileName.endsWith('.css'));
        const html = bundle['index.html'];
        html.source = inOne(String(html.source), code.code, String(style.source));
        for (const file of files) if (file !== html) delete bundle[file.fileName];
        for (const fileName of icons) this.emitFile({ type: 'asset', fileName, source: ofPublic(fileName) });
      },
    },
  };
}
