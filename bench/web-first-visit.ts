import { type CDPSession, chromium } from '@playwright/test';
import { heading, table, type Verdict, verdict } from './report.ts';
import { CHROME_FLAGS } from './web-browser.ts';

const JAVASCRIPT_MAX = 100_000;
const REQUESTS_MAX = 12;
const WHERE = 'docs/performance.md#the-page';
/** What compression makes smaller; pictures and fonts are compressed already, and JSON up to this length is sent as it is. */
const PLAIN_JSON_BYTES = 1024;
const TEXT = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg\+xml)/;

interface Loaded {
  path: string;
  type: string;
  mime: string;
  encoding: string;
  /** Of the content as it was sent, if the answer says so. */
  length: number;
  /** Over the wire, headers included. */
  bytes: number;
}

/** Records every answer that the browser receives, as it came over the wire. */
async function record(session: CDPSession): Promise<Loaded[]> {
  const loaded = new Map<string, Loaded>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]));
    const encoding = headers.get('content-encoding') ?? '';
    const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    const { pathname } = new URL(response.url);
    loaded.set(requestId, { path: pathname, type, mime: response.mimeType, encoding, length, bytes: 0 });
  });
  const done: Loaded[] = [];
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId);
    if (one) done.push({ ...one, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return done;
}

/** The first visit of /login by a browser that has never been there, until the network is quiet. */
export async function visitLogin(chrome: string, url: string): Promise<Verdict[]> {
  const browser = await chromium.launch({ executablePath: chrome, args: CHROME_FLAGS });
  let loaded: Loaded[];
  try {
    const page = await (await browser.newContext()).newPage();
    loaded = await record(await page.context().newCDPSession(page));
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  } finally {
    await browser.close();
  }
  heading('First visit of /login');
  table(
    ['', 'bytes', 'encoding', 'kind'],
    loaded.map(({ path, bytes, encoding, type }) => [path, String(bytes), encoding || '-', type]),
  );
  const kinds = [...new Set(loaded.map(({ type }) => type))];
  const sum = (of: readonly Loaded[]) => of.reduce((total, { bytes }) => total + bytes, 0);
  for (const kind of kinds) {
    const of = loaded.filter(({ type }) => type === kind);
    console.log(`${kind}: ${of.length} requests, ${(sum(of) / 1000).toFixed(1)} kB`);
  }
  console.log(`All: ${loaded.length} requests, ${(sum(loaded) / 1000).toFixed(1)} kB`);
  const scripts = sum(loaded.filter(({ type, mime }) => type === 'Script' || mime.includes('javascript')));
  const isShort = ({ mime, length }: Loaded) => mime === 'application/json' && length <= PLAIN_JSON_BYTES;
  const plain = loaded.filter((one) => TEXT.test(one.mime) && one.encoding !== 'br' && !isShort(one));
  return [
    verdict(
      WHERE,
      `First visit of /login: at most ${JAVASCRIPT_MAX / 1000} kB of JavaScript (brotli)`,
      scripts <= JAVASCRIPT_MAX && scripts > 0,
      `${(scripts / 1000).toFixed(1)} kB`,
    ),
    verdict(
      WHERE,
      `First visit of /login: at most ${REQUESTS_MAX} requests`,
      loaded.length <= REQUESTS_MAX && loaded.length > 0,
      String(loaded.length),
    ),
    verdict(
      WHERE,
      'First visit of /login: all text in brotli',
      plain.length === 0,
      plain.map(({ path }) => path).join(' ') || 'all',
    ),
  ];
}
