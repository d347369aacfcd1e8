// Runs after `vite build` and `vite build --ssr src/web/prerender.tsx --outDir dist/prerender`: renders the pages that
// are sent as finished HTML.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const WEB = 'dist/web';
const MARK = '<!--page-->';

/** What `src/web/prerender.tsx` renders of an app's page. */
interface AppPage {
  readonly title: string;
  readonly description?: string;
  /** Sources whose files the page loads at once. */
  readonly needs: readonly string[];
  readonly html: string;
  /** The page's texts as JSON. */
  readonly messages?: string;
  readonly language?: string;
  readonly noscript?: string;
  readonly attributes?: string;
}

/** What it renders of a page about the API. */
interface DocsPage {
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

/** Vite's list of built files, by their sources. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** What runs before the first paint of a page whose language the device decides. */
const BEFORE_PAINT = 'before-paint.js';

/** The chunks of some sources in the order in which they are needed, without those that index.html names already. */
function chunksOf(manifest: Manifest, sources: readonly string[], known: string): string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no chunk of its own any more`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return [...found].filter((file) => !known.includes(file));
}

/** The texts of a page as data, which the policy allows: a browser does not run it. */
const asData = (messages: string | undefined, language: string | undefined): string =>
  messages
    ? `<script type="application/json" id="messages" lang="${language}">${messages.replaceAll('<', '\\u003c')}</script>`
    : '';

function assertClean(file: string, html: string): void {
  if (/\sstyle=/.test(html)) throw new Error(`${file}: the content security policy forbids style attributes`);
  if (/<script(?![^>]*\s(?:src=|type="application\/json"))/.test(html))
    throw new Error(`${file}: the content security policy forbids inline scripts`);
}

/** A page about the API: the head of the app's pages without the app, and a small script of its own at the end. */
function docsPage({ title, description, html }: DocsPage): string {
  const script = readdirSync(join(WEB, 'assets')).find((file) => /^docs-.*\.js$/.test(file));
  if (!script) throw new Error('The script of the pages about the API is not built');
  const head = template
    .slice(0, template.indexOf('</head>'))
    .replaceAll(/\s*<script type="module".*?<\/script>|\s*<link rel="modulepreload".*?>/g, '')
    .replace('<title>Emberkin</title>', () => `<title>${title}</title>`)
    .replace(/<meta name="description".*?>/, () => `<meta name="description" content="${description}" />`);
  return `${head}<script type="module" src="/assets/${script}"></script></head>\n  <body>${html}</body>\n</html>\n`;
}

const built: {
  renderPages(): Promise<Readonly<Record<string, AppPage>>>;
  renderDocs(): Readonly<Record<string, DocsPage>>;
} = await import(pathToFileURL(join('dist/prerender', 'prerender.js')).href);
const template = readFileSync(join(WEB, 'index.html'), 'utf8');
if (!template.includes(MARK)) throw new Error('index.html lost the place of the page: run `vite build` first');
const manifest: Manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8'));

const fontOf = (name: string) => readdirSync(join(WEB, 'assets')).find((file) => file.startsWith(name))!;
/** A page in Arabic letters asks for their font at once, not for the Latin one. */
const withFont = (html: string, language: string | undefined): string =>
  new Intl.Locale(language ?? 'en').maximize().script === 'Arab'
    ? html.replace(/figtree-latin-wght-normal-[\w-]+\.woff2/, () => fontOf('readex-pro-arabic-wght-normal-'))
    : html;

for (const [file, { title, description, needs, html, messages, language, noscript, attributes }] of Object.entries(
  await built.renderPages(),
)) {
  const links = chunksOf(manifest, needs, template).map(
    (chunk) => `<link rel="modulepreload" crossorigin href="/${chunk}">`,
  );
  const made = withFont(template, language)
    .replace(MARK, () => html)
    .replace(/(?<=<noscript>).*?(?=<)/, (own) => noscript ?? own)
    .replace('<noscript>', () => `${asData(messages, language)}<noscript>`)
    .replace('<title>Emberkin</title>', () => `<title>${title}</title>`)
    .replace('/theme.js', (theme) => (attributes?.includes('data-languages') ? `/${BEFORE_PAINT}` : theme))
    .replace('<html lang="en">', (html) => (attributes ? `<html ${attributes}>` : html))
    .replace(/(?<=<meta name="description" content=").*?(?=")/, (own) => description ?? own)
    .replace('</head>', () => `${links.join('')}</head>`);
  assertClean(file, made);
  writeFileSync(join(WEB, file), made);
}

for (const [file, page] of Object.entries(built.renderDocs())) {
  const made = docsPage(page);
  assertClean(file, made);
  mkdirSync(dirname(join(WEB, file)), { recursive: true });
  writeFileSync(join(WEB, file), made);
}

// Together with the theme, in one request; /login has its language already.
const language = join(WEB, 'language.js');
writeFileSync(join(WEB, BEFORE_PAINT), readFileSync(join(WEB, 'theme.js'), 'utf8') + readFileSync(language, 'utf8'));
rmSync(language);

rmSync('dist/prerender', { recursive: true });
rmSync(join(WEB, '.vite'), { recursive: true });
