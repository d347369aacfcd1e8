import { completionPercentage, figuresInWords } from '#domain/completion.ts';
import { escapeHtml } from '../../adapters/html.ts';
import { PICTURE, type SharedFigures } from '../../adapters/images/share-picture.ts';

/** A page without scripts. `head` and `body` are markup, so users' text must be escaped in them. */
function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/share/style.css">
${head}
</head>
<body>
<header><a href="/"><img src="/icon.svg" width="32" height="32" alt="">emberkin</a></header>
<main>
${body}
<a class="way-in" href="/">Light a fire of your own</a>
<p class="promise">Build Good Habits. Together.</p>
</main>
</body>
</html>
`;
}

const meta = (kind: 'property' | 'name', tags: Readonly<Record<string, string | number>>) =>
  Object.entries(tags).map(([name, value]) => `<meta ${kind}="${name}" content="${escapeHtml(String(value))}">`);

/** `75 points, 5 check-ins, a best streak of 5 days, 100.00% of the days.` */
function sentenceOf(shared: SharedFigures): string {
  const share = `${completionPercentage(shared).toFixed(2)}% of the days`;
  const state = shared.completed_at === null ? 'Mission in progress' : 'Mission completed';
  return `${state}: ${figuresInWords(shared)}, ${share}.`;
}

/** The page of a share link, with Open Graph and Twitter tags for previews in social networks. */
export function sharePage(shared: SharedFigures, links: { url: string; picture_url: string }): string {
  const { title } = shared;
  const description = sentenceOf(shared);
  const alt = `The patch of the mission “${title}”. ${description}`;
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
  const body = `${picture}\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(description)}</p>`;
  return page(`${title} · Emberkin`, head, body);
}

/** The page of a link that is invalid, or whose mission was deleted. */
export const noSharePage = (): string =>
  page(
    'Nothing here · Emberkin',
    '',
    `<h1>This fire has gone out</h1>\n<p>The link is not complete, or what it showed was taken down.</p>`,
  );
