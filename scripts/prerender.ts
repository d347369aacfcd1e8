// Runs after `vite build` and `vite build --ssr src/web/prerender.tsx --outDir dist/prerender`. Renders the pages that
// are served as complete HTML.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { type DocsPath, docsFile, HELP_PATH, RENDERED_PATHS } from '#contract/api-docs.ts';

const WEB = 'dist/web';
const MARK = '<!--page-->';

interface AppPage {
  readonly title: string;
  readonly description?: string;
  /** Sources whose files the page loads immediately. */
  readonly needs: readonly string[];
  readonly html: string;
  readonly messages?: string;
  readonly language?: string;
  readonly noscript?: string;
  readonly attributes?: string;
}

interface DocsPage {
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

/** Vite's list of built files by source. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** Runs before the first paint of a page whose language the device decides. */
const BEFORE_PAINT = 'before-paint.js';

/** Lists the chunks of some sources in loading order, without the chunks that index.html already names. */
function chunksOf(manifest: Manifest, sources: readonly string[], known: string): string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no longer a separate chunk`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return [...found].filter((file) => !known.includes(file));
}

/** Returns a page's texts as data. Browsers do not run it, so the content security policy allows it. */
const asData = (messages: string | undefined, language: string | undefined): string =>
  messages
    ? `<script type="application/json" id="messages" lang="${language}">${messages.replaceAll('<', '\\u003c')}</script>`
    : '';

function assertClean(file: string, html: string): void {
  if (/\sstyle=/.test(html)) throw new Error(`${file}: the content security policy forbids style attributes`);
  if (/<script(?![^>]*\s(?:src=|type="application\/json"))/.test(html))
    throw new Error(`${file}: the content security policy forbids inline scripts`);
}

/** Builds a page of `docs`: the head of the app's pages without the app, plus its own script. */
function docsPage({ title, description, html }: DocsPage, scripts = ''): string {
  const head = template
    .slice(0, template.indexOf('</head>'))
    .replaceAll(/\s*<script type="module".*?<\/script>|\s*<link rel="modulepreload".*?>/g, '')
    .replace('<title>Emberkin</title>', () => `<title>${title}</title>`)
    .replace(/<meta name="description".*?>/, () => `<meta name="description" content="${description}" />`);
  return `${head}${scripts}<script defer src="/docs.js"></script></head>\n  <body>${html}</body>\n</html>\n`;
}

/**
 * Our font, Scalar's colors where their contrast is below 4.5:1, and fields that phones do not zoom into. On a phone,
 * the name of a call at the top can be wider than the screen.
 */
const REFERENCE_CSS = `
.light-mode, .dark-mode { --scalar-font: 'Figtree Variable', system-ui, sans-serif; }
.light-mode {
  --scalar-color-3: #6b6b6b; --scalar-color-green: #04693f; --scalar-color-orange: #a44200;
  --scalar-color-red: #c01212; --scalar-color-blue: #0060a8; --scalar-color-yellow: #7a5c00;
}
.dark-mode { --scalar-color-3: #9a9a9a; --scalar-color-red: #ff8080; }
@media (width < 640px) { .scalar-app input { font-size: 16px !important; } }
.scalar-app, .scalar-api-reference { overflow-x: clip; }`;

/**
 * The reference's settings: no requests to other hosts and no theme of its own. Telemetry, fonts, the agent, the proxy
 * and developer tools are off.
 */
const REFERENCE = {
  url: '/api/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  showOperationId: true,
  defaultOpenFirstTag: false,
  documentDownloadType: 'direct',
  authentication: { preferredSecurityScheme: 'token' },
  customCss: REFERENCE_CSS,
} as const;

/** Writes the script of the reference. Returns the elements of its page that load and start it. */
async function writeReference(): Promise<string> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/reference', configuration: REFERENCE });
  const [page, script] = await Promise.all([app.inject('/reference/'), app.inject('/reference/js/scalar.js')]);
  const name = `scalar/reference-${createHash('sha256').update(script.body).digest('hex').slice(0, 8)}.js`;
  mkdirSync(join(WEB, 'assets/scalar'), { recursive: true });
  writeFileSync(join(WEB, 'assets', name), script.body);
  const [, body] = /<body>(.*)<\/body>/s.exec(page.body) ?? [];
  if (!body) throw new Error('The page of the reference has no body');
  // The server allows this page's scripts by their hashes. A person must read a new script before it runs here.
  const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(
    ([, attributes]) => /src="([^"]*)"/.exec(attributes!)?.[1],
  );
  if (scripts.filter((src) => src === undefined).length !== 1 || scripts.some((src) => src && src !== 'js/scalar.js'))
    throw new Error('The scripts of the reference page have changed');
  return body.replace('"js/scalar.js"', `"/assets/${name}"`);
}

const built: {
  renderPages(): Promise<Readonly<Record<string, AppPage>>>;
  renderDocs(path: DocsPath, markdown: string): DocsPage;
  renderReference(scalar: string): DocsPage;
} = await import(pathToFileURL(join('dist/prerender', 'prerender.js')).href);
const template = readFileSync(join(WEB, 'index.html'), 'utf8');
if (!template.includes(MARK)) throw new Error('index.html has no mark for the page: run `vite build` first');
const manifest: Manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8'));

const fontOf = (name: string) => readdirSync(join(WEB, 'assets')).find((file) => file.startsWith(name))!;
/** Makes a page in Arabic preload the Arabic font instead of the Latin font. */
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

mkdirSync(join(WEB, 'docs'), { recursive: true });
for (const path of RENDERED_PATHS) {
  const file = docsFile(path);
  if (path === '/docs/api/reference') {
    const page = built.renderReference(await writeReference());
    writeFileSync(join(WEB, file), docsPage(page, '<script src="/scalar-start.js"></script>'));
    continue;
  }
  const source = path === HELP_PATH ? 'docs/help.md' : file.replace(/^docs(.*)html$/, 'docs/api$1md');
  const made = docsPage(built.renderDocs(path, readFileSync(source, 'utf8')));
  assertClean(file, made);
  writeFileSync(join(WEB, file), made);
}

// Together with the theme in one request; /login already has its language.
const language = join(WEB, 'language.js');
writeFileSync(join(WEB, BEFORE_PAINT), readFileSync(join(WEB, 'theme.js'), 'utf8') + readFileSync(language, 'utf8'));
rmSync(language);

rmSync('dist/prerender', { recursive: true });
rmSync(join(WEB, '.vite'), { recursive: true });
