import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Hint } from '#contract/live.ts';
import { connectStream, type LiveStream } from './stream.ts';

/** The streams that the page has opened, in the hands of the test. */
const open: ReadableStreamDefaultController<Uint8Array>[] = [];
let status = 200;
let cut = 0;
let stream: LiveStream | undefined;

const answer = async (_path: string, { signal }: RequestInit): Promise<Response> => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (status === 200) open.push(controller);
      signal?.addEventListener('abort', () => {
        cut += 1;
        controller.error(signal.reason);
      });
    },
  });
  return new Response(body, { status });
};

beforeEach(() => {
  status = 200;
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  stream?.close();
  open.length = 0;
  vi.unstubAllGlobals();
});

function listen() {
  const hints: Hint[] = [];
  const opened: boolean[] = [];
  stream = connectStream({ onHint: (hint) => hints.push(hint), onOpen: (again) => opened.push(again) });
  return { hints, opened };
}
const say = (event: object) => open.at(-1)!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
/** Presses until the next stream is there: the one before may not have ended yet. */
const comeBack = (count: number) =>
  vi.waitFor(() => {
    stream!.hurry();
    expect(open.length).toBe(count);
  });

it('hears hints, and comes back after a goodbye and after a cut, knowing that it missed something', async () => {
  const { hints, opened } = listen();
  await vi.waitFor(() => expect(opened).toEqual([false]));
  say({ kind: 'feed', mission_id: 'm' });
  await vi.waitFor(() => expect(hints).toEqual([{ kind: 'feed', mission_id: 'm' }]));
  say({ kind: 'goodbye', reconnect: true });
  await comeBack(2);
  await vi.waitFor(() => expect(opened).toEqual([false, true]));
  open.at(-1)!.error(new TypeError('network error'));
  await comeBack(3);
  await vi.waitFor(() => expect(opened).toEqual([false, true, true]));
  expect(hints).toHaveLength(1);
});

it('asks for everything when the session is over, and then no more', async () => {
  status = 401;
  const { hints } = listen();
  await vi.waitFor(() => expect(hints).toEqual([{ kind: 'everything' }]));
  stream!.hurry();
  status = 200;
  expect(open).toHaveLength(0);
});

it('ends its request when it is closed', async () => {
  const { opened } = listen();
  await vi.waitFor(() => expect(opened).toEqual([false]));
  const before = cut;
  stream!.close();
  expect(cut).toBe(before + 1);
});
