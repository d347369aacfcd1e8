import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Overloaded } from '../concurrency-limit.ts';
import { ImageUnreadable, NotAnImage } from './image-errors.ts';
import type { Images } from './images.ts';
import { imagesProcess } from './process.ts';

const VARIANTS = [
  { name: 'whole', width: 1600, fit: 'inside' },
  { name: 'square', width: 96, height: 96, fit: 'cover' },
] as const;

// Each start of the process compiles the codecs, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let dir: string;
let good: string;
const opened: Images[] = [];
const open = (options?: { idle_ms: number }) => {
  const created = imagesProcess(options);
  opened.push(created);
  return created;
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-pictures-'));
  good = join(dir, 'good.png');
  await sharp({ create: { width: 320, height: 200, channels: 3, background: '#f0532b' } })
    .png()
    .toFile(good);
});
afterAll(async () => {
  for (const images of opened) await images.close();
  await rm(dir, { recursive: true, force: true });
});

/** The ids of the image processes that this process has started. */
function processes(): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((line) => line.includes('process-worker') && Number(line.trim().split(/\s+/)[1]) === process.pid)
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

it('Images are processed in another process, and each that cannot be gets its own error.', async () => {
  const images = open();
  expect(processes()).toHaveLength(0);
  const bad = join(dir, 'bad.png');
  await writeFile(bad, 'no picture at all');
  const cut = join(dir, 'cut.jpg');
  await writeFile(cut, (await sharp(good).jpeg().toBuffer()).subarray(0, -200));
  const [converted, ...refused] = await Promise.allSettled(
    [good, bad, cut].map((path) => images.makeWebp(path, VARIANTS)),
  );
  if (converted?.status !== 'fulfilled') throw converted?.reason;
  expect(converted.value.images.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['whole', 320, 200],
    ['square', 96, 96],
  ]);
  for (const { data } of converted.value.images) expect((await sharp(data).metadata()).format).toBe('webp');
  expect(converted.value.thumbhash).toMatch(/^[\w+/]+=*$/);
  const reasons = refused.map((result) => (result.status === 'rejected' ? result.reason : result.value));
  expect(reasons[0]).toBeInstanceOf(NotAnImage);
  expect(reasons[1]).toBeInstanceOf(ImageUnreadable);
  expect(processes()).toHaveLength(1);
  await images.close();
  await vi.waitUntil(() => processes().length === 0, 20_000);
});

it('A killed image process refuses its running images and is replaced for the next one.', async () => {
  const images = open();
  await images.makeWebp(good, VARIANTS);
  const [pid] = processes();
  process.kill(pid!, 'SIGSTOP');
  const underWay = expect(images.makeWebp(good, VARIANTS)).rejects.toBeInstanceOf(Overloaded);
  process.kill(pid!, 'SIGKILL');
  await underWay;
  expect((await images.makeWebp(good, VARIANTS)).images).toHaveLength(2);
  await images.close();
});

it('An idle image process ends, and closing refuses the images that wait.', async () => {
  const images = open({ idle_ms: 1 });
  await images.makeWebp(good, VARIANTS);
  await vi.waitUntil(() => processes().length === 0, 20_000);
  const waiting = expect(images.makeWebp(good, VARIANTS)).rejects.toBeInstanceOf(Overloaded);
  await images.close();
  await waiting;
});

it('The image process leaves the channel and the signals of its parent process alone.', async () => {
  // A process manager opens a channel to the processes it forks, as the test runner does to this one.
  expect(process.send).toBeTypeOf('function');
  const listenerCounts = () =>
    ['message', 'disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
  const before = listenerCounts();
  vi.resetModules();
  await import('./process.ts');
  expect(listenerCounts()).toEqual(before);
});
