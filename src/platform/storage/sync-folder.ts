import { open } from 'node:fs/promises';

/** Syncs the folder: only then does a new name survive a power cut (not every system allows it). */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
