import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { makeFairLine } from './fair-line.ts';
import { AccountLineFull, ImageUnreadable } from './image-errors.ts';
import type { ImageSet, Images, Requester } from './images.ts';
import { makeImageChild } from './process-child.ts';
import type { ImageResult, ImageTask } from './process-messages.ts';

const IDLE_MS = 10_000;
/** A decoder may loop in native code that no timeout reaches: only killing the process ends it. */
const TASK_MS = 30_000;
/** How long a picture may take while pictures of other accounts wait. */
const SHARED_TASK_MS = 8000;
/** How long a picture may delay others after its client hung up: nearly all are done by then. */
const ABANDONED_MS = 2000;
const LINE = { line_max: 50, account_max: 10 } as const;
/** Visitors who see a picture of the product have no account, so all these pictures take turns as one. */
const PICTURES: Requester = { account: 'pictures' };

interface Entry {
  readonly task: ImageTask;
  resolve(result: ImageResult): void;
  reject(error: Error): void;
  /** Its client hung up, and the time for it since then has passed. */
  abandoned: boolean;
  /** It has had the time that others leave it. */
  slow: boolean;
}

export interface ImageProcessOptions {
  /** The program of the product for the image process. */
  readonly program: URL;
  readonly idle_ms?: number;
}

/**
 * Makes images in a process of its own, one after the other, with a fair waiting line (rules.md#photos). The process
 * starts with the first picture and exits when there is none.
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

  /** Ends the picture in progress if it has kept others waiting for long enough. */
  const endHindering = () => {
    if (current?.abandoned && line.length > 0) child.kill(new ImageUnreadable('Its client hung up.'));
    // The picture can be good, so its client may send it again when fewer wait.
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
        // A full line is not the visitor's fault, and our own drawing cannot be unreadable: both become Overloaded.
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
