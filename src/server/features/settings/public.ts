import type { Settings } from '#contract/settings.ts';
import type { Queryable } from '../../db/open.ts';

const NOTHING: Settings = { push_types: [], weekly_digest: false, new_device_mail: true };

/** Which messages the user wants; until some were chosen, only mails about new devices. */
export async function findSettings(db: Queryable, userId: string): Promise<Settings> {
  const [row] = await db.read<Settings>(
    'select push_types, weekly_digest, new_device_mail from user_settings where user_id = $1',
    [userId],
  );
  return row ?? NOTHING;
}

/** Ends the weekly mails; other choices stay. */
export async function endDigest(db: Queryable, userId: string): Promise<void> {
  await db.rows('update user_settings set weekly_digest = false where user_id = $1', [userId]);
}
