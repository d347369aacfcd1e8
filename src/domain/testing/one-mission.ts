import { type Away, type Day, EVERY_WEEKDAY, type Life, type Membership, toDaySet } from '../life.ts';
import { type MissionStanding, standing } from '../standing.ts';

type Fields = Partial<Omit<Membership, 'days'>> & { first: Day; last: Day; checked?: readonly Day[] };

/** Builds a membership in a running daily mission, unless the fields differ. */
export function buildMembership({ checked = [], ...fields }: Fields): Membership {
  const joined = fields.joined ?? fields.first;
  return {
    ...{ id: 'm', times: null, weekdays: EVERY_WEEKDAY, joined, returned: joined, to: fields.last, running: true },
    ...fields,
    days: toDaySet(checked),
  };
}

/** Builds a life in UTC with one membership. */
export const buildLife = (m: Membership, away: readonly Away[] = []): Life => ({
  ...{ zone: 'UTC', moved: null, away },
  ...{ archived: toDaySet([]), memberships: [m] },
});

/** Returns the standing of the member of such a life at an hour of a day. */
export const standingIn = (life: Life, today: Day, hour = 15): MissionStanding =>
  standing(life, { today, hour }).missions.get('m')!;
