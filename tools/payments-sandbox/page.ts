import { escapeHtml } from '#platform/lib/html.ts';

interface Act {
  readonly name: string;
  readonly label: string;
  /** Whether the page currently has its button. */
  readonly shown: boolean;
  run(): string;
}

export interface Page {
  readonly title: string;
  readonly lines: readonly string[];
  readonly problem?: string;
  readonly acts: readonly Act[];
  readonly back?: { readonly href: string; readonly label: string };
}

const STYLE = `
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 2rem auto; }
form { display: grid; gap: 0.75rem; }
button { min-height: 3rem; font: inherit; }
a { color: inherit; }
`;

/** Renders a page without scripts. `path` is its own; each act is a button that posts to a path below it. */
export function render(path: string, { title, lines, problem, acts, back }: Page): string {
  const buttons = acts
    .filter(({ shown }) => shown)
    .map(({ name, label }) => `<button formaction="${escapeHtml(`${path}/${name}`)}">${escapeHtml(label)}</button>\n`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} (test)</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p><strong>Test mode.</strong> No card needed, no money moves.</p>
<h1>${escapeHtml(title)}</h1>
${problem === undefined ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`}
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<form method="post">
${buttons.join('')}</form>
${back ? `<p><a href="${escapeHtml(back.href)}">${escapeHtml(back.label)}</a></p>` : ''}
</main>
</body>
</html>
`;
}
