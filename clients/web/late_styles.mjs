// One style for all that is shown at once, which costs a request; and beside it one for each part that is seldom needed and has much of its own.
// Vite would make either one style in all, which every page would load, or one for each file.

/** Parts of the page that come when they are needed: pages but the first, and what a part of one brings with it. */
const pages = ['Replay', 'Rules', 'Start', 'WhatIf'];
const parts = /\/src\/(start|rules|battle\/(campaign|map|replay|throws|together|what_if))\//;
const isLate = ({ name, facadeModuleId }) => pages.includes(name) || parts.test(facadeModuleId ?? '');

export function lateStyles() {
  return {
    name: 'late-styles',
    generateBundle: {
      order: 'pre', // Vite then writes down which script waits for which style
      handler(_options, bundle) {
        const styled = Object.values(bundle).filter(({ viteMetadata }) => viteMetadata?.importedCss.size > 0);
        const atOnce = styled.filter((chunk) => !isLate(chunk));
        const entry = Object.values(bundle).find(({ isEntry }) => isEntry);
        if (!entry || atOnce.length === 0) return;
        const first = ({ name }) => (name === 'core' ? 0 : 1); // what holds for the whole page
        let all = '';
        for (const { viteMetadata } of atOnce.sort((a, b) => first(a) - first(b))) {
          for (const file of viteMetadata.importedCss) {
            all += bundle[file].source;
            delete bundle[file];
          }
          viteMetadata.importedCss.clear();
        }
        const file = this.emitFile({ type: 'asset', name: 'style.css', source: all });
        entry.viteMetadata.importedCss.add(this.getFileName(file));
      },
    },
  };
}
