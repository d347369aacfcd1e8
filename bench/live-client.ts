import { type IncomingMessage, request } from 'node:http';
import { type Goodbye, type Hint, openLive } from '#contract/live.ts';
import { bearer } from './dataset.ts';

export interface LiveClient {
  close(): void;
  readonly over: Promise<void>;
}

/** Opens a stream on a separate connection; resolves when its headers arrive. */
export async function openStream(
  url: string,
  token: string,
  onEvent: (event: Hint | Goodbye) => void,
): Promise<LiveClient> {
  const stream = request(url + openLive.path, { agent: false, headers: bearer(token) });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    stream.once('response', resolve).once('error', reject).end();
  });
  if (answer.statusCode !== 200) {
    stream.destroy();
    throw new Error(`A stream was refused with ${answer.statusCode}.`);
  }
  let rest = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('data: ')) onEvent(JSON.parse(block.slice(6)));
  });
  const over = new Promise<void>((resolve) => {
    stream.on('error', () => resolve());
    answer.on('error', () => resolve()).on('close', () => resolve());
  });
  return { over, close: () => stream.destroy() };
}
