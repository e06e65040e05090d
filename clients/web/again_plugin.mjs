// A part of the page that did not come is asked for under another address: browsers keep that a script failed (Chromium did until lately, Firefox does), and
// without it the part would not come before the page is loaded anew, however often it is asked for.
const imports = /import\((["'`])(\.\/[^"'`?]+\.js)\1\)/g;

export function again() {
  return {
    name: 'again',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => 'again', // what follows comes after names have been made of contents
    generateBundle: {
      order: 'post', // by then it is known what is asked for together with each
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = chunk.code.replace(imports, (found, quote, file) => `${found}.catch(()=>import(${quote}${file}?${quote}+Date.now()))`);
        }
      },
    },
  };
}
