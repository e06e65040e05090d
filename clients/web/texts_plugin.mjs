// Brings the texts into the page: `virtual:texts` knows the languages, and loads each namespace of each when it is asked for
// (src/lib/i18n.svelte.ts). Its types are in src/texts/texts.d.ts, which `npm run texts` writes.
import { readFileSync } from 'node:fs';

import { compiled, folder, languages, namespaces } from './texts.mjs';

const index = 'virtual:texts';
const moduleOf = (language, namespace) => `${index}/${language}/${namespace}`;
/** What is needed together, by a page or by a part of one. */
const groups = JSON.parse(readFileSync(new URL('src/lib/text_groups.json', import.meta.url), 'utf8'));

/** The modules of what is needed together, in a language. */
export function textModules(language, group) {
  return groups[group].map((namespace) => `\0${moduleOf(language, namespace)}`);
}

/** The file that a module of texts goes to: what is needed together is one, for each language. */
export function textGroupOf(id) {
  const [start, language, namespace] = id.split('/');
  if (start !== `\0${index}` || !language) return undefined;
  return `${language}-${Object.keys(groups).find((group) => groups[group].includes(namespace))}`;
}

function indexSource() {
  const loaders = Object.keys(languages).map((language) => {
    const each = namespaces.map((namespace) => `${namespace}: () => import('${moduleOf(language, namespace)}')`);
    return `${language}: { ${each.join(', ')} }`;
  });
  return `export const languages = ${JSON.stringify(languages)};\nexport const loaders = { ${loaders.join(', ')} };`;
}

export function texts() {
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith(index) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${index}`)) return null;
      const [, language, namespace] = id.split('/');
      return language ? compiled(language, namespace, '/src/lib/messages.ts') : indexSource();
    },
    configureServer(server) {
      server.watcher.on('change', (file) => void (file.startsWith(folder) && server.restart()));
    },
  };
}
