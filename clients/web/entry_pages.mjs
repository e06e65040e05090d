import { languages, original, told } from './texts.mjs';
import { textModules } from './texts_plugin.mjs';

// A document for each kind of page and each language, which names all that the page needs to begin: so the browser asks for it at
// once, and not for one part after the other as they come in. The server chooses by address (server/http/web_client.cpp, as src/lib/pages.ts
// does).
export const pages = {
  home: { component: 'Home', address: '/' },
  start: { component: 'Start', address: '/new' },
  archive: { component: 'Archive', address: '/battles' },
  rules: { component: 'Rules', address: '/rules' },
  dice: { component: 'Dice', address: '/dice' },
  server: { component: 'Open', address: '/open' },
  battle: { component: 'Battle', address: '/b/0000000000000000000000' },
};
const fonts = [/^alegreya-sans-latin-400-.*woff2$/, /^alegreya-sans-latin-700-.*woff2$/, /^alegreya-latin-700-.*woff2$/];

/** Until the program runs, in every language: the person may have chosen another than the browser asks for. The document's own is first. */
function bootFault(own) {
  const all = [own, ...Object.keys(languages).filter((each) => each !== own)];
  const paragraphs = (key, values) => all.map((language) => `<p lang="${language}">${told(language, 'document', key, values)}</p>`).join('');
  return `${paragraphs('not_loaded')}<noscript>${paragraphs('no_script', { program: '<code>muster</code>' })}</noscript>`;
}

/** The document's own words, in a language. */
export function inLanguage(html, language) {
  return html
    .replace('%language%', language)
    .replace('%description%', () => told(language, 'document', 'description').replaceAll('"', '&quot;'))
    .replace('%boot_fault%', () => bootFault(language));
}

/** The chunk and all that it imports, itself first, and their own styles. */
function withImports(bundle, chunk, found = new Set()) {
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) if (!found.has(name)) withImports(bundle, bundle[name], found);
  return found;
}

export function entryPages() {
  return {
    name: 'entry-pages',
    apply: (_config, { mode }) => mode !== 'anywhere',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(options, bundle) {
        if (!bundle['index.html']) return; // what prerender.mjs builds has no documents
        const html = String(bundle['index.html'].source);
        const files = Object.values(bundle);
        const preloads = fonts.map((font) => {
          const file = files.find(({ fileName }) => font.test(fileName.replace('assets/', '')));
          return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file.fileName}">`;
        });
        for (const [page, { component }] of Object.entries(pages))
          for (const language of Object.keys(languages)) {
            const modules = [`/src/pages/${component}.svelte`, ...textModules(language, 'every'), ...textModules(language, page)];
            const chunks = modules.map((module) => files.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(module))));
            const needed = new Set(chunks.flatMap((chunk) => [...withImports(bundle, chunk)]).filter((file) => !html.includes(file)));
            const links = [...[...needed].map((file) => `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`), ...preloads];
            const source = inLanguage(html, language).replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
            this.emitFile({ type: 'asset', fileName: `${page}.${language}.html`, source });
          }
        bundle['index.html'].source = inLanguage(html, original); // of whoever is lost
      },
    },
  };
}
