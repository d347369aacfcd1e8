import * as z from 'zod/mini';
import { Settings } from '#contract/settings.ts';
import { Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { knownLanguage } from '../../language/translate-for.ts';

const StoredSettings = z.extend(z.omit(Settings, { language: true }), { language: z.nullable(Text) });

/** Returns the user's settings. By default, only mails about new devices are on. */
export async function findSettings(db: Queryable, userId: string): Promise<Settings> {
  const [row] = await db.rows(
    StoredSettings,
    `select coalesce(s.push_types, '{}') as push_types, coalesce(s.weekly_digest, false) as weekly_digest,
       coalesce(s.new_device_mail, true) as new_device_mail, u.language
     from users u left join user_settings s on s.user_id = u.id where u.id = $1`,
    [userId],
  );
  return { ...row!, language: knownLanguage(row!.language) };
}

/** Ends the weekly mails; other settings stay. */
export async function endDigest(db: Queryable, userId: string): Promise<void> {
  await db.rows('update user_settings set weekly_digest = false where user_id = $1', [userId]);
}
