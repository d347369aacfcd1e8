/** The style of share pages, with the product's colours and fonts; a file, because the CSP allows no inline styles. */
export const SHARE_STYLE = `
@font-face { font-family: Gabarito; src: url(/share/gabarito.woff2) format("woff2"); font-weight: 400 900; font-display: swap; }
@font-face { font-family: Figtree; src: url(/share/figtree.woff2) format("woff2"); font-weight: 300 900; font-display: swap; }
:root { --canvas: #fbf3ec; --card: #fffbf7; --line: #e6d2c5; --ink: #2c1838; --ink-2: #64506b; --flame: #be3511; --on-flame: #fff; --edge: #8a260c; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #1a1022; --card: #261832; --line: #3e2b4b; --ink: #fbefe6; --ink-2: #c4afc9; --flame: #ff7f54; --on-flame: #2a0e05; --edge: #b84a25; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 0 1rem 3rem; background: var(--canvas); color: var(--ink); font: 400 1.0625rem/1.55 Figtree, ui-sans-serif, system-ui, sans-serif; }
header, main { max-width: 46rem; margin-inline: auto; }
header a { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 4.5rem; font: 800 1.5rem/1 Gabarito, ui-sans-serif, system-ui, sans-serif; color: var(--ink); text-decoration: none; }
main { padding: 1rem; border-radius: 30px; background: var(--card); box-shadow: 0 1px 0 var(--line), 0 10px 24px -14px rgb(70 30 60 / 0.28); text-align: center; }
main img { display: block; width: 100%; height: auto; border-radius: 22px; background: #2c1838; }
h1 { margin: 1.75rem 0.5rem 0; font: 800 2rem/1.12 Gabarito, ui-sans-serif, system-ui, sans-serif; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0.75rem auto 0; max-width: 32rem; color: var(--ink-2); text-wrap: balance; }
.way-in { display: inline-block; min-height: 3.25rem; margin-block-start: 1.75rem; padding: 0.8125rem 1.75rem; border-radius: 14px; background: var(--flame); border-block-end: 4px solid var(--edge); color: var(--on-flame); font-weight: 700; text-decoration: none; }
.way-in:focus-visible, header a:focus-visible { outline: 3px solid var(--flame); outline-offset: 3px; }
.promise { padding-block-end: 1rem; font-size: 0.9375rem; }
@media (min-width: 40rem) { main { padding: 1.5rem; } h1 { font-size: 2.5rem; } }
`;
