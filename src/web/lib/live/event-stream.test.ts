import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents } from './event-stream.ts';

/** A body that comes in these pieces. */
const bodyOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

async function read(pieces: readonly Uint8Array[]): Promise<{ events: string[]; signs: number }> {
  const events: string[] = [];
  let signs = 0;
  for await (const event of readEvents(bodyOf(pieces), () => signs++)) events.push(event);
  return { events, signs };
}

describe('a stream of events', () => {
  it('is the same however it is cut into pieces, in the middle of a letter too', async () => {
    const text = new TextEncoder().encode('data: {"a":"héllo"}\n\n:\n\ndata: {"b":"🔥"}\n\n');
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const edges = [0, ...at.sort((one, other) => one - other), text.length];
        const pieces = edges.slice(1).map((end, i) => text.slice(edges[i], end));
        expect((await read(pieces)).events).toEqual(['{"a":"héllo"}', '{"b":"🔥"}']);
      }),
    );
  });

  it('hears a heartbeat as a sign of life and no event, and leaves out what was cut off', async () => {
    const encoder = new TextEncoder();
    expect(await read([encoder.encode(':\n\n'), encoder.encode('data: {"half')])).toEqual({ events: [], signs: 2 });
  });
});
