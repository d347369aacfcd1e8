import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { IMAGE_PROGRAM } from '#server/pictures/draw.ts';
import { jpegOfScans } from '#server/testing/jpeg-of-scans.ts';
import { AccountLineFull, ImageUnreadable, NotAnImage } from './image-errors.ts';
import type { Images } from './images.ts';
import { type ImageProcessOptions, imagesProcess } from './process.ts';

const VARIANTS = [
  { size: 1600, fit: 'inside' },
  { size: 96, fit: 'cover' },
] as const;
const ANA = { account: 'ana' };
const BEN = { account: 'ben' };
const FIGURES = {
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

// Each image process compiles its code, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let dir: string;
let good: string;
const opened: Images[] = [];
const open = (options: Partial<ImageProcessOptions> = {}) => {
  const images = imagesProcess({ program: IMAGE_PROGRAM, ...options });
  opened.push(images);
  return images;
};
const openFake = (options: Partial<ImageProcessOptions> = {}) =>
  open({ program: new URL('../../server/testing/fake-image-process.mjs', import.meta.url), ...options });
const pidOf = async (work: ReturnType<Images['makeWebp']>) => Number((await work).thumbhash);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-images-'));
  good = join(dir, 'good.png');
  await sharp({ create: { width: 320, height: 200, channels: 3, background: '#f0532b' } })
    .png()
    .toFile(good);
});
afterAll(async () => {
  for (const images of opened) await images.close();
  await rm(dir, { recursive: true, force: true });
});

/** Makes timeouts independent of the machine's speed. */
const useFakeTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterEach(() => {
  vi.useRealTimers();
});

function watch(work: Promise<unknown>) {
  let pending = true;
  const error = work
    .catch((reason: unknown) => reason)
    .finally(() => {
      pending = false;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const staysPendingFor = async (ms: number) => {
    await settle();
    vi.advanceTimersByTime(ms);
    await settle();
    expect(pending).toBe(true);
  };
  return { error, staysPendingFor };
}

function processes(): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((line) => line.includes('image-worker') && Number(line.trim().split(/\s+/)[1]) === process.pid)
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the image process', () => {
  it('returns pictures from another process, and a specific error for each failure', async () => {
    const images = open();
    expect(processes()).toHaveLength(0);
    const bad = join(dir, 'bad.png');
    await writeFile(bad, 'no picture at all');
    const cut = join(dir, 'cut.jpg');
    await writeFile(cut, (await sharp(good).jpeg().toBuffer()).subarray(0, -200));
    const bomb = join(dir, 'bomb.jpg');
    await writeFile(bomb, await jpegOfScans(101));
    const paths = [good, bad, cut, bomb];
    const [answered, ...refused] = await Promise.allSettled(paths.map((path) => images.makeWebp(path, VARIANTS, ANA)));
    if (answered?.status !== 'fulfilled') throw answered?.reason;
    expect(answered.value.images.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['1600', 320, 200],
      ['96', 96, 96],
    ]);
    for (const { data } of answered.value.images) expect((await sharp(data).metadata()).format).toBe('webp');
    expect(answered.value.thumbhash).toMatch(/^[\w+/]+=*$/);
    const reasons = refused.map((result) => (result.status === 'rejected' ? result.reason : result.value));
    expect(reasons[0]).toBeInstanceOf(NotAnImage);
    expect(reasons[1]).toBeInstanceOf(ImageUnreadable);
    expect(reasons[2]).toBeInstanceOf(ImageUnreadable);
    expect(processes()).toHaveLength(1);
    await images.close();
    await vi.waitUntil(() => processes().length === 0, 20_000);
  });

  it('draws share pictures', async () => {
    const images = open();
    const png = await images.drawPicture(FIGURES);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    await images.close();
  });

  it('fails only the picture in progress if it is killed, and is replaced', async () => {
    const images = open();
    await images.makeWebp(good, VARIANTS, ANA);
    const [pid] = processes();
    process.kill(pid!, 'SIGSTOP');
    const inProgress = expect(images.makeWebp(good, VARIANTS, ANA)).rejects.toBeInstanceOf(Overloaded);
    const waiting = images.makeWebp(good, VARIANTS, ANA);
    process.kill(pid!, 'SIGKILL');
    await inProgress;
    expect((await waiting).images).toHaveLength(2);
    await images.close();
  });

  it('exits when idle, and closing rejects waiting pictures', async () => {
    const images = open({ idle_ms: 1 });
    await images.makeWebp(good, VARIANTS, ANA);
    await vi.waitUntil(() => processes().length === 0, 20_000);
    const refused = [1, 2, 3].map(() =>
      expect(images.makeWebp(good, VARIANTS, ANA)).rejects.toThrow('The program is stopping.'),
    );
    await images.close();
    await Promise.all(refused);
  });

  it("leaves its parent's channel and signals unchanged", async () => {
    // A process manager forks the server with a channel, as vitest does.
    expect(process.send).toBeTypeOf('function');
    const countListeners = () =>
      ['message', 'disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
    const before = countListeners();
    vi.resetModules();
    await import('./process.ts');
    expect(countListeners()).toEqual(before);
  });
});

