import { type AwayTest, type Day, hasDay, type Membership, WEEK } from './life.ts';
import { asksFor } from './outcomes.ts';

export interface TeamMember {
  readonly m: Membership;
  readonly isAway: AwayTest;
  readonly today: Day;
}

/** Lists the days that would be missed without a check-in, whether checked or not. */
export function neededDays(m: Membership, isAway: AwayTest): Set<Day> {
  const needed = new Set<Day>();
  for (let day = m.first, covered = 0; day <= m.last; day += 1) {
    if ((day - m.first) % WEEK === 0) covered = 0;
    const counts = day >= m.joined && !isAway(day);
    if (counts && asksFor(m, day, covered)) needed.add(day);
    covered += Number(hasDay(m.days, day)) + Number(!counts);
  }
  return needed;
}

/**
 * Lists the days from `first` to `last` when everyone who was needed checked in. Such a day has at least two members,
 * and someone was needed or all checked in. A member whose calendar has not reached the day might still be needed.
 */
export function listFullDays(team: readonly TeamMember[], first: Day, last: Day): Day[] {
  const members = team.map((one) => ({ ...one, needed: neededDays(one.m, one.isAway) }));
  const full: Day[] = [];
  for (let day = first; day <= last; day += 1) {
    const joined = members.filter(({ m }) => m.joined <= day);
    const isIn = ({ m }: TeamMember) => hasDay(m.days, day);
    const isFull =
      joined.length > 1 &&
      joined.every((one) => isIn(one) || (day <= one.today && !one.needed.has(day))) &&
      (joined.some((one) => isIn(one) && one.needed.has(day)) || joined.every(isIn));
    if (isFull) full.push(day);
  }
  return full;
}
