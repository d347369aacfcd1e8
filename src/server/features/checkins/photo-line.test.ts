import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Images } from '#platform/images/images.ts';
import { imagesProcess } from '#platform/images/process.ts';
import { IMAGE_PROGRAM } from '#server/pictures/draw.ts';
import { exifBomb, insertSegments, jpegSegment } from '../../testing/exif-files.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, filesIn, photoForm } from '../../testing/factories/photos.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { jpegOfScans } from '../../testing/jpeg-of-scans.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

// An image process starts slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const png = await drawing(64, 64).png().toBuffer();

async function buildOwner(t: TestApp) {
  const owner = await buildUser(t);
  return { owner, mission: await buildMission(t, owner) };
}

describe('a JPEG of thousands of scans', () => {
  it('is refused immediately and does not delay photos of others', {
    retry: 2,
    timeout: 60_000,
  }, async () => {
    const images = imagesProcess({ program: IMAGE_PROGRAM });
    const t = await testApp({ images });
    afterAll(() => images.close());
    const [ana, ben, cleo] = [await buildOwner(t), await buildOwner(t), await buildOwner(t)];
    // The first photo waits until the image process has started.
    expect((await checkInWithPhoto(t, cleo.owner, cleo.mission, png)).statusCode).toBe(201);
    const bomb = await jpegOfScans(2000, 4600, 4600);
    const begun = performance.now();
    const timed = async (work: ReturnType<typeof checkInWithPhoto>) => {
      const answer = await work;
      return { answer, ms: performance.now() - begun };
    };
    const [refused, photo] = await Promise.all([
      timed(checkInWithPhoto(t, ana.owner, ana.mission, bomb)),
      timed(checkInWithPhoto(t, ben.owner, ben.mission, png)),
    ]);
    expect([refused.answer.statusCode, refused.answer.json().code]).toEqual([415, 'image_unreadable']);
    expect(photo.answer.statusCode).toBe(201);
    expect(refused.ms).toBeLessThan(2000);
    expect(photo.ms).toBeLessThan(3000);
  });
});

describe('a JPEG whose Exif points to itself 5,400 times', () => {
  it('is stored and delays the photo of another account by less than 3 s', {
    retry: 2,
    timeout: 60_000,
  }, async () => {
    const images = imagesProcess({ program: IMAGE_PROGRAM });
    const t = await testApp({ images });
    afterAll(() => images.close());
    const [ana, ben, cleo] = [await buildOwner(t), await buildOwner(t), await buildOwner(t)];
    // The first photo waits until the image process has started.
    expect((await checkInWithPhoto(t, cleo.owner, cleo.mission, png)).statusCode).toBe(201);
    const jpeg = await drawing(64, 64).jpeg().toBuffer();
    const bomb = insertSegments(jpeg, jpegSegment(0xe1, 'Exif\0\0', exifBomb(0x8769)));
    const begun = performance.now();
    const hostile = checkInWithPhoto(t, ana.owner, ana.mission, bomb);
    const photo = await checkInWithPhoto(t, ben.owner, ben.mission, png);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect([photo.statusCode, (await hostile).statusCode]).toEqual([201, 201]);
  });
});

describe('the queue of the image process', () => {
  /** An image process that never responds, so all photos wait. */
  const silentImages = () =>
    imagesProcess({ program: new URL('../../testing/fake-image-process.mjs', import.meta.url) });

  /** Opens an app that counts the photos requested so far. */
  async function openApp(images: Images) {
    let requested = 0;
    const counted: Images = {
      ...images,
      makeWebp: (...input) => {
        requested += 1;
        return images.makeWebp(...input);
      },
    };
    const t = await testApp({ images: counted });
    afterAll(() => images.close());
    return { t, waitFor: (count: number) => expect.poll(() => requested, { timeout: 10_000 }).toBe(count) };
  }

  /** Sends a photo over its own connection, which stays open. */
  async function sendPhoto(t: TestApp, owner: TestUser, mission_id: string): Promise<Socket> {
    const { payload, type } = await photoForm({ fields: { mission_id, type: 'photo' }, photo: png });
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST /api/checkins HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.token}\r\n` +
        `content-type: ${type}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload);
    return socket;
  }

  it("refuses an account's eleventh photo with 429 while other accounts' photos wait", async () => {
    const images = silentImages();
    const { t, waitFor } = await openApp(images);
    const [ana, ben] = [await buildOwner(t), await buildOwner(t)];
    const waiting = Array.from({ length: 10 }, () => checkInWithPhoto(t, ana.owner, ana.mission, png));
    await waitFor(10);
    const next = await checkInWithPhoto(t, ana.owner, ana.mission, png);
    expect([next.statusCode, next.json().code, next.headers['retry-after']]).toEqual([429, 'too_many_requests', '2']);
    const others = checkInWithPhoto(t, ben.owner, ben.mission, png);
    await waitFor(12);
    await images.close();
    for (const answer of await Promise.all([...waiting, others])) expect(answer.json().code).toBe('overloaded');
  });

  it('frees the slot of a waiting photo when its connection closes', async () => {
    const images = silentImages();
    const { t, waitFor } = await openApp(images);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { owner, mission } = await buildOwner(t);
    const sockets: Socket[] = [];
    for (let photo = 0; photo < 10; photo++) sockets.push(await sendPhoto(t, owner, mission));
    await waitFor(10);
    expect((await checkInWithPhoto(t, owner, mission, png)).statusCode).toBe(429);
    expect(await filesIn(t, 'tmp')).toHaveLength(10);
    // The first photo is in progress, and continues without its client while no other photo waits.
    for (const socket of sockets.slice(1)) socket.destroy();
    await expect.poll(() => filesIn(t, 'tmp'), { timeout: 10_000 }).toHaveLength(1);
    const again = checkInWithPhoto(t, owner, mission, png);
    await waitFor(12);
    await images.close();
    expect((await again).json().code).toBe('overloaded');
    sockets[0]!.destroy();
  });

  it('stops a photo whose connection closed when another one waits', async () => {
    const images = silentImages();
    const { t, waitFor } = await openApp(images);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const [ana, ben] = [await buildOwner(t), await buildOwner(t)];
    const socket = await sendPhoto(t, ana.owner, ana.mission);
    await waitFor(1);
    const other = checkInWithPhoto(t, ben.owner, ben.mission, png);
    await waitFor(2);
    expect(await filesIn(t, 'tmp')).toHaveLength(2);
    socket.destroy();
    await expect.poll(() => filesIn(t, 'tmp'), { timeout: 10_000 }).toHaveLength(1);
    await images.close();
    expect((await other).json().code).toBe('overloaded');
  });
});
