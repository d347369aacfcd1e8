import { Worker } from 'node:worker_threads';
import type { HeicResult, HeicTask } from './heic-worker.ts';
import { ImageUnreadable, TooManyPixels } from './image-errors.ts';
import { workerFile } from './worker-file.ts';

/** Upright raw pixels of 4 bytes. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const MIB = 1024 * 1024;
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const DECODER_BYTES_MAX = 1024 * MIB;

/**
 * Decodes the primary picture of a HEIC file in a thread, upright according to its boxes. `signal` cancels it. Throws
 * TooManyPixels and ImageUnreadable.
 */
export function decodeHeic(path: string, pixels_max: number, timeout_ms: number, signal: AbortSignal): Promise<Pixels> {
  const workerData: HeicTask = { path, pixels_max, memory_max: DECODER_BYTES_MAX };
  const worker = new Worker(workerFile('heic-worker', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: HEAP,
    // Drops the decoder's warnings.
    stdout: true,
    stderr: true,
  });
  return new Promise<Pixels>((resolve, reject) => {
    let ended = false;
    const end = (settle: () => void) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // Settles after the thread has exited, so two decoders never run at the same time.
      void worker.terminate().then(settle, settle);
    };
    const refuse = (sentence: string) => end(() => reject(new ImageUnreadable(sentence)));
    const onAbort = () => refuse('The program is stopping.');
    const timer = setTimeout(() => refuse(`Decoding took more than ${timeout_ms} ms.`), timeout_ms);
    signal.addEventListener('abort', onAbort);
    worker.once('message', (result: HeicResult) => {
      if ('data' in result) {
        const { data, width, height } = result;
        end(() => resolve({ data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height }));
      } else if (result.error === 'too_many_pixels') end(() => reject(new TooManyPixels()));
      else refuse('The HEIC data cannot be decoded.');
    });
    worker.once('error', (error) => refuse(`The decoder failed: ${error.message}`));
    worker.once('exit', () => refuse('The decoder exited without a picture.'));
  });
}
