import type { HealthPerson, MissionHealth } from '#contract/insights.ts';
import { HEALTHS, type HealthLevel, healthOf } from '#domain/insights.ts';
import { HEALTH_NAMES_MAX } from '#domain/limits.ts';
import { faceOf } from '../../../facts/users.ts';
import type { HealthRow } from './read.ts';

const toHealthPerson = (row: HealthRow): HealthPerson => ({
  ...faceOf(row),
  recent_checked: row.recent.days_checked,
  recent_open: row.recent.days_open,
  earlier_checked: row.earlier.days_checked,
  earlier_open: row.earlier.days_open,
});

/** Without a ranking, names only the owner, because a group would reveal a member's share. */
const isShown = ({ board, user_id }: HealthRow, ownerId: string) => board === 'stars' || user_id === ownerId;

export function toHealth(rows: readonly HealthRow[], ownerId: string): MissionHealth[] {
  const missions = new Map<string, HealthRow[]>();
  for (const row of rows) missions.set(row.mission_id, [...(missions.get(row.mission_id) ?? []), row]);
  return [...missions.values()].map((members) => {
    const { mission_id, title } = members[0]!;
    const healths = members.map(({ recent, earlier }) => healthOf(recent, earlier));
    const named = (health: HealthLevel) =>
      members
        .filter((row, i) => healths[i] === health && isShown(row, ownerId))
        .slice(0, HEALTH_NAMES_MAX)
        .map(toHealthPerson);
    return {
      mission_id,
      title,
      member_count: members.length,
      counts: Object.fromEntries(
        HEALTHS.map((health) => [health, healths.filter((one) => one === health).length]),
      ) as MissionHealth['counts'],
      carrying: named('carrying'),
      drifting: named('drifting'),
      away: named('away'),
    };
  });
}
