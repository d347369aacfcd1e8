import { Overloaded } from '../concurrency-limit.ts';
import { makeFairLine } from './fair-line.ts';
import { AccountLineFull, ImageUnreadable } from './image-errors.ts';
import type { ImageSet, Images, Requester } from './images.ts';
import { makeImageChild } from './process-child.ts';
import type { ImageResult, ImageTask } from './process-messages.ts';

const IDLE_MS = 10_000;
/** A decoder may be in a loop of native code that no time-out reaches: only the end of its process ends it. */
const TASK_MS = 30_000;
/** How long a picture in progress whose client hung up may delay others: nearly all are done by then. */
const ABANDONED_MS = 2000;
const LINE = { places: 50, places_of_account: 10 } as const;
/** Visitors of share pages have no account, so all share pictures take turns as one. */
const SHARE_PICTURES: Requester = { account: 'share pictures' };

interface Entry {
  readonly task: ImageTask;
  resolve(result: ImageResult): void;
  reject(error: Error): void;
  /** Its client hung up, and it has had its time since then. */
  abandoned: boolean;
}

export interface ImageProcessOptions {
  readonly idle_ms?: number;
  /** Runs in place of the image process, for tests. */
  readonly program?: URL;
}

/** Images made in a process of their own, one after the other, with a fair line of those that wait (rules.md#photos). */
export function imagesProcess(options: ImageProcessOptions = {}): Images {
  const child = makeImageChild({ idle_ms: options.idle_ms ?? IDLE_MS, program: options.program });
  const line = makeFairLine<Entry>(LINE);
  let current: Entry | undefined;
  let performing = false;

  const perform = async (entry: Entry) => {
    current = entry;
    const limit = setTimeout(() => child.kill(new ImageUnreadable(`It took more than ${TASK_MS} ms.`)), TASK_MS);
    await child.run(entry.task).then(entry.resolve, entry.reject);
    clearTimeout(limit);
    current = undefined;
  };

  const performAll = async () => {
    if (performing) return;
    performing = true;
    for (let entry = line.next(); entry; entry = line.next()) await perform(entry);
    performing = false;
  };

  const endAbandoned = () => {
    if (current?.abandoned && line.length > 0) child.kill(new ImageUnreadable('Its client hung up.'));
  };

  const onHangUp = (entry: Entry) => {
    if (line.leave(entry)) entry.reject(new ImageUnreadable('Its client hung up while it waited.'));
    if (entry !== current) return;
    setTimeout(() => {
      entry.abandoned = true;
      endAbandoned();
    }, ABANDONED_MS).unref();
  };

  const submit = ({ account, signal }: Requester, task: ImageTask) =>
    new Promise<ImageResult>((resolve, reject) => {
      if (signal?.aborted) throw new ImageUnreadable('Its client hung up before it waited.');
      const entry: Entry = { task, resolve, reject, abandoned: false };
      line.join(account, entry);
      signal?.addEventListener('abort', () => onHangUp(entry), { once: true });
      endAbandoned();
      void performAll();
    });

  return {
    makeWebp: (path, variants, requester) => submit(requester, { kind: 'webp', path, variants }) as Promise<ImageSet>,
    drawSharePicture: (figures) =>
      submit(SHARE_PICTURES, { kind: 'share_picture', figures }).catch((error: Error) => {
        // None of the visitors asked for too much, and our own drawing is not unreadable.
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
