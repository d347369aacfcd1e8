import type { Settings } from '#contract/settings.ts';
import type { Queryable } from '../../db/open.ts';

export async function replaceSettings(db: Queryable, userId: string, settings: Settings): Promise<Settings> {
  const [row] = await db.rows<Settings>(
    `insert into user_settings (user_id, push_types, weekly_digest) values ($1, $2, $3)
     on conflict (user_id) do update set push_types = excluded.push_types, weekly_digest = excluded.weekly_digest
     returning push_types, weekly_digest`,
    [userId, [...new Set(settings.push_types)], settings.weekly_digest],
  );
  return row!;
}
