import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectStream, type Hint, type LiveStream } from './stream.ts';

const open: ReadableStreamDefaultController<Uint8Array>[] = [];
let status = 200;
let type = 'text/event-stream; charset=utf-8';
let refusal: object = {};
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
  if (status === 401) return Response.json(refusal, { status });
  return new Response(body, { status, headers: { 'content-type': type } });
};

beforeEach(() => {
  status = 200;
  type = 'text/event-stream; charset=utf-8';
  refusal = { code: 'not_signed_in', detail: 'Please sign in' };
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  stream?.close();
  vi.useRealTimers();
  open.length = 0;
  vi.unstubAllGlobals();
});

function listen() {
  const hints: Hint[] = [];
  const opened: boolean[] = [];
  const pulse: string[] = [];
  stream = connectStream('/api/live', {
    onHint: (hint) => hints.push(hint),
    onOpen: (again) => opened.push(again),
    onActivity: () => pulse.push('alive'),
    onLost: () => pulse.push('lost'),
  });
  return { hints, opened, pulse };
}
const send = (event: object) => open.at(-1)!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
/** Keeps trying to reconnect, because the previous stream might not have ended yet. */
const reconnect = (count: number) =>
  vi.waitFor(() => {
    stream!.hurry();
    expect(open.length).toBe(count);
  });

it('receives hints, and reports possibly missed hints when it reconnects', async () => {
  const { hints, opened } = listen();
  await vi.waitFor(() => expect(opened).toEqual([false]), 10_000);
  send({ kind: 'feed', mission_id: 'm' });
  await vi.waitFor(() => expect(hints).toEqual([{ kind: 'feed', mission_id: 'm' }]), 10_000);
  send({ kind: 'goodbye', reconnect: true });
  await reconnect(2);
  await vi.waitFor(() => expect(opened).toEqual([false, true]), 10_000);
  open.at(-1)!.error(new TypeError('network error'));
  await reconnect(3);
  await vi.waitFor(() => expect(opened).toEqual([false, true, true]), 10_000);
  expect(hints).toHaveLength(1);
});

it('sends `everything` once after the session is over, and does not reconnect', async () => {
  vi.useFakeTimers();
  status = 401;
  const { hints } = listen();
  await vi.advanceTimersByTimeAsync(0);
  expect(hints).toEqual([{ kind: 'everything' }]);
  status = 200;
  stream!.hurry();
  // Longer than the longest pause between two attempts.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open).toHaveLength(0);
  expect(hints).toHaveLength(1);
});

it.each([
  ['refuses without an error body of the API', 401, 'application/json'],
  ['sends a page', 200, 'text/html'],
])('reconnects if a proxy in front of the server %s', async (_, doorStatus, doorType) => {
  vi.useFakeTimers();
  status = doorStatus;
  type = doorType;
  refusal = { message: 'Sign in' };
  const { hints, opened } = listen();
  await vi.advanceTimersByTimeAsync(0);
  expect([hints, opened]).toEqual([[], []]);
  status = 200;
  type = 'text/event-stream';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened).toEqual([false]);
});

it('ends its request when closed', async () => {
  const { opened } = listen();
  await vi.waitFor(() => expect(opened).toEqual([false]), 10_000);
  const before = cut;
  stream!.close();
  expect(cut).toBe(before + 1);
});

it('reports all incoming data, heartbeats included, and its loss', async () => {
  const { opened, hints, pulse } = listen();
  await vi.waitFor(() => expect(opened).toEqual([false]), 10_000);
  expect(pulse).toEqual(['alive']);
  open.at(-1)!.enqueue(new TextEncoder().encode(':\n\n'));
  await vi.waitFor(() => expect(pulse).toEqual(['alive', 'alive']), 10_000);
  send({ kind: 'feed', mission_id: 'm' });
  await vi.waitFor(() => expect(hints).toHaveLength(1), 10_000);
  open.at(-1)!.error(new TypeError('network error'));
  await vi.waitFor(() => expect(pulse).toEqual(['alive', 'alive', 'alive', 'lost']), 10_000);
});
