import { clockAt, type Life } from '#domain/life.ts';
import { STREAK_RISK_DAYS } from '#domain/limits.ts';
import { CHECKED } from '#domain/outcomes.ts';
import { standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { findSafely } from '#platform/jobs/job.ts';
import type { Log } from '#platform/lib/log.ts';
import { readLives } from '../../../life/public.ts';
import { type Evening, listEvenings, listTitles, type Risk } from './queries.ts';

const CHUNK = 25;

/** Returns the streak if it is at risk now, with the missions that need a check-in; null otherwise. */
function toRisk(life: Life, now: Date) {
  const { streak: streak_days, rest_days, days, missions } = standing(life, clockAt(now, life.zone));
  const needed = [...missions].filter(([, { needed: isNeeded }]) => isNeeded).map(([id]) => id);
  const isAtRisk = streak_days >= STREAK_RISK_DAYS && days.states.at(-1) !== CHECKED && needed.length > 0;
  return isAtRisk ? { streak_days, rest_days, needed } : null;
}

async function listRisksOf(db: Queryable, evenings: readonly Evening[], now: Date): Promise<Risk[]> {
  const lives = await readLives(
    db,
    evenings.map(({ user_id }) => user_id),
  );
  const found = evenings.flatMap(({ user_id, day }) => {
    const life = lives.get(user_id);
    const risk = life ? toRisk(life, now) : null;
    return risk ? [{ user_id, day, ...risk }] : [];
  });
  if (found.length === 0) return [];
  const titles = await listTitles(db, [...new Set(found.flatMap(({ needed }) => needed))]);
  return found.map(({ needed, ...risk }) => ({ ...risk, missions: titles.filter(({ id }) => needed.includes(id)) }));
}

/** Lists the streaks at risk in zones where these evenings have started (docs/rules.md#webhooks). */
export async function listRisks(
  db: Queryable,
  log: Log,
  evenings: readonly { zone: string; day: string }[],
  now: Date,
): Promise<Risk[]> {
  const users = await listEvenings(db, evenings, now);
  const risks: Risk[] = [];
  // The process answers requests between the chunks.
  for (let at = 0; at < users.length; at += CHUNK)
    risks.push(...(await findSafely(log, users.slice(at, at + CHUNK), (some) => listRisksOf(db, some, now))));
  return risks;
}
