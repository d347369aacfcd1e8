import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { deleteMission } from '#contract/missions.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, filesIn, heic, photoForm, watchFiles } from '../../testing/factories/photos.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { flatPng } from '../../testing/flat-png.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { asOwner, NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
await t.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = t.app.server.address() as AddressInfo;
const MIB = 1024 * 1024;
const DAY = 86_400_000;

beforeEach(() => t.clock.set(NOON));

async function buildOwner() {
  const owner = await buildUser(t);
  return { owner, mission: await buildMission(t, owner) };
}
const listFeed = async (token: string, id: string) => (await t.call(listCheckins, { token, params: { id } })).json();
const jpeg = (width?: number, height?: number) => drawing(width, height).jpeg().toBuffer();

describe('a photo check-in', () => {
  it.each([
    ['JPEG', () => jpeg()],
    ['PNG', () => drawing().png().toBuffer()],
    ['WebP', () => drawing().webp().toBuffer()],
    ['AVIF', () => drawing().avif({ effort: 0 }).toBuffer()],
    ['HEIC', heic],
  ])('recognizes %s by its bytes and serves it as WebP in two sizes', async (_, make) => {
    const { owner, mission } = await buildOwner();
    const named = { filename: 'holiday.bin', type: 'application/octet-stream' };
    const answer = await checkInWithPhoto(t, owner, mission, await make(), { content: ' The sea ' }, named);
    expect(answer.statusCode, answer.body).toBe(201);
    const { checkin, points } = answer.json();
    expect(points).toBe(20);
    expect(checkin).toMatchObject({ type: 'photo', content: 'The sea', points_earned: 20, edited_at: null });
    expect(checkin.can).toEqual({ edit: true, take_back: true, clear: true, hide: false, report: false });
    expect(checkin.photo_thumbhash).toMatch(/^[\w+/]{20,40}=*$/);
    expect(await listFeed(owner.token, mission)).toEqual([checkin]);
    for (const url of [checkin.photo_url, checkin.photo_small_url]) {
      const picture = await t.app.inject(url);
      expect(picture.statusCode).toBe(200);
      expect(picture.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=129600, immutable',
      });
      expect((await sharp(picture.rawPayload).metadata()).format).toBe('webp');
    }
    expect(await filesIn(t, 'tmp')).toEqual([]);
  });

  it('stores the photo upright and without its location', async () => {
    const { owner, mission } = await buildOwner();
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '5/1 24/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '100/1 20/1 0/1',
    };
    const exif = { IFD0: { Copyright: 'Ana at home' }, IFD3: gps };
    const data = await drawing(2400, 1200).jpeg().withMetadata({ orientation: 6 }).withExifMerge(exif).toBuffer();
    expect(data.includes('Ana at home')).toBe(true);
    const { checkin } = (await checkInWithPhoto(t, owner, mission, data)).json();
    expect([checkin.photo_width, checkin.photo_height]).toEqual([800, 1600]);
    for (const [url, size] of [
      [checkin.photo_url, [800, 1600]],
      [checkin.photo_small_url, [200, 400]],
    ]) {
      const { rawPayload } = await t.app.inject(url);
      const metadata = await sharp(rawPayload).metadata();
      expect([metadata.width, metadata.height]).toEqual(size);
      for (const key of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(metadata[key]).toBeUndefined();
      expect(rawPayload.includes('Ana at home')).toBe(false);
    }
  });

  it('accepts a photo of 15 MB', async () => {
    const { owner, mission } = await buildOwner();
    // Bytes after the end of a JPEG are not part of the image.
    const picture = await jpeg();
    const data = Buffer.concat([picture, Buffer.alloc(15 * MIB - picture.length)]);
    expect((await checkInWithPhoto(t, owner, mission, data)).statusCode).toBe(201);
  });

  it("keeps a photo's URL for a day, valid until the next day ends, and signs it", async () => {
    t.clock.set('2026-11-21T00:00:00.000Z');
    const { owner, mission } = await buildOwner();
    const { checkin } = (await checkInWithPhoto(t, owner, mission, await jpeg())).json();
    const status = async (url: string) => (await t.app.inject(url)).statusCode;
    t.clock.set('2026-11-21T23:59:59.999Z');
    const [late] = await listFeed(owner.token, mission);
    expect(late.photo_url).toBe(checkin.photo_url);
    t.clock.advance(1);
    const [next] = await listFeed(owner.token, mission);
    expect(next.photo_url).not.toBe(late.photo_url);
    t.clock.set('2026-11-22T23:59:59.999Z');
    expect(await status(late.photo_url)).toBe(200);
    t.clock.advance(1);
    expect(await status(late.photo_url)).toBe(404);
    expect(await status(next.photo_url)).toBe(200);
    const [path, query] = next.photo_url.split('?');
    for (const url of [
      path,
      `${path}?${query.replace(/until=\d+/, 'until=99999')}`,
      `${path}?${query.replace(/signature=./, (s: string) => (s.endsWith('A') ? 'signature=B' : 'signature=A'))}`,
      `${path.replace('1600', '400')}?${query}`,
      `${path}?${query}&until=99999`,
      `${path}?until=&signature=`,
    ]) {
      const answer = await t.app.inject(url);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
  });

  it('leaves one check-in and only its files after 20 concurrent photo check-ins', async () => {
    const { owner, mission } = await buildOwner();
    const left = await watchFiles(t);
    const data = await jpeg();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkInWithPhoto(t, owner, mission, data)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'already_checked_in')).toHaveLength(19);
    const feed = await listFeed(owner.token, mission);
    expect(feed).toHaveLength(1);
    expect((await t.app.inject(feed[0].photo_url)).statusCode).toBe(200);
    expect(await left()).toEqual({ tmp: [], media: 2 });
    expect((await t.call(me, { token: owner.token })).json().points).toBe(20);
  });

  it('returns the first check-in for a repeated client_id, whatever photo comes with it', async () => {
    const { owner, mission } = await buildOwner();
    const left = await watchFiles(t);
    const client_id = randomUUID();
    const data = await jpeg();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => checkInWithPhoto(t, owner, mission, data, { client_id })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map((answer) => answer.json().checkin.photo_url)).size).toBe(1);
    t.clock.advance(DAY);
    const again = await checkInWithPhoto(t, owner, mission, Buffer.from('no picture'), { client_id });
    expect(again.json().checkin.id).toBe(answers[0]!.json().checkin.id);
    expect(await left()).toEqual({ tmp: [], media: 2 });
  });

  it('drops a file sent with a text', async () => {
    const { owner, mission } = await buildOwner();
    const left = await watchFiles(t);
    const answer = await checkInWithPhoto(t, owner, mission, await jpeg(), { type: 'text', content: 'Words' });
    expect(answer.json().checkin).toMatchObject({ type: 'text', points_earned: 15, photo_url: null });
    expect(await left()).toEqual({ tmp: [], media: 0 });
  });

  it('deletes the photos when the mission is deleted', async () => {
    const { owner, mission } = await buildOwner();
    const left = await watchFiles(t);
    const { checkin } = (await checkInWithPhoto(t, owner, mission, await jpeg())).json();
    expect((await t.call(deleteMission, { token: owner.token, params: { id: mission } })).statusCode).toBe(204);
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect((await t.app.inject(checkin.photo_url)).statusCode).toBe(404);
  });
});

