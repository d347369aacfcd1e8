import type { Settings } from '#contract/settings.ts';
import type { Queryable } from '../../db/open.ts';

const NOTHING: Settings = { push_types: [], weekly_digest: false };

/** Which messages the user wants; none until some were chosen. */
export async function findSettings(db: Queryable, userId: string): Promise<Settings> {
  const [row] = await db.rows<Settings>('select push_types, weekly_digest from user_settings where user_id = $1', [
    userId,
  ]);
  return row ?? NOTHING;
}

/** Ends the weekly mails; other choices stay. */
export async function endDigest(db: Queryable, userId: string): Promise<void> {
  await db.rows('update user_settings set weekly_digest = false where user_id = $1', [userId]);
}
