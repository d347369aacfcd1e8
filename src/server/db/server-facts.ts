import type { MediaReport } from '../adapters/storage/sweep.ts';
import type { Queryable } from './open.ts';

/**
 * Notes the hash of the secret that this server signs with. False when the database was used with a secret of which none
 * of the `hashes` is (the current one first, then those that still open what they signed): the noted one stays then, so
 * that one server with a wrong secret is told at each start, and those with the right one are not.
 */
export async function noteSecret(db: Queryable, hashes: readonly string[]): Promise<boolean> {
  const noted = await db.rows(
    `insert into server_facts (name, value) values ('secret_key', $1)
     on conflict (name) do update set value = excluded.value where server_facts.value = any($2::text[])
     returning 1`,
    [hashes[0], hashes],
  );
  return noted.length > 0;
}

/** Notes what the daily sweep found, for the figures of every process: it runs in one of them, another one each day. */
export async function noteMediaReport(db: Queryable, report: MediaReport): Promise<void> {
  await db.rows(
    `insert into server_facts (name, value) values ('media_report', $1)
     on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(report)],
  );
}

/** What the last daily sweep found; null before the first one. */
export async function readMediaReport(db: Queryable): Promise<MediaReport | null> {
  const [noted] = await db.rows<{ value: string }>("select value from server_facts where name = 'media_report'");
  return noted ? (JSON.parse(noted.value) as MediaReport) : null;
}
