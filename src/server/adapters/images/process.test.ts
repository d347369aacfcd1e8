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

// Each start of the process compiles it, which takes its time on a machine with other work.
vi.setConfig({ testTimeout: 60_000 });

let dir: string;
let good: string;
const opened: Images[] = [];
const open = (options?: { idle_ms: number }) => {
  const made = imagesProcess(options);
  opened.push(made);
  return made;
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

/** The processes that this one started for pictures. */
function processes(): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((line) => line.includes('process-worker') && Number(line.trim().split(/\s+/)[1]) === process.pid)
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

it('makes pictures in another process, and tells what is wrong with those it cannot make', async () => {
  const images = open();
  expect(processes()).toHaveLength(0);
  const bad = join(dir, 'bad.png');
  await writeFile(bad, 'no picture at all');
  const cut = join(dir, 'cut.jpg');
  await writeFile(cut, (await sharp(good).jpeg().toBuffer()).subarray(0, -200));
  const [made, ...refused] = await Promise.allSettled([good, bad, cut].map((path) => images.makeWebp(path, VARIANTS)));
  if (made?.status !== 'fulfilled') throw made?.reason;
  expect(made.value.images.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['whole', 320, 200],
    ['square', 96, 96],
  ]);
  for (const { data } of made.value.images) expect((await sharp(data).metadata()).format).toBe('webp');
  expect(made.value.thumbhash).toMatch(/^[\w+/]+=*$/);
  const reasons = refused.map((result) => (result.status === 'rejected' ? result.reason : result.value));
  expect(reasons[0]).toBeInstanceOf(NotAnImage);
  expect(reasons[1]).toBeInstanceOf(ImageUnreadable);
  expect(processes()).toHaveLength(1);
  await images.close();
  await vi.waitUntil(() => processes().length === 0, 20_000);
});

it('refuses what was under way when the process is killed, and starts another for the next picture', async () => {
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

it('ends the process once there is nothing to do, and refuses what waits when it closes', async () => {
  const images = open({ idle_ms: 1 });
  await images.makeWebp(good, VARIANTS);
  await vi.waitUntil(() => processes().length === 0, 20_000);
  const waiting = expect(images.makeWebp(good, VARIANTS)).rejects.toBeInstanceOf(Overloaded);
  await images.close();
  await waiting;
});

it('leaves the channel and the signals of the process that asks for pictures to that process', async () => {
  // What a process manager forks has a channel, as this process of the tests has.
  expect(process.send).toBeTypeOf('function');
  const heard = () =>
    ['message', 'disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
  const before = heard();
  vi.resetModules();
  await import('./process.ts');
  expect(heard()).toEqual(before);
});
