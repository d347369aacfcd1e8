import { escapeHtml } from '#server/adapters/html.ts';

/** Markup built from escaped parts, in a type of its own so that it is not confused with text. */
export interface Markup {
  readonly html: string;
}

/** A template whose values are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  const shown = values.map((value) => {
    if (typeof value === 'string') return escapeHtml(value);
    return 'html' in value ? value.html : value.map((one) => one.html).join('');
  });
  return { html: parts.reduce((all, part, i) => all + shown[i - 1] + part) };
}

/** A form with a single button. `look`: flame for the main action of the page, quiet for the others. */
export const act = (action: string, label: string, look: 'flame' | 'quiet' = 'quiet'): Markup =>
  html`<form method="post" action="${action}"><button class="${look}">${label}</button></form>`;

/** A page of the sandbox. Each one begins with a note that it is a test. */
export const page = (title: string, body: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} (test)</title>
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body>
<header><img src="/icon.svg" width="32" height="32" alt="">emberkin</header>
<main>
<p class="test"><strong>Test mode.</strong> No card needed, no money moves.</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.html;

/** The product's colours and fonts: the fonts are those of the public pages of share links. */
export const STYLE = `
@font-face { font-family: Gabarito; src: url(/share/gabarito.woff2) format("woff2"); font-weight: 400 900; font-display: swap; }
@font-face { font-family: Figtree; src: url(/share/figtree.woff2) format("woff2"); font-weight: 300 900; font-display: swap; }
:root { color-scheme: light dark; --canvas: #FBF3EC; --card: #FFFBF7; --line: #E6D2C5; --ink: #2C1838; --ink-2: #64506B;
  --flame: #BE3511; --on-flame: #FFF; --note: #FFEBC2; --on-note: #7A4B00; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #1A1022; --card: #261832; --line: #3E2B4B; --ink: #FBEFE6; --ink-2: #C4AFC9;
    --flame: #FF7F54; --on-flame: #2A0E05; --note: #46330F; --on-note: #FFD98F; }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--canvas); color: var(--ink); font: 400 17px/1.5 Figtree, system-ui, sans-serif; padding: 0 16px 48px; }
header { display: flex; align-items: center; gap: 10px; min-height: 72px; max-width: 30rem; margin: 0 auto; font: 800 1.5rem/1 Gabarito, system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 24px; background: var(--card); border-radius: 22px; display: grid; gap: 16px; }
h1 { font: 800 1.75rem/1.15 Gabarito, system-ui, sans-serif; }
h2 { font: 800 1.15rem/1.25 Gabarito, system-ui, sans-serif; margin-top: 8px; padding-top: 16px; border-top: 2px dashed var(--line); }
.test { background: var(--note); color: var(--on-note); border-radius: 14px; padding: 12px 16px; }
.price { font: 800 2.25rem/1.1 Gabarito, system-ui, sans-serif; }
.price span, .small { font: 400 1rem/1.5 Figtree, system-ui, sans-serif; color: var(--ink-2); }
.problem { border: 2px dashed var(--flame); border-radius: 14px; padding: 12px 16px; }
.acts { display: grid; gap: 10px; }
ul { padding-inline-start: 20px; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px 16px; font: 700 1rem/1.3 Figtree, system-ui, sans-serif; text-align: center;
  text-decoration: none; border-radius: 14px; border: 2px solid var(--line); background: var(--card); color: var(--ink); cursor: pointer; }
.flame { background: var(--flame); border-color: var(--flame); color: var(--on-flame); }
a { color: inherit; }
:focus-visible { outline: 3px solid #2C6FA8; outline-offset: 3px; }
`;
