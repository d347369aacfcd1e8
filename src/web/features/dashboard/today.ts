import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';

/** What the user can do in a mission today. */
export type CardKind = 'open' | 'free' | 'done' | 'upcoming' | 'ended';

type Missions = Pick<Dashboard, 'missions' | 'checked_in_missions'>;
type CardFacts = Pick<DashboardMission, 'id' | 'state' | 'started' | 'can' | 'due_today'>;

/** The kind of a mission's card; `checkedIn` holds the ids of the missions that were checked in to today. */
export function cardKind(mission: CardFacts, checkedIn: readonly string[]): CardKind {
  if (mission.due_today) return 'open';
  // A check-in is possible, but nothing asks for it.
  if (mission.can.check_in) return 'free';
  if (mission.state !== 'active') return 'ended';
  if (!mission.started) return 'upcoming';
  // In a time zone ahead of the owner's, a member's last day ends before the mission does.
  return checkedIn.includes(mission.id) ? 'done' : 'ended';
}

/** How many of the missions that are due or done today are done: 'X of Y checked in today'. */
export function countToday({ missions, checked_in_missions }: Missions): { done: number; total: number } {
  const done = missions.filter((mission) => checked_in_missions.includes(mission.id)).length;
  return { done, total: done + missions.filter((mission) => mission.due_today).length };
}

const SHORT_NAME = 12;
/** A short name in full, since the first word is not always a first name; of a long one the first word. */
const firstName = (name: string): string => (name.length <= SHORT_NAME ? name : (name.split(/\s+/)[0] ?? name));

function quietTime(hour: number): string {
  if (hour >= 5 && hour < 12) return 'A quiet morning';
  if (hour >= 12 && hour < 17) return 'A quiet afternoon';
  return hour >= 17 && hour < 22 ? 'A quiet evening' : 'A quiet night';
}

/** The greeting: what is left to do today. `hour` is on the user's clock, 0 to 23. */
export function todaySentence(name: string, missions: Missions, hour: number): string {
  const { done, total } = countToday(missions);
  const open = total - done;
  if (total === 0) return `${quietTime(hour)}, ${firstName(name)}`;
  if (open === 0) return `Every fire is lit, ${firstName(name)}`;
  return open === 1 ? `One fire left to tend, ${firstName(name)}` : `${open} fires left to tend, ${firstName(name)}`;
}
