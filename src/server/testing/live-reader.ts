import { EventEmitter, once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Goodbye, Hint } from '#contract/live.ts';
import { waitUntil } from './wait-until.ts';

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

/** Opens GET /api/live on a new connection and reads it like a browser. */
export async function openReader(url: string, token?: string): Promise<LiveReader> {
  const events: LiveEvent[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  let beats = 0;
  let ended = false;
  let pending = '';
  const receive = (chunk: string) => {
    const blocks = (pending + chunk).split('\n\n');
    pending = blocks.pop()!;
    for (const block of blocks) {
      if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)));
      else beats += 1;
    }
    changes.emit('change');
  };
  const waitFor = <T>(what: string, find: () => T | undefined): Promise<T> =>
    waitUntil(changes, find, () => `${what}, but ${JSON.stringify(events)}`);

  const liveRequest: ClientRequest = request(`${url}/api/live`, {
    agent: false,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const [response] = (await once(liveRequest.end(), 'response')) as [IncomingMessage];
  const end = () => {
    ended = true;
    changes.emit('change');
  };
  // For a reader, a cut connection is also an end.
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
