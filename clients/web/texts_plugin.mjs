// Brings the texts into the page: `virtual:texts` knows the languages, and loads each namespace of each when it is asked for
// (src/lib/i18n.svelte.ts). Its types are in src/texts/texts.d.ts, which `npm run texts` writes.
import { compiled, describedRulesets, descriptionModule, firstBattles, folder, groups, languages, ofPages, rulesFolder, rulesetsAtAGlance } from './texts.mjs';

const index = 'virtual:texts';
const first = 'virtual:first-battles';
const glance = 'virtual:rulesets';
const described = 'virtual:descriptions';
const runtime = '/src/lib/messages.ts';
const moduleOf = (language, namespace) => `${index}/${language}/${namespace}`;

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
    const each = ofPages.map((namespace) => `${namespace}: () => import('${moduleOf(language, namespace)}')`);
    return `${JSON.stringify(language)}: { ${each.join(', ')} }`;
  });
  return `export const languages = ${JSON.stringify(languages)};\nexport const loaders = { ${loaders.join(', ')} };`;
}

/** `virtual:descriptions` loads how battles of a ruleset are told, for each that there is, in each language. */
function descriptionSource(ruleset, language) {
  if (ruleset) return descriptionModule(ruleset, language, runtime);
  const inLanguages = (name) => Object.keys(languages).map((code) => `${JSON.stringify(code)}: () => import('${described}/${name}/${code}')`);
  return `export const descriptions = { ${describedRulesets().map((name) => `${JSON.stringify(name)}: { ${inLanguages(name).join(', ')} }`).join(', ')} };`;
}

/** A namespace in every language, by their codes: `virtual:texts/*` and its name. */
function inEachLanguage(namespace) {
  const codes = Object.keys(languages);
  const imports = codes.map((language, index) => `import in_${index} from '${moduleOf(language, namespace)}';`);
  return `${imports.join('\n')}\nexport default { ${codes.map((language, index) => `${JSON.stringify(language)}: in_${index}`).join(', ')} };`;
}

export function texts() {
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith(index) || id.startsWith(described) || id === first || id === glance ? `\0${id}` : null),
    load(id) {
      if (id === `\0${first}`) return `export default ${JSON.stringify(firstBattles())};`;
      if (id === `\0${glance}`) return `export default ${JSON.stringify(rulesetsAtAGlance())};`;
      if (id.startsWith(`\0${described}`)) return descriptionSource(...id.split('/').slice(1));
      if (!id.startsWith(`\0${index}`)) return null;
      const [, language, namespace] = id.split('/');
      if (language === '*') return inEachLanguage(namespace);
      return language ? compiled(language, namespace, runtime) : indexSource();
    },
    configureServer(server) {
      server.watcher.add(rulesFolder);
      const isText = (file) => file.startsWith(folder) || (file.startsWith(rulesFolder) && file.endsWith('.json'));
      server.watcher.on('change', (file) => void (isText(file) && server.restart()));
    },
  };
}
