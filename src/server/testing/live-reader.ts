import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Goodbye, Hint } from '#contract/live.ts';

const WAIT_MS = 5000;

export type LiveEvent = Hint | Goodbye;

export interface LiveReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Everything received so far, oldest first. */
  readonly events: readonly LiveEvent[];
  /** The number of heartbeats received. */
  readonly beats: () => number;
  /** Resolves with the first event, past or future, for which `matches` is true. */
  find(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream or cut the connection. */
  ended(): Promise<void>;
  /** Empties the list of events. */
  forget(): void;
  /** Stops reading from the connection. */
  pause(): void;
  close(): void;
}

/** Opens GET /api/live on a connection of its own and reads it as a browser would. */
export async function openReader(url: string, token?: string): Promise<LiveReader> {
  const events: LiveEvent[] = [];
  const watchers = new Set<() => void>();
  let beats = 0;
  let ended = false;
  let pending = '';
  const notifyWatchers = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const receive = (chunk: string) => {
    const blocks = (pending + chunk).split('\n\n');
    pending = blocks.pop()!;
    for (const block of blocks) {
      if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)));
      else beats += 1;
    }
    notifyWatchers();
  };
  const waitFor = <T>(what: string, check: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const watch = () => {
        const found = check();
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

  const liveRequest: ClientRequest = request(`${url}/api/live`, {
    agent: false,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    liveRequest.once('response', resolve).once('error', reject).end();
  });
  const end = () => {
    ended = true;
    notifyWatchers();
  };
  // For a reader, a cut connection is an end like any other.
  liveRequest.on('error', end);
  response.setEncoding('utf8').on('data', receive).on('error', end).on('close', end);
  return {
    status: response.statusCode!,
    headers: response.headers,
    events,
    beats: () => beats,
    find: (matches) => waitFor('No such event', () => events.find(matches)),
    ended: () => waitFor('No end', () => ended || undefined).then(() => undefined),
    forget: () => {
      events.length = 0;
    },
    pause: () => response.pause(),
    close: () => liveRequest.destroy(),
  };
}
