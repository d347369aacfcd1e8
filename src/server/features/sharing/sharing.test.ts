import { createHash, randomUUID } from 'node:crypto';
import type { Node } from '@takumi-rs/core';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { updateMission } from '#contract/missions.ts';
import { generateInvitationCode } from '#contract/missions-join.ts';
import { type Images, images } from '#platform/images/images.ts';
import { imagesProcess } from '#platform/images/process.ts';
import { makeSignatures } from '#platform/keys/signatures.ts';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { drawSharePicture, IMAGE_PROGRAM } from '#server/pictures/draw.ts';
import { layOutPicture } from '../../pictures/share-picture.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, type TestApp, testApp } from '../../testing/test-app.ts';
import { cacheSharePictures } from './picture/view.ts';
import { signedSharePath } from './public.ts';

const t = await testApp();
const DAY = 86_400_000;
const day = (number: number) => t.clock.set(new Date(Date.parse(NOON) + number * DAY));
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
const fetchCompletion = async (person: TestUser, id: string) =>
  (await t.call(getCompletion, { token: person.token, params: { id } })).json();
const fetchSharePath = async (person: TestUser, id: string) =>
  new URL((await fetchCompletion(person, id)).share_url).pathname;

const results = {
  language: 'en',
  mission_id: '019aa5b0-0000-7000-8000-000000000003',
  patch: null,
  title: 'Read',
  is_daily: true,
  counted_checkins: 13,
  planned_days: 14,
  completed_at: null,
  points: 195,
  checkins_count: 13,
  longest_streak: 13,
};

/** The URL of a share picture that was not requested yet. */
async function fetchNewPictureUrl(app: TestApp): Promise<string> {
  const owner = await buildUser(app);
  const mission = await buildMission(app, owner);
  const completion = await app.call(getCompletion, { token: owner.token, params: { id: mission } });
  return completion.json().share_picture_url;
}

/** An app with a real image process, and the number of share pictures it has drawn. */
async function countingApp() {
  const real = imagesProcess({ program: IMAGE_PROGRAM });
  let drawings = 0;
  const drawPicture: Images['drawPicture'] = (shared) => {
    drawings += 1;
    return real.drawPicture(shared);
  };
  const app = await testApp({ images: { ...real, drawPicture } });
  afterAll(() => real.close());
  return { t: app, count: () => drawings };
}

/** A mission of two days in which Ana checked in twice and Ben once. */
async function buildShared(body: Record<string, unknown> = {}) {
  day(0);
  const [ana, ben] = [await buildUser(t, { name: 'Ana Lind' }), await buildUser(t, { name: 'Ben Okoro' })];
  const mission = await buildMission(t, ana, { title: 'Run & “rest”', duration_days: 2, ...body });
  await buildMembers(t, ana, mission, [ben]);
  await checkIn(t, ana, mission);
  await checkIn(t, ben, mission);
  day(1);
  await checkIn(t, ana, mission);
  return { ana, ben, mission };
}

