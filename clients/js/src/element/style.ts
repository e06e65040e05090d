// The element's look: that of the pages, with the reader's light or dark; a page around it may set --muster-… to others.
export const style = `
:host { display: block; color-scheme: light dark; container-type: inline-size; }
section { font: 1rem/1.45 system-ui, sans-serif; padding: 1rem; border-radius: 0.5rem; border: 1px solid light-dark(#b9ac8c, #565245);
  color: var(--muster-text, light-dark(#2a2318, #efe8d8)); background: var(--muster-ground, light-dark(#f7f1e3, #23211c)); overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 0; }
p { margin: 0.35rem 0; }
ul, ol { margin: 0.6rem 0; padding: 0; list-style: none; }
ul { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
ul li { display: grid; gap: 0.15rem; align-content: start; }
ol { min-height: 6em; border-top: 1px solid light-dark(#b9ac8c, #565245); padding-top: 0.5rem; }
.dice { display: flex; flex-wrap: wrap; gap: 0.2rem; }
.dice b { min-width: 1.4em; text-align: center; border: 1px solid; border-radius: 0.25rem; }
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
button { font: inherit; color: inherit; background: none; border: 1px solid; border-radius: 0.35rem; min-height: 2.5rem; min-width: 2.75rem; padding: 0 0.8rem; cursor: pointer; }
button[aria-disabled=true] { opacity: 0.55; }
button[aria-pressed=true] { font-weight: 700; }
a { color: light-dark(#1f5a45, #8fd0b4); }
[hidden] { display: none; }
`;
