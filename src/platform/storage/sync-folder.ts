import { open } from 'node:fs/promises';

/** Syncs a folder, so a new name survives a power cut. Some systems do not allow it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
