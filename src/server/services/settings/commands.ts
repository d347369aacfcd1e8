import type { Settings, SettingsInput } from '#contract/settings.ts';
import type { Db } from '#platform/db/open.ts';
import { findSettings } from './public.ts';

/** Stores the settings. Newer settings that the input omits stay unchanged. */
export const saveSettings = (db: Db, userId: string, settings: SettingsInput): Promise<Settings> =>
  db.transact(async (tx) => {
    const { push_types, weekly_digest, new_device_mail = null, language } = settings;
    await tx.rows(
      `insert into user_settings as s (user_id, push_types, weekly_digest, new_device_mail)
       values ($1, $2, $3, coalesce($4, true))
       on conflict (user_id) do update set push_types = excluded.push_types, weekly_digest = excluded.weekly_digest,
         new_device_mail = coalesce($4, s.new_device_mail)`,
      [userId, [...new Set(push_types)], weekly_digest, new_device_mail],
    );
    if (language !== undefined) await tx.rows('update users set language = $2 where id = $1', [userId, language]);
    return findSettings(tx, userId);
  });
