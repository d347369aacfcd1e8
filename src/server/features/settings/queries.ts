import type { Settings, SettingsInput } from '#contract/settings.ts';
import type { Queryable } from '../../db/open.ts';

/** Stores what the user wants. Whoever does not know of the mails about new devices leaves them as they are. */
export async function replaceSettings(db: Queryable, userId: string, settings: SettingsInput): Promise<Settings> {
  const { push_types, weekly_digest, new_device_mail = null } = settings;
  const [row] = await db.rows<Settings>(
    `insert into user_settings as s (user_id, push_types, weekly_digest, new_device_mail)
     values ($1, $2, $3, coalesce($4, true))
     on conflict (user_id) do update set push_types = excluded.push_types, weekly_digest = excluded.weekly_digest,
       new_device_mail = coalesce($4, s.new_device_mail)
     returning push_types, weekly_digest, new_device_mail`,
    [userId, [...new Set(push_types)], weekly_digest, new_device_mail],
  );
  return row!;
}
