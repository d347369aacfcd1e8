import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsFile, RENDERED_PATHS, STAND_INS } from '#contract/api-docs.ts';
import { readConfig } from '../../app/config.ts';
import { apiDocsRoutes } from './routes.ts';
import { toDocsPage } from './view.ts';

const config = readConfig({
  DATA_DIR: '/tmp/none',
  PUBLIC_URL: 'https://fire.example',
  PLANS: 'on',
  IMPRINT_URL: 'https://fire.example/imprint?a=1&b=2',
});
const BUILT = `<p>${STAND_INS.public_url}/api<!--plans--> with <b>PREMIUM</b><!--/plans--></p>
<nav aria-label="About" class="x"><a href="${STAND_INS.imprint_url}">Imprint</a><a href="${STAND_INS.privacy_url}">Privacy</a></nav>
<script src="/a.js"></script><script type="text/javascript">start()</script>`;

describe('a built page as a server sends it', () => {
  it("contains the server's addresses, escaped, and omits what this server lacks", () => {
    const page = toDocsPage(BUILT, config);
    expect(page).toContain('<p>https://fire.example/api with <b>PREMIUM</b></p>');
    expect(page).toContain('href="https://fire.example/imprint?a=1&amp;b=2"');
    expect(page).not.toMatch(/Privacy|\.invalid|emberkin\.example|<!--/);
    expect(toDocsPage(BUILT, { ...config, imprint_url: null })).not.toContain('<nav');
    expect(toDocsPage(BUILT, { ...config, plans: false })).toContain('/api</p>');
  });
});

describe('the routes of the pages', () => {
  const app = fastify();
  let web = '';
  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), 'emberkin-docs-'));
    for (const file of RENDERED_PATHS.map(docsFile)) {
      await mkdir(dirname(join(web, file)), { recursive: true });
      await writeFile(join(web, file), `<h1>${file}</h1>${BUILT}`);
    }
    apiDocsRoutes(app, { config }, web);
  });
  afterAll(async () => {
    await app.close();
    await rm(web, { recursive: true, force: true });
  });

  it.each(RENDERED_PATHS.map((path) => [path, docsFile(path)] as const))(
    'send %s to everyone, compressed if accepted',
    async (path, file) => {
      const plain = await app.inject({ url: path });
      expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(plain.body).toContain(`<h1>${file}</h1><p>https://fire.example/api with`);
      const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
      expect(packed.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
      const slashed = await app.inject({ url: `${path}/` });
      expect([slashed.statusCode, slashed.headers.location]).toEqual([308, path]);
    },
  );

  it('allow inline scripts and styles only in the reference', async () => {
    const policyOf = async (url: string) => (await app.inject({ url })).headers['content-security-policy'];
    const hash = createHash('sha256').update('start()').digest('base64');
    expect(await policyOf('/docs/api/reference')).toContain(
      `;script-src 'self' 'sha256-${hash}';style-src 'self' 'unsafe-inline';`,
    );
    expect(await policyOf('/docs/api/cookbook')).toBeUndefined();
  });

  it('return 304 to a client that already has the page', async () => {
    const { etag } = (await app.inject({ url: '/docs/api' })).headers;
    const again = await app.inject({ url: '/docs/api', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const other = await app.inject({ url: '/docs/api/reference', headers: { 'if-none-match': String(etag) } });
    expect(other.statusCode).toBe(200);
  });

  it('redirect /docs to the guide, and have no pages without a build', async () => {
    const short = await app.inject({ url: '/docs' });
    expect([short.statusCode, short.headers.location]).toEqual([308, '/docs/api']);
    const unknown = await app.inject({ url: '/docs/api/nothing' });
    expect([unknown.statusCode, unknown.headers.location]).toEqual([302, '/docs/api']);
    const type = await app.inject({ url: '/docs/api/errors/not_found' });
    expect([type.statusCode, type.headers.location]).toEqual([302, '/docs/api#errors']);
    const unbuilt = fastify();
    apiDocsRoutes(unbuilt, { config }, join(web, 'nowhere'));
    expect((await unbuilt.inject({ url: '/docs/api' })).statusCode).toBe(404);
    await unbuilt.close();
  });
});
