import { describe, expect, it, vi } from 'vitest';
import type { Log } from '../adapters/log.ts';
import { makeCrew, type WorkerProcess } from './crew.ts';

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _: undefined, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<void>((resolve, reject) => {
      pauses.push(ms);
      // As slow as it takes for everybody else to do what is due.
      const timer = setTimeout(resolve, 1);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
    }),
}));

const pauses: number[] = [];
const lines: { level: string; fields: object; sentence: string }[] = [];
const line = (level: string) => (fields: object, sentence: string) => void lines.push({ level, fields, sentence });
const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };

interface Fake extends WorkerProcess {
  readonly notified: string[];
  listen(): void;
  end(code: number | null, signal?: string): void;
}

let born = 0;

function makeFake(obeys: boolean): Fake {
  const notified: string[] = [];
  let listen = () => {};
  let onEnd: (end: { code: number | null; signal: string | null }) => void = () => {};
  const ready = new Promise<void>((resolve) => {
    listen = resolve;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    onEnd = resolve;
  });
  const end = (code: number | null, signal: string | null = null) => onEnd({ code, signal });
  return {
    pid: ++born,
    ready,
    ended,
    notified,
    listen,
    end,
    notify(kind) {
      notified.push(kind);
      if (obeys) end(0);
    },
    kill: () => end(null, 'SIGKILL'),
  };
}

/** A crew of fakes; `onFork` is what each of them does by itself. */
function startCrew(
  size: number,
  onFork: (fake: Fake, number: number) => void = (fake) => fake.listen(),
  { obeys = true, fade_ms = 20, ready_ms = 60_000 } = {},
) {
  pauses.length = 0;
  lines.length = 0;
  const fakes: Fake[] = [];
  const fork = () => {
    const fake = makeFake(obeys);
    fakes.push(fake);
    onFork(fake, fakes.length);
    return fake;
  };
  const crew = makeCrew({ size, fork, log, fade_ms, ready_ms });
  return { crew, fakes };
}

