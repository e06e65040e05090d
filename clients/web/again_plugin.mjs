// A part of the page that did not come is asked for under another address: Chromium kept until lately that a script failed (version 150 does), and without
// this the part would not come before the page is loaded anew, however often it is asked for.
const imports = /\bimport\((["'`]\.\/[^"'`?]+\.js["'`])\)/g;
// Once, in what runs first: each byte is loaded before anything is seen. All files lie beside each other.
const again$ = 'self.again$=f=>import(f).catch(()=>import(f+"?"+Date.now()));';

export function again() {
  return {
    name: 'again',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => again$, // what follows comes after names have been made of contents
    generateBundle: {
      order: 'post', // by then it is known what is asked for together with each
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(imports, (_found, file) => `again$(${file})`);
          if (chunk.name === 'core') chunk.code = again$ + chunk.code;
        }
      },
    },
  };
}
