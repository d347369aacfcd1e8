import { completionPercentage } from '#domain/completion.ts';
import { writePercentage } from '#platform/i18n/figures.ts';
import { isolate } from '#platform/i18n/isolate.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { escapeHtml } from '#platform/lib/html.ts';
import { type LegalUrls, legalLinks } from '../../../mails/legal-links.ts';
import { PICTURE, type SharedFigures } from '../../../pictures/share-picture.ts';

/**
 * The style of share pages, with the product's colors and fonts. It is a file, because the CSP allows no inline styles.
 */
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
h1:lang(ar) { line-height: 1.3; }
h1:lang(zh) { line-height: 1.2; }
p { margin: 0.75rem auto 0; max-width: 32rem; color: var(--ink-2); text-wrap: balance; }
.way-in { display: inline-block; min-height: 3.25rem; margin-block-start: 1.75rem; padding: 0.8125rem 1.75rem; border-radius: 14px; background: var(--flame); border-block-end: 4px solid var(--edge); color: var(--on-flame); font-weight: 700; text-decoration: none; }
.way-in:focus-visible, header a:focus-visible { outline: 3px solid var(--flame); outline-offset: 3px; }
footer { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.5rem; margin-block-start: 1rem; }
footer a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--ink-2); font-size: 0.9375rem; }
.promise { padding-block-end: 1rem; font-size: 0.9375rem; }
@media (min-width: 40rem) { main { padding: 1.5rem; } h1 { font-size: 2.5rem; } }
`;

function footer(t: Translate, legal: LegalUrls): string {
  const links = [{ label: 'API', url: '/docs/api' }, ...legalLinks(t, legal)];
  return `<footer>${links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`).join('\n')}</footer>\n`;
}

interface Parts {
  readonly title: string;
  readonly head: string;
  readonly body: string;
  readonly legal: LegalUrls;
}

/** Builds a page without scripts. `head` and `body` are markup, so the caller must escape users' text. */
function page(t: Translate, { title, head, body, legal }: Parts): string {
  const { tag, direction } = t.language;
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="service-desc" href="/api/openapi.json" type="application/json">
<link rel="help" href="/docs/api">
<link rel="stylesheet" href="/share/style.css">
${head}
</head>
<body>
<header><a href="/"><img src="/icon.svg" width="32" height="32" alt="">emberkin</a></header>
<main>
${body}
<a class="way-in" href="/">${escapeHtml(t('server.share.page.start'))}</a>
<p class="promise">${escapeHtml(t('server.share.page.promise'))}</p>
</main>
${footer(t, legal)}</body>
</html>
`;
}

const meta = (kind: 'property' | 'name', tags: Readonly<Record<string, string | number>>) =>
  Object.entries(tags).map(([name, value]) => `<meta ${kind}="${name}" content="${escapeHtml(String(value))}">`);

/** `75 points, 5 check-ins, a best streak of 5 days, 100.00% of the days.` */
const sentenceOf = (t: Translate, shared: SharedFigures): string =>
  t('server.share.page.figures', {
    state: shared.completed_at === null ? 'running' : 'completed',
    points: shared.points,
    checkins: shared.checkins_count,
    streak: shared.longest_streak,
    kind: shared.is_daily ? 'daily' : 'plan',
    share: writePercentage(t, completionPercentage(shared)),
  });

/** Builds the page of a share link, with Open Graph and Twitter tags for previews in social networks. */
export function sharePage(
  t: Translate,
  shared: SharedFigures,
  links: { url: string; picture_url: string },
  legal: LegalUrls,
): string {
  const { title } = shared;
  const heading = isolate(title, t.language.direction);
  const description = sentenceOf(t, shared);
  const alt = t('server.share.page.alt', { mission: title, figures: description });
  const head = [
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': 'Emberkin',
      'og:title': title,
      'og:description': description,
      'og:url': links.url,
      'og:image': links.picture_url,
      'og:image:type': 'image/png',
      'og:image:width': PICTURE.width,
      'og:image:height': PICTURE.height,
      'og:image:alt': alt,
    }),
    ...meta('name', {
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': links.picture_url,
      'twitter:image:alt': alt,
    }),
  ].join('\n');
  const picture = `<img src="${escapeHtml(new URL(links.picture_url).pathname)}" width="${PICTURE.width}" height="${PICTURE.height}" alt="">`;
  const body = `${picture}\n<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(description)}</p>`;
  return page(t, { title: `${heading} · Emberkin`, head, body, legal });
}

/** Builds the page of a link that is invalid, or whose mission was deleted. */
export const noSharePage = (t: Translate, legal: LegalUrls): string =>
  page(t, {
    title: t('server.share.page.gone_title'),
    head: '',
    body: `<h1>${escapeHtml(t('server.share.page.gone'))}</h1>\n<p>${escapeHtml(t('server.share.page.gone_why'))}</p>`,
    legal,
  });
