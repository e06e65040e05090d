// A part of the page that did not come is asked for under another address: some browsers keep that a script failed (Chromium 150 does, 156 does not), and
// without this the part would not come before the page is loaded anew, however often it is asked for. What other files import keeps its one address:
// under two it would be there twice, each with what it remembers. Without such a file all comes anew with the next page (parts.ts).
const imports = /\bimport\((["'`]\.\/([^"'`?]+\.js)["'`])\)/g;
// Once, in what runs first: each byte is loaded before anything is seen. All files lie beside each other. What came is kept, whoever asks for it.
const again$ = 'self.again$=(c=>f=>c[f]??=import(f).catch(()=>import(f+"?"+Date.now())).catch(e=>{throw delete c[f],e}))({});';

function askAgain(code, folder, shared) {
  return code.replace(imports, (found, file, name) => (shared.has(folder + name) ? found : `again$(${file})`));
}

export function again() {
  return {
    name: 'again',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => again$ + imports.source + askAgain, // what follows comes after names have been made of contents
    generateBundle: {
      order: 'post', // by then it is known what is asked for together with each
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const shared = new Set(chunks.flatMap((chunk) => chunk.imports));
        for (const chunk of chunks) {
          chunk.code = askAgain(chunk.code, chunk.fileName.slice(0, chunk.fileName.lastIndexOf('/') + 1), shared);
          if (chunk.name === 'core') chunk.code = again$ + chunk.code;
        }
      },
    },
  };
}
