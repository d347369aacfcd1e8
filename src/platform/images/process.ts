import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { makeFairLine } from './fair-line.ts';
import { AccountLineFull, ImageUnreadable } from './image-errors.ts';
import type { ImageSet, Images, Requester } from './images.ts';
import { makeImageChild } from './process-child.ts';
import type { ImageResult, ImageTask } from './process-messages.ts';

const IDLE_MS = 10_000;
/** A decoder can loop in native code that no timeout reaches, so this kills the process. */
const TASK_MS = 30_000;
/** How long a picture can take while other accounts wait. */
const SHARED_TASK_MS = 8000;
/** How long a picture can delay others after its client disconnected. Nearly all finish within that. */
const ABANDONED_MS = 2000;
const LINE = { line_max: 50, account_max: 10 } as const;
/** Visitors have no account, so all product pictures take turns as one account. */
const PICTURES: Requester = { account: 'pictures' };

interface Entry {
  readonly task: ImageTask;
  resolve(result: ImageResult): void;
  reject(error: Error): void;
  /** Whether its client disconnected ABANDONED_MS ago. */
  abandoned: boolean;
  /** Whether it has run for SHARED_TASK_MS. */
  slow: boolean;
}

export interface ImageProcessOptions {
  readonly program: URL;
  readonly idle_ms?: number;
}

/**
 * Processes images one by one in another process, with a fair queue (docs/rules.md#photos). The process starts with the
 * first picture and exits when idle.
 */
export function imagesProcess(options: ImageProcessOptions): Images {
  const child = makeImageChild({ idle_ms: options.idle_ms ?? IDLE_MS, program: options.program });
  const line = makeFairLine<Entry>(LINE);
  let current: Entry | undefined;
  let performing = false;

  const perform = async (entry: Entry) => {
    current = entry;
    const limit = setTimeout(() => child.kill(new ImageUnreadable(`It took more than ${TASK_MS} ms.`)), TASK_MS);
    const shared = setTimeout(() => {
      entry.slow = true;
      endHindering();
    }, SHARED_TASK_MS);
    await child.run(entry.task).then(entry.resolve, entry.reject);
    clearTimeout(limit);
    clearTimeout(shared);
    current = undefined;
  };

  const performAll = async () => {
    if (performing) return;
    performing = true;
    for (let entry = line.next(); entry; entry = line.next()) await perform(entry);
    performing = false;
  };

  const endHindering = () => {
    if (current?.abandoned && line.length > 0) child.kill(new ImageUnreadable('Its client hung up.'));
    // The picture can be valid, so its client may retry later.
    else if (current?.slow && line.has_others)
      child.kill(new Overloaded(`It took more than ${SHARED_TASK_MS} ms while others waited.`));
  };

  const onHangUp = (entry: Entry) => {
    if (line.leave(entry)) entry.reject(new ImageUnreadable('Its client hung up while it waited.'));
    if (entry !== current) return;
    setTimeout(() => {
      entry.abandoned = true;
      endHindering();
    }, ABANDONED_MS).unref();
  };

  const submit = ({ account, signal }: Requester, task: ImageTask) =>
    new Promise<ImageResult>((resolve, reject) => {
      if (signal?.aborted) throw new ImageUnreadable('Its client hung up before it waited.');
      const entry: Entry = { task, resolve, reject, abandoned: false, slow: false };
      line.join(account, entry);
      signal?.addEventListener('abort', () => onHangUp(entry), { once: true });
      endHindering();
      void performAll();
    });

  return {
    makeWebp: (path, variants, requester) => submit(requester, { kind: 'webp', path, variants }) as Promise<ImageSet>,
    drawPicture: (picture) =>
      submit(PICTURES, { kind: 'picture', picture }).catch((error: Error) => {
        // A full queue is not the visitor's fault, and our own drawing cannot be unreadable.
        const busy = error instanceof AccountLineFull || error instanceof ImageUnreadable;
        throw busy ? new Overloaded(error.message) : error;
      }) as Promise<Buffer>,
    close: async () => {
      const stopping = new Overloaded('The program is stopping.');
      for (let entry = line.next(); entry; entry = line.next()) entry.reject(stopping);
      child.kill(stopping);
    },
  };
}
