import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { hideOtherPictures } from './heif-boxes.ts';

export interface HeicTask {
  readonly path: string;
  readonly pixels_max: number;
  readonly memory_max: number;
}

export type HeicResult =
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }
  | { readonly error: 'too_many_pixels' | 'unreadable' };

type Decodable = Awaited<ReturnType<typeof import('heic-decode').all>>[number];
interface Size {
  readonly width: number;
  readonly height: number;
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

/** Limits WebAssembly memory, because a thread's resource limits only cover its heap. */
function boundMemory(bytes: number): void {
  const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } }).WebAssembly;
  const grow = Memory.prototype.grow;
  Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError('The decoder needs too much memory.');
    return grow.call(this, pages);
  };
}

async function decodePrimary({ path, pixels_max, memory_max }: HeicTask): Promise<HeicResult> {
  boundMemory(memory_max);
  const { default: decode } = await import('heic-decode');
  const buffer = await readFile(path);
  hideOtherPictures(buffer);
  // The types omit the size, which is known before the pixels are decoded.
  const [primary] = (await decode.all({ buffer })) as (Decodable & Size)[];
  if (!primary) return { error: 'unreadable' };
  if (primary.width * primary.height > pixels_max) return { error: 'too_many_pixels' };
  return primary.decode();
}

// The thread decodes one picture and exits, which frees its memory.
const result = await decodePrimary(workerData as HeicTask).catch((): HeicResult => ({ error: 'unreadable' }));
parentPort?.postMessage(result, 'data' in result ? [result.data.buffer as ArrayBuffer] : []);
