import { dayText, startOfDay } from '#domain/days.ts';
import { checkinDay, clockAt, type Day, isExtra, type Life, rangeOf, withDay } from '#domain/life.ts';
import { milestoneOf } from '#domain/milestones.ts';
import { earnedPoints } from '#domain/points.ts';
import { type Standing, spentRestDays, standing } from '#domain/standing.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { NO_PHOTO, type PhotoColumns, type StoredPhoto } from '../photo/commands.ts';
import { type CheckinInput, instantOf, type RecordingFacts } from './read.ts';

/** When the headers of the request arrived, and when the row is written. Storing a photo delays the row. */
export interface CheckinInstants {
  arrived_at: Date;
  recorded_at: Date;
}

export interface Recording {
  user: UserRow;
  input: CheckinInput;
  at: CheckinInstants;
  photo?: StoredPhoto | undefined;
}

export interface NewCheckin extends PhotoColumns, Pick<CheckinInput, 'mission_id' | 'type' | 'content'> {
  user_id: string;
  points_earned: number;
  local_day: string;
  is_extra: boolean;
  is_late: boolean;
  is_comeback: boolean;
  timezone: string;
  performed_at: Date;
  created_at: Date;
  client_id: string | null;
}

/** A check-in as the rules accept it. */
export interface DecidedCheckin {
  row: NewCheckin;
  /** The life that includes this check-in, and its standing. */
  life: Life;
  after: Standing;
  rest_days_used: number;
  milestone: ReturnType<typeof milestoneOf>;
  /** Whether other check-ins become comebacks or stop being comebacks. */
  changes_comebacks: boolean;
}

/**
 * Returns the day that a check-in counts for on the member's clock, and its instant. Fails as stated in
 * docs/rules.md#check-ins.
 */
function requireDay({ life, membership }: RecordingFacts, input: CheckinInput, now: Date): { day: Day; at: Date } {
  const at = instantOf(input, now);
  const yesterday = input.day === 'yesterday';
  const day = checkinDay(life, membership, { now, at, yesterday });
  if (day === 'already_checked_in')
    return fail('already_checked_in', yesterday ? { exact: 'checked_in_for_yesterday' } : {});
  if (typeof day === 'string') return fail(day);
  // A check-in for yesterday counts at the end of that day.
  return { day, at: yesterday ? new Date(startOfDay(dayText(day + 1), life.zone).getTime() - 1) : at };
}

/** Returns the life with one more checked day in a mission. */
const withCheckin = (life: Life, missionId: string, day: Day): Life => ({
  ...life,
  memberships: life.memberships.map((m) => (m.id === missionId ? { ...m, days: withDay(m.days, day) } : m)),
});

/**
 * Decides about a check-in from the facts, or fails as the rules state. `arrived_at` determines its day; feed and bell
 * show it from `recorded_at` on.
 */
export function decideCheckin(facts: RecordingFacts, { user, input, at, photo }: Recording): DecidedCheckin {
  if (facts.is_taken_back) fail('checkin_taken_back');
  const { mission_id, type } = input;
  const { day, at: performed_at } = requireDay(facts, input, at.arrived_at);
  const local_day = dayText(day);
  const is_extra = isExtra(facts.membership, day);
  const earning = facts.earning_days.filter((one) => one === local_day).length;

  const clock = clockAt(at.arrived_at, facts.life.zone);
  const life = withCheckin(facts.life, mission_id, day);
  const [before, after] = [standing(facts.life, clock), standing(life, clock)];
  const is_comeback = after.missions.get(mission_id)!.comebacks.includes(day);
  const is_first = [facts.life.archived, ...facts.life.memberships.map(({ days }) => days)].every(
    (days) => rangeOf(days) === null,
  );
  return {
    row: {
      ...{ mission_id, type, user_id: user.id, content: type === 'tick' ? '' : input.content },
      points_earned: earnedPoints(type, { is_extra, earning }),
      ...{ local_day, is_extra, is_late: input.day === 'yesterday', is_comeback },
      ...(photo ?? NO_PHOTO),
      ...{ timezone: facts.life.zone, performed_at, created_at: at.recorded_at, client_id: input.client_id ?? null },
    },
    life,
    after,
    rest_days_used: Math.max(0, spentRestDays(after) - spentRestDays(before)),
    milestone: milestoneOf({ is_first, is_comeback, before: before.streak, after: after.streak }),
    changes_comebacks: [...after.missions].some(([id, { comebacks }]) => {
      const others = comebacks.filter((one) => id !== mission_id || one !== day);
      return others.join() !== before.missions.get(id)!.comebacks.join();
    }),
  };
}