describe('share pages', () => {
  it("link to the API and its document, and end with the server's legal links, if any", async () => {
    const { ana, mission } = await buildShared();
    const path = await fetchSharePath(ana, mission);
    const api = '<a href="/docs/api">API</a>';
    for (const url of [path, '/share/nonsense']) {
      const page = (await get(url)).body;
      expect(page).toContain(`<footer>${api}</footer>`);
      expect(page).toContain('<link rel="service-desc" href="/api/openapi.json" type="application/json">');
      expect(page).toContain('<link rel="help" href="/docs/api">');
    }
    const house = await testApp({
      database_url: t.database_url,
      config: { imprint_url: 'https://emberkin.example/imprint?a=1&b=2', privacy_url: null },
    });
    // Signed with another key, so the server sends the same page as for an unknown link. Every share page ends alike.
    const { body } = await house.app.inject({ url: '/share/nonsense' });
    const imprint = '<a href="https://emberkin.example/imprint?a=1&amp;b=2">Imprint</a>';
    expect(body).toContain(`<footer>${api}\n${imprint}</footer>`);
    expect(body).not.toContain('Privacy');
  });

  it("show the title and the sharing member's numbers, with cards for social networks", async () => {
    const { ana, ben, mission } = await buildShared();
    day(2);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    const { share_url, share_picture_url } = await fetchCompletion(ana, mission);
    expect(share_url).toMatch(/^http:\/\/emberkin\.test\/share\/[\w-]{64}$/);
    expect(`http://emberkin.test${share_picture_url}`).toBe(`${share_url}/picture.png`);
    const answer = await get(new URL(share_url).pathname, { host: 'evil.example' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const sentence = 'Mission completed: 20 points, 2 check-ins, a best streak of 2 days, 100.00% of the days.';
    for (const [name, content] of [
      ['og:title', 'Run &amp; “rest”'],
      ['og:description', sentence],
      ['og:url', share_url],
      ['og:image', `${share_url}/picture.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['twitter:card', 'summary_large_image'],
      ['twitter:title', 'Run &amp; “rest”'],
      ['twitter:image', `${share_url}/picture.png`],
    ] as const)
      expect(answer.body).toMatch(
        new RegExp(`<meta (property|name)="${name}" content="${content.replaceAll(/[.?*()]/g, '\\$&')}">`),
      );
    expect(answer.body).toContain('<h1>Run &amp; “rest”</h1>');
    expect(answer.body).toContain('href="/"');
    expect(answer.body).not.toContain('evil.example');
    expect(answer.body).not.toMatch(/<script|\sstyle=/);
    expect((await get(await fetchSharePath(ben, mission))).body).toContain(
      '10 points, 1 check-in, a best streak of 1 day, 50.00%',
    );
  });

  it('contain no name, address, ID or code', async () => {
    const { ana, ben, mission } = await buildShared();
    const code = await t.call(generateInvitationCode, { token: ana.token, params: { id: mission } });
    const { body } = await get(await fetchSharePath(ana, mission));
    for (const secret of ['Ana', 'Lind', 'Ben', 'Okoro', ana.email, ana.id, mission, code.json().invitation_code])
      expect(body).not.toContain(secret);
    expect(body).toContain('Mission in progress: 20 points');
    expect(await fetchSharePath(ana, mission)).not.toBe(await fetchSharePath(ben, mission));
  });

  it.each(['changed', 'made up', 'signed with another key', 'of an unknown member'])(
    'return 404 for a link that is %s',
    async (what) => {
      const { ana, mission } = await buildShared();
      const path = await fetchSharePath(ana, mission);
      const ids = { mission_id: mission, user_id: ana.id };
      const wrong = {
        changed: path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        'made up': `/share/${'x'.repeat(64)}`,
        'signed with another key': signedSharePath(makeSignatures('another key'), ids),
        'of an unknown member': signedSharePath(t.deps.signatures, { ...ids, user_id: randomUUID() }),
      }[what]!;
      const page = await get(wrong);
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body).toContain('This fire has gone out');
      const picture = await get(`${wrong}/picture.png`);
      expect([picture.statusCode, picture.json().code]).toEqual([404, 'not_found']);
    },
  );

  it('open with a link of an older key as long as SECRET_KEY lists that key', async () => {
    const { ana, mission } = await buildShared();
    const path = signedSharePath(makeSignatures('the key before'), { mission_id: mission, user_id: ana.id });
    const { database_url } = t;
    const rotating = await testApp({ database_url, config: { secret_keys: ['the key now', 'the key before'] } });
    const rotated = await testApp({ database_url, config: { secret_keys: ['the key now'] } });
    expect((await rotating.app.inject(path)).statusCode).toBe(200);
    expect((await rotated.app.inject(path)).statusCode).toBe(404);
  });

  it.each(['the mission was deleted', 'the member left', 'the account was deleted'])(
    'return 404 once %s',
    async (what) => {
      const { ben, mission } = await buildShared();
      const path = await fetchSharePath(ben, mission);
      expect((await get(path)).statusCode).toBe(200);
      if (what === 'the mission was deleted') await t.db.rows('delete from missions where id = $1', [mission]);
      if (what === 'the member left')
        await t.db.rows('update members set left_at = now() where user_id = $1', [ben.id]);
      if (what === 'the account was deleted') await t.db.rows('delete from users where id = $1', [ben.id]);
      expect((await get(path)).statusCode).toBe(404);
      expect((await get(`${path}/picture.png`)).statusCode).toBe(404);
    },
  );

  it('show a hostile title as text', async () => {
    const title = '</title><script>alert(1)</script> "quoted\' \u202eover';
    const { ana, mission } = await buildShared({ title });
    const { body } = await get(await fetchSharePath(ana, mission));
    expect(body).not.toMatch(/<script|<\/title><s/);
    expect(body).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&#39;');
  });

  it('load their style and fonts from the same origin', async () => {
    expect((await get('/share/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
    for (const font of ['gabarito', 'figtree']) {
      const answer = await get(`/share/${font}.woff2`);
      expect([answer.headers['content-type'], answer.rawPayload.subarray(0, 4).toString()]).toEqual([
        'font/woff2',
        'wOF2',
      ]);
    }
  });
});

describe('share pictures', () => {
  it('are PNGs of 1200 x 630 that are not sent again while nothing changes', async () => {
    const { ana, mission } = await buildShared();
    const { share_picture_url: url } = await fetchCompletion(ana, mission);
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const etag = answer.headers.etag as string;
    const again = await get(url, { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const edit = { title: 'Rest', description: '<p>x</p>', goal: 'x', duration_days: 2, start_date: '2026-11-21' };
    await t.call(updateMission, { token: ana.token, params: { id: mission }, body: edit });
    const changed = await get(url, { 'if-none-match': etag });
    expect([changed.statusCode, changed.rawPayload.equals(answer.rawPayload)]).toEqual([200, false]);
  });

  it('fit titles of any length and omit what the fonts lack', async () => {
    const plain = await layOutPicture(results);
    expect(await layOutPicture({ ...results, title: 'Re\u0301ad' })).not.toEqual(plain);
    // Drops emoji and signs without a glyph. Omits a whole title if the fonts lack its letters.
    expect(await layOutPicture({ ...results, title: '🎉 Read\u202e\u0007' })).toEqual(plain);
    const wordless = await layOutPicture({ ...results, title: 'Чтение' });
    for (const title of ['Read ἀρχή', '독서', '🎉', 'קריאה', '\u0000'])
      expect(await layOutPicture({ ...results, title })).toEqual(wordless);
    for (const title of [
      '読書会',
      'اقرأ كل يوم',
      'W'.repeat(100),
      '书'.repeat(100),
      `Ğ${'ł'.repeat(98)}ş`,
      'a '.repeat(50),
      '<g>&"\'</g>',
      'x',
    ])
      expect(await layOutPicture({ ...results, title })).not.toEqual(wordless);
  });

  it('show the same drawing, to the byte, for a mission without a chosen patch', async () => {
    const { images } = await layOutPicture(results);
    expect(createHash('sha256').update(images.background).digest('hex')).toBe(
      '803f44cdd97db61bcda1cd59ad717ad4ac9b7b22a32f84f52e7c8d76a8fe1e58',
    );
  });

  it('contain the title only as text of a node, so it can add nothing', async () => {
    const { root, images } = await layOutPicture({
      ...results,
      title: '"/><image href="http://evil.example/x"/><text>',
    });
    const all = (node: Node): Node[] => [
      node,
      ...(node.type === 'container' ? (node.children ?? []).flatMap(all) : []),
    ];
    expect(all(root).flatMap((node) => (node.type === 'image' ? [node.src] : []))).toEqual(Object.keys(images));
    const texts = all(root).flatMap((node) => (node.type === 'text' ? [node.text] : []));
    expect(texts.join('')).toContain('href="http://evil.ex');
    for (const svg of Object.values(images)) {
      expect(svg).not.toMatch(/href|evil/);
      expect(
        svg.match(/<\w+/g)!.every((tag) => ['<svg', '<g', '<rect', '<path', '<circle', '<clipPath'].includes(tag)),
      ).toBe(true);
    }
  });
});

describe('many visitors', () => {
  it('are limited to 60 share pages and pictures a minute per address, 20 of them pictures', async () => {
    const limited = await testApp({ rate_limits: true });
    const path = `/share/${'x'.repeat(64)}`;
    const statusesOf = async (count: number, url: string, remoteAddress = '198.51.100.7') => {
      const statuses: number[] = [];
      for (let i = 0; i < count; i++) statuses.push((await limited.app.inject({ url, remoteAddress })).statusCode);
      return statuses;
    };
    expect(await statusesOf(20, `${path}/picture.png`)).toEqual(Array(20).fill(404));
    expect(await statusesOf(1, `${path}/picture.png`)).toEqual([429]);
    expect(await statusesOf(1, `${path}/picture.png`, '198.51.100.8')).toEqual([404]);
    expect(await statusesOf(39, path)).toEqual(Array(39).fill(404));
    expect(await statusesOf(1, path)).toEqual([429]);
    expect(await statusesOf(1, '/share/style.css')).toEqual([200]);
  });

  it('share one drawing for 20 concurrent requests for a new picture', { timeout: 60_000 }, async () => {
    const { t: app, count } = await countingApp();
    const url = await fetchNewPictureUrl(app);
    let finished = false;
    const pictures = Promise.all(Array.from({ length: 20 }, () => app.app.inject({ url }))).finally(() => {
      finished = true;
    });
    // Another process draws, so the server handles other requests concurrently.
    let meanwhile = 0;
    while (!finished) {
      expect((await app.app.inject({ url: '/health' })).statusCode).toBe(200);
      if (!finished) meanwhile += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(meanwhile).toBeGreaterThan(1);
    const answers = await pictures;
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
    expect(await sharp(answers[0]!.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    for (const { rawPayload } of answers) expect(rawPayload.equals(answers[0]!.rawPayload)).toBe(true);
    expect(count()).toBe(1);
    expect((await app.app.inject({ url })).rawPayload.equals(answers[0]!.rawPayload)).toBe(true);
    expect(count()).toBe(1);
  });

  it('get a 503 while too many pictures wait, and the picture later', async () => {
    let busy = true;
    const work = images(drawSharePicture);
    const drawPicture: Images['drawPicture'] = async (figures) => {
      if (busy) throw new Overloaded('Too many pictures are waiting.');
      return work.drawPicture(figures);
    };
    const app = await testApp({ images: { ...work, drawPicture } });
    const url = await fetchNewPictureUrl(app);
    const refused = await app.app.inject({ url });
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded']);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' });
    busy = false;
    expect((await app.app.inject({ url })).statusCode).toBe(200);
  });
});

describe('share pictures in memory', () => {
  it('are the 100 that were requested last', async () => {
    const drawn: string[] = [];
    const findPicture = cacheSharePictures({
      drawPicture: async ({ title }) => {
        drawn.push(title);
        return Buffer.from(title);
      },
    });
    const find = async (title: string) => (await findPicture(title, { ...results, title })).toString();
    for (let i = 0; i < 100; i++) expect(await find(`${i}`)).toBe(`${i}`);
    expect(await find('0')).toBe('0');
    expect(drawn).toHaveLength(100);
    await find('100');
    await find('0');
    expect(drawn).toHaveLength(101);
    expect(await find('1')).toBe('1');
    expect(drawn.slice(100)).toEqual(['100', '1']);
  });

  it('are drawn again by the next request after a failure', async () => {
    let tries = 0;
    const findPicture = cacheSharePictures({
      drawPicture: async () => {
        tries += 1;
        if (tries === 1) throw new Overloaded();
        return Buffer.from('drawn');
      },
    });
    const [first, second] = await Promise.allSettled([findPicture('a', results), findPicture('a', results)]);
    expect([first.status, second.status, tries]).toEqual(['rejected', 'rejected', 1]);
    expect((await findPicture('a', results)).toString()).toBe('drawn');
  });
});
