import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';

/** What a mission asks of the member today. */
export type CardKind = 'open' | 'done' | 'upcoming' | 'ended';

type Missions = Pick<Dashboard, 'missions' | 'checked_in_missions'>;
type Standing = Pick<DashboardMission, 'id' | 'state' | 'started' | 'can'>;

/** The kind of a mission's card; `checkedIn` holds the ids of the missions that have today's check-in. */
export function cardKind(mission: Standing, checkedIn: readonly string[]): CardKind {
  if (mission.can.check_in) return 'open';
  if (mission.state !== 'active') return 'ended';
  if (!mission.started) return 'upcoming';
  // A member whose clock runs ahead of the owner's is past the last day before the mission is.
  return checkedIn.includes(mission.id) ? 'done' : 'ended';
}

/** How many of the missions that take a check-in today have it: 'X of Y checked in today'. Spec 2. */
export function countToday({ missions, checked_in_missions }: Missions): { done: number; total: number } {
  const done = missions.filter((mission) => checked_in_missions.includes(mission.id)).length;
  return { done, total: done + missions.filter((mission) => mission.can.check_in).length };
}

const SHORT_NAME = 12;
/** A short name whole, since not every first word is a first name; a long one by its first word. */
const firstName = (name: string): string => (name.length <= SHORT_NAME ? name : (name.split(/\s+/)[0] ?? name));

function quietTime(hour: number): string {
  if (hour >= 5 && hour < 12) return 'A quiet morning';
  if (hour >= 12 && hour < 17) return 'A quiet afternoon';
  return hour >= 17 && hour < 22 ? 'A quiet evening' : 'A quiet night';
}

/** Today in one line, by name. `hour` is the user's own, 0 to 23. */
export function todaySentence(name: string, missions: Missions, hour: number): string {
  const { done, total } = countToday(missions);
  const open = total - done;
  if (total === 0) return `${quietTime(hour)}, ${firstName(name)}`;
  if (open === 0) return `Every fire is lit, ${firstName(name)}`;
  return open === 1 ? `One fire left to tend, ${firstName(name)}` : `${open} fires left to tend, ${firstName(name)}`;
}
