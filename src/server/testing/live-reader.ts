import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Goodbye, Hint } from '#contract/live.ts';

const WAIT_MS = 5000;

export type LiveEvent = Hint | Goodbye;

export interface LiveReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Everything that has come so far, oldest first. */
  readonly events: readonly LiveEvent[];
  /** How many heartbeats have come. */
  readonly beats: () => number;
  /** Resolves with the first event, past or to come, that `wanted` takes. */
  find(wanted: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream or cut the connection. */
  ended(): Promise<void>;
  /** Begins a new list of events. */
  forget(): void;
  /** Takes nothing more out of the connection. */
  pause(): void;
  close(): void;
}

/** Opens GET /api/live over a connection of its own and reads it, as a browser would. */
export async function openReader(url: string, token?: string): Promise<LiveReader> {
  const events: LiveEvent[] = [];
  const watchers = new Set<() => void>();
  let beats = 0;
  let over = false;
  let rest = '';
  const tell = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const take = (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)));
      else beats += 1;
    }
    tell();
  };
  const until = <T>(what: string, look: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const watch = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        watchers.delete(watch);
        resolve(found);
      };
      const timer = setTimeout(() => {
        watchers.delete(watch);
        reject(new Error(`${what} within ${WAIT_MS} ms; there were ${JSON.stringify(events)}`));
      }, WAIT_MS);
      watchers.add(watch);
      watch();
    });

  const asked: ClientRequest = request(`${url}/api/live`, {
    agent: false,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  const end = () => {
    over = true;
    tell();
  };
  // A cut connection is an end like any other here.
  asked.on('error', end);
  answer.setEncoding('utf8').on('data', take).on('error', end).on('close', end);
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    events,
    beats: () => beats,
    find: (wanted) => until('No such event', () => events.find(wanted)),
    ended: () => until('No end', () => over || undefined).then(() => undefined),
    forget: () => {
      events.length = 0;
    },
    pause: () => answer.pause(),
    close: () => asked.destroy(),
  };
}