/** Until everything that is due has happened. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('a crew of workers', () => {
  it('A worker that ends is replaced, later each time while its followers do not live long.', async () => {
    const { crew, fakes } = startCrew(1);
    await crew.ready;
    for (let ends = 1; ends <= 9; ends++) {
      fakes.at(-1)!.end(1);
      await vi.waitFor(() => expect(fakes).toHaveLength(ends + 1), 10_000);
    }
    expect(pauses).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    await crew.stop(100);
  });

  it('The end of a worker is logged with its code and its signal.', async () => {
    const { crew, fakes } = startCrew(2);
    fakes[1]!.end(null, 'SIGKILL');
    await vi.waitFor(() => expect(fakes).toHaveLength(3), 10_000);
    expect(lines).toEqual([
      { level: 'warn', fields: { worker_pid: fakes[1]!.pid, code: null, signal: 'SIGKILL' }, sentence: 'worker ended' },
    ]);
    await crew.stop(100);
  });

  it('Ten tries of which none got ready are the end, whichever places they were for.', async () => {
    const { crew, fakes } = startCrew(2, (fake) => fake.end(1));
    await crew.failed;
    expect(fakes.length).toBeGreaterThanOrEqual(10);
    await crew.stop(100);
    const after = fakes.length;
    await settle();
    expect(fakes.length).toBe(after);
  });

  it('While one worker serves, another that never gets ready does not end the server.', async () => {
    const { crew, fakes } = startCrew(2, (fake, number) => {
      if (number === 1) fake.listen();
      else if (number < 15) fake.end(1);
    });
    let failed = false;
    void crew.failed.then(() => {
      failed = true;
    });
    await vi.waitFor(() => expect(fakes.length).toBeGreaterThanOrEqual(15), 10_000);
    expect(failed).toBe(false);
    await crew.stop(100);
  });

  it('A stop ends all side by side, with force after its patience, and replaces nobody.', async () => {
    const { crew, fakes } = startCrew(3, undefined, { obeys: false });
    await crew.stop(50);
    expect(fakes.map(({ notified }) => notified)).toEqual([['stop'], ['stop'], ['stop']]);
    await settle();
    expect(fakes).toHaveLength(3);
  });

  it('A worker that does not get ready in time is killed and replaced.', async () => {
    const { crew, fakes } = startCrew(
      1,
      (fake, number) => {
        if (number === 2) fake.listen();
      },
      { ready_ms: 20 },
    );
    await crew.ready;
    expect(fakes).toHaveLength(2);
    expect(await fakes[0]!.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(lines[0]).toMatchObject({ level: 'error', fields: { worker_pid: fakes[0]!.pid } });
    await settle();
    expect(fakes).toHaveLength(2);
    await crew.stop(100);
  });
});

describe('a rolling restart', () => {
  it('A rolling restart has each new worker listen before the old one is told to go, one after the other.', async () => {
    const order: string[] = [];
    const { crew, fakes } = startCrew(2, (fake, number) => {
      order.push(`born ${number}`);
      fake.listen();
      void fake.ended.then(() => order.push(`ended ${number}`));
    });
    await Promise.all([crew.restart(), crew.restart()]);
    await settle();
    expect(order).toEqual(['born 1', 'born 2', 'born 3', 'ended 1', 'born 4', 'ended 2']);
    expect(fakes.map(({ notified }) => notified)).toEqual([['fade'], ['fade'], [], []]);
    expect(fakes).toHaveLength(4);
    await crew.stop(100);
  });

  it('It does not wait for old workers that have something to finish, and watches over the new ones meanwhile.', async () => {
    const { crew, fakes } = startCrew(2, undefined, { obeys: false, fade_ms: 60_000 });
    await crew.restart();
    expect(lines.at(-1)).toMatchObject({ sentence: 'rolling restart done' });
    expect(fakes.map(({ notified }) => notified)).toEqual([['fade'], ['fade'], [], []]);
    fakes[2]!.end(1);
    await vi.waitFor(() => expect(fakes).toHaveLength(5), 10_000);
    // The end of an old one makes room for nobody.
    fakes[0]!.end(0);
    await settle();
    expect(fakes).toHaveLength(5);
    const stopped = crew.stop(60_000);
    expect(fakes[1]!.notified).toEqual(['fade', 'stop']);
    for (const fake of fakes) fake.end(0);
    await stopped;
  });

  it('A rolling restart ends when a new worker does not get ready, and the old ones stay.', async () => {
    let fails = false;
    const { crew, fakes } = startCrew(2, (fake) => (fails ? fake.end(1) : fake.listen()));
    fails = true;
    await crew.restart();
    expect(fakes).toHaveLength(3);
    expect(fakes.slice(0, 2).map(({ notified }) => notified)).toEqual([[], []]);
    expect(lines.at(-1)).toMatchObject({ level: 'error' });
    await crew.stop(100);
  });

  it('A rolling restart gives up when a new worker hangs, and the old ones stay.', async () => {
    const { crew, fakes } = startCrew(
      2,
      (fake, number) => {
        if (number <= 2) fake.listen();
      },
      { ready_ms: 20 },
    );
    await crew.restart();
    expect(fakes).toHaveLength(3);
    expect(fakes.slice(0, 2).map(({ notified }) => notified)).toEqual([[], []]);
    await crew.stop(100);
  });

  it('A rolling restart starts nobody once the crew stops, though an old worker takes its time.', async () => {
    const { crew, fakes } = startCrew(2, undefined, { obeys: false, fade_ms: 10_000 });
    const restarted = crew.restart();
    await vi.waitFor(() => expect(fakes[0]!.notified).toEqual(['fade']), 10_000);
    const stopped = crew.stop(10_000);
    const living = fakes.length;
    for (const fake of fakes.slice(1)) fake.end(0);
    await settle();
    fakes[0]!.end(0);
    await Promise.all([restarted, stopped]);
    await settle();
    expect(fakes).toHaveLength(living);
    expect(fakes.every(({ notified }) => notified.at(-1) === 'stop')).toBe(true);
  });
});
