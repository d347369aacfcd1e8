import type { Settings } from '#contract/settings.ts';
import type { Queryable } from '../../db/open.ts';

const NOTHING: Settings = { push_types: [], weekly_digest: false };

/** What the user wants to hear of; nothing until it was chosen. */
export async function findSettings(db: Queryable, userId: string): Promise<Settings> {
  const [row] = await db.rows<Settings>('select push_types, weekly_digest from user_settings where user_id = $1', [
    userId,
  ]);
  return row ?? NOTHING;
}

export async function replaceSettings(db: Queryable, userId: string, settings: Settings): Promise<Settings> {
  const [row] = await db.rows<Settings>(
    `insert into user_settings (user_id, push_types, weekly_digest) values ($1, $2, $3)
     on conflict (user_id) do update set push_types = excluded.push_types, weekly_digest = excluded.weekly_digest
     returning push_types, weekly_digest`,
    [userId, [...new Set(settings.push_types)], settings.weekly_digest],
  );
  return row!;
}

/** Ends the weekly mails; what else was chosen stays. */
export async function endDigest(db: Queryable, userId: string): Promise<void> {
  await db.rows('update user_settings set weekly_digest = false where user_id = $1', [userId]);
}
