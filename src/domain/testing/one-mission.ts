import { type Away, type Day, EVERY_WEEKDAY, type Life, type Membership, toDaySet } from '../life.ts';
import { type MissionStanding, standing } from '../standing.ts';

type Fields = Partial<Omit<Membership, 'days'>> & { first: Day; last: Day; checked?: readonly Day[] };

/** A membership in a daily mission that runs, from its first day on, unless the fields say otherwise. */
export function buildMembership({ checked = [], ...fields }: Fields): Membership {
  const joined = fields.joined ?? fields.first;
  return {
    ...{ id: 'm', times: null, weekdays: EVERY_WEEKDAY, joined, returned: joined, to: fields.last, running: true },
    ...fields,
    days: toDaySet(checked),
  };
}

/** A life in UTC with one membership. */
export const buildLife = (m: Membership, away: readonly Away[] = []): Life => ({
  ...{ zone: 'UTC', moved: null, away },
  ...{ archived: toDaySet([]), memberships: [m] },
});

/** How the member of such a life is doing at an hour of a day. */
export const standingIn = (life: Life, today: Day, hour = 15): MissionStanding =>
  standing(life, { today, hour }).missions.get('m')!;