describe('a failing image process', () => {
  it('is replaced after 30 s, with its picture rejected as unreadable', async () => {
    useFakeTimeouts();
    const images = openFake();
    const before = await pidOf(images.makeWebp('good first', VARIANTS, BEN));
    const silent = watch(images.makeWebp('silent', VARIANTS, ANA));
    // Pictures of the same account do not shorten its time.
    const next = images.makeWebp('good next', VARIANTS, ANA);
    await silent.staysPendingFor(29_999);
    vi.advanceTimersByTime(1);
    expect(await silent.error).toBeInstanceOf(ImageUnreadable);
    expect(await pidOf(next)).not.toBe(before);
    await vi.waitUntil(() => !isRunning(before), 20_000);
  });

  it('ends a picture after 8 s with 503 if another account waits', async () => {
    useFakeTimeouts();
    const images = openFake();
    const silent = watch(images.makeWebp('silent', VARIANTS, ANA));
    const next = images.makeWebp('good next', VARIANTS, BEN);
    await silent.staysPendingFor(7999);
    vi.advanceTimersByTime(1);
    expect(await silent.error).toBeInstanceOf(Overloaded);
    expect(await pidOf(next)).toBeGreaterThan(0);
  });

  it('ends a picture of more than 8 s as soon as another account waits', async () => {
    useFakeTimeouts();
    const images = openFake();
    const silent = watch(images.makeWebp('silent', VARIANTS, ANA));
    await silent.staysPendingFor(8001);
    expect(await pidOf(images.makeWebp('good next', VARIANTS, BEN))).toBeGreaterThan(0);
    expect(await silent.error).toBeInstanceOf(Overloaded);
  });

  it('fails only the picture in progress if it dies', async () => {
    const images = openFake();
    const works = ['good first', 'deadly', 'good next', 'deadly too', 'good last'].map((name) =>
      images.makeWebp(name, VARIANTS, ANA),
    );
    const results = await Promise.allSettled(works);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: expect.any(Overloaded) });
    const [first, next, last] = await Promise.all([works[0]!, works[2]!, works[4]!].map(pidOf));
    expect(new Set([first, next, last]).size).toBe(3);
  });
});

describe('clients that disconnect', () => {
  it('free their slots in the queue', async () => {
    const images = openFake();
    const stuck = expect(images.makeWebp('silent', VARIANTS, BEN)).rejects.toBeInstanceOf(Overloaded);
    const hangUp = new AbortController();
    const waiting = Array.from({ length: 10 }, () =>
      images.makeWebp('later', VARIANTS, { account: 'ana', signal: hangUp.signal }),
    );
    await expect(images.makeWebp('eleventh', VARIANTS, ANA)).rejects.toBeInstanceOf(AccountLineFull);
    hangUp.abort();
    for (const work of waiting) await expect(work).rejects.toBeInstanceOf(ImageUnreadable);
    const again = expect(images.makeWebp('again', VARIANTS, ANA)).rejects.toThrow('The program is stopping.');
    await expect(images.makeWebp('late', VARIANTS, { account: 'ana', signal: hangUp.signal })).rejects.toBeInstanceOf(
      ImageUnreadable,
    );
    await images.close();
    await Promise.all([stuck, again]);
  });

  it('lose a picture in progress after 2 s if others wait', async () => {
    useFakeTimeouts();
    const images = openFake();
    const hangUp = new AbortController();
    const abandoned = watch(images.makeWebp('silent', VARIANTS, { account: 'ana', signal: hangUp.signal }));
    const next = images.makeWebp('good next', VARIANTS, BEN);
    hangUp.abort();
    await abandoned.staysPendingFor(1999);
    vi.advanceTimersByTime(1);
    expect(await abandoned.error).toBeInstanceOf(ImageUnreadable);
    expect(await pidOf(next)).toBeGreaterThan(0);
  });

  it('keep a picture in progress until others wait', async () => {
    useFakeTimeouts();
    const images = openFake();
    const hangUp = new AbortController();
    const abandoned = watch(images.makeWebp('silent', VARIANTS, { account: 'ana', signal: hangUp.signal }));
    hangUp.abort();
    await abandoned.staysPendingFor(20_000);
    expect(await pidOf(images.makeWebp('good next', VARIANTS, BEN))).toBeGreaterThan(0);
    expect(await abandoned.error).toBeInstanceOf(ImageUnreadable);
  });

  it('keep a picture that finishes soon, even if others wait', async () => {
    useFakeTimeouts();
    const images = openFake();
    const hangUp = new AbortController();
    const quick = images.makeWebp('good quick', VARIANTS, { account: 'ana', signal: hangUp.signal });
    const silent = watch(images.makeWebp('silent', VARIANTS, BEN));
    hangUp.abort();
    expect(await pidOf(quick)).toBeGreaterThan(0);
    // The timer after the disconnect must not end the next picture.
    await silent.staysPendingFor(2000);
  });
});

describe('the queue', () => {
  it('has 50 slots besides the picture in progress', async () => {
    const images = openFake();
    const works = Array.from({ length: 51 }, (_, i) => images.makeWebp('silent', VARIANTS, { account: `${i}` }));
    const refused = works.map((work) => expect(work).rejects.toThrow('The program is stopping.'));
    await expect(images.makeWebp('silent', VARIANTS, ANA)).rejects.toBeInstanceOf(Overloaded);
    await images.close();
    await Promise.all(refused);
  });

  it('has 10 slots for all share pictures, which are rejected as overload beyond that', async () => {
    const images = openFake();
    const drawings = Array.from({ length: 10 }, () => images.drawPicture(FIGURES));
    const refused = drawings.map((drawing) => expect(drawing).rejects.toThrow('The program is stopping.'));
    await expect(images.drawPicture(FIGURES)).rejects.toBeInstanceOf(Overloaded);
    const photo = expect(images.makeWebp('good next', VARIANTS, ANA)).rejects.toThrow('The program is stopping.');
    await images.close();
    await Promise.all([...refused, photo]);
  });
});
