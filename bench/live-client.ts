import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Goodbye, Hint } from '#contract/live.ts';

export interface LiveClient {
  close(): void;
  /** Resolves when the stream is over. */
  readonly over: Promise<void>;
}

/** Opens a stream on a connection of its own; resolves when its head is there. */
export async function openStream(
  url: string,
  token: string,
  onEvent: (event: Hint | Goodbye) => void,
): Promise<LiveClient> {
  const asked: ClientRequest = request(`${url}/api/live`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  if (answer.statusCode !== 200) {
    asked.destroy();
    throw new Error(`A stream was refused with ${answer.statusCode}.`);
  }
  let rest = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('data: ')) onEvent(JSON.parse(block.slice(6)));
  });
  const over = new Promise<void>((resolve) => {
    asked.on('error', () => resolve());
    answer.on('error', () => resolve()).on('close', () => resolve());
  });
  return { over, close: () => asked.destroy() };
}
