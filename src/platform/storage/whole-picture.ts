import type { Storage, StoredFile } from './storage.ts';

/** The bytes of a WebP that contain its format and length. */
export const HEAD_BYTES = 12;

async function peek({ stream }: StoredFile): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length < HEAD_BYTES) continue;
    stream.unshift(head);
    break;
  }
  return head;
}

/** Returns true if a WebP that starts with `head` is as long as it states. */
const isWhole = (head: Buffer, size: number) =>
  head.length >= HEAD_BYTES &&
  head.toString('latin1', 0, 4) === 'RIFF' &&
  head.readUInt32LE(4) + 8 === size &&
  head.toString('latin1', 8, HEAD_BYTES) === 'WEBP';

/**
 * Returns a stored picture, or null if it is missing, or truncated by a power loss or a copy. The caller must read the
 * stream to its end or destroy it.
 */
export async function getPicture(storage: Storage, key: string): Promise<StoredFile | null> {
  const file = await storage.get(key);
  if (!file || isWhole(await peek(file), file.size)) return file;
  file.stream.destroy();
  return null;
}
