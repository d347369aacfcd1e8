import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents } from './stream.ts';

/** A response body that arrives in these pieces. */
const bodyOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

async function read(pieces: readonly Uint8Array[]): Promise<{ events: string[]; activity: number }> {
  const events: string[] = [];
  let activity = 0;
  for await (const event of readEvents(bodyOf(pieces), () => activity++)) events.push(event);
  return { events, activity };
}

describe('a stream of events', () => {
  it('Events are the same however their bytes are divided, even in the middle of a character.', async () => {
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

  it('A heartbeat counts as activity and not as an event, and an incomplete event is dropped.', async () => {
    const encoder = new TextEncoder();
    expect(await read([encoder.encode(':\n\n'), encoder.encode('data: {"half')])).toEqual({ events: [], activity: 2 });
  });
});