describe('sending a photo', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const lies = [415, 'photo_not_image', 'Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF, etc.)'];
  const broken = [415, 'image_unreadable', "We couldn't read this image. Please try another one."];
  const noPhoto = [422, 'invalid_input', 'Please choose a photo'];

  it.each<[string, () => Promise<Buffer> | Buffer | undefined, (number | string)[]]>([
    ['HTML that says it is a JPEG', () => Buffer.from('<html><script>alert(1)</script></html>'), lies],
    ['an SVG in disguise', () => Buffer.from(svg), lies],
    ['an SVG with an XML head', () => Buffer.from(`<?xml version="1.0"?>${svg}`), lies],
    ['an empty file', () => Buffer.alloc(0), lies],
    ['a JPEG cut off', async () => (await jpeg()).subarray(0, 300), broken],
    [
      '268 megapixels in 33 kB',
      () => flatPng(16_384, 16_384),
      [413, 'image_too_many_pixels', 'This image has too many pixels. Please choose one under 50 megapixels.'],
    ],
    [
      'a file above 15 MB',
      async () => Buffer.concat([await jpeg(), Buffer.alloc(15 * MIB)]),
      [413, 'photo_too_large', 'File size must be less than 15MB'],
    ],
    ['no photo at all', () => undefined, noPhoto],
  ])('leaves nothing behind if the photo is refused: %s', async (_, make, expected) => {
    const { owner, mission } = await buildOwner();
    const left = await watchFiles(t);
    const answer = await checkInWithPhoto(t, owner, mission, await make());
    expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual(expected);
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect(await listFeed(owner.token, mission)).toEqual([]);
  });

  it('leaves nothing behind when the check-in is refused or the database fails', async () => {
    const { owner, mission } = await buildOwner();
    const stranger = await buildUser(t);
    const left = await watchFiles(t);
    const data = await jpeg();
    const outside = await checkInWithPhoto(t, stranger, mission, data);
    expect(outside.body).toBe((await checkIn(t, stranger, randomUUID())).body);
    const unsigned = await checkInWithPhoto(t, { ...owner, token: 'x' }, mission, data);
    expect(unsigned.statusCode).toBe(401);
    await asOwner(t, `create function fall() returns trigger language plpgsql as $$ begin raise 'fallen'; end $$`);
    await asOwner(t, 'create trigger falls before insert on checkins for each row execute function fall()');
    const fallen = await checkInWithPhoto(t, owner, mission, data);
    await asOwner(t, 'drop function fall cascade');
    expect([fallen.statusCode, fallen.json().code]).toEqual([500, 'internal']);
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect((await checkInWithPhoto(t, owner, mission, data)).statusCode).toBe(201);
    expect((await checkInWithPhoto(t, owner, mission, data)).json().code).toBe('already_checked_in');
    expect(await left()).toEqual({ tmp: [], media: 2 });
  });

  it('leaves nothing behind after an interrupted upload', async () => {
    const { owner, mission } = await buildOwner();
    const left = await watchFiles(t);
    const form = { fields: { mission_id: mission, type: 'photo' }, photo: Buffer.alloc(2 * MIB, 7) };
    const { payload, type } = await photoForm(form);
    const answered = new Promise<void>((resolve) => {
      t.app.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/checkins HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.token}\r\n` +
        `content-type: ${type}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, MIB));
    await expect.poll(() => filesIn(t, 'tmp'), { timeout: 5000 }).toHaveLength(1);
    socket.destroy();
    await answered;
    await expect.poll(() => filesIn(t, 'tmp'), { timeout: 5000 }).toEqual([]);
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect(await listFeed(owner.token, mission)).toEqual([]);
  });

  it('gives the URL to members only', async () => {
    const { owner, mission } = await buildOwner();
    const friend = await buildUser(t);
    await buildMembers(t, owner, mission, [friend]);
    await checkInWithPhoto(t, owner, mission, await jpeg());
    const [seen] = await listFeed(friend.token, mission);
    expect(seen).toMatchObject({ type: 'photo', can: { edit: false } });
    expect((await t.app.inject(seen.photo_small_url)).statusCode).toBe(200);
    const stranger = await buildUser(t);
    expect(await listFeed(stranger.token, mission)).toMatchObject({ code: 'mission_not_found' });
  });
});
