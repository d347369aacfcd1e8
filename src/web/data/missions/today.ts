import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { daysBetween } from '#domain/days.ts';
import { toGreetingName } from '#domain/greeting-name.ts';
import type { Translate } from '#platform/i18n/translate.ts';

export type CardKind = 'needed' | 'possible' | 'free' | 'done' | 'upcoming' | 'ended';

type Missions = Pick<Dashboard, 'missions' | 'checked_in_missions'>;
type CardFacts = Pick<DashboardMission, 'id' | 'state' | 'started' | 'can' | 'due_today' | 'needed_today'>;

export function cardKind(
  mission: CardFacts,
  { checked_in_missions }: Pick<Dashboard, 'checked_in_missions'>,
): CardKind {
  if (mission.needed_today) return 'needed';
  // The mission is due, but another day of the week would do as well.
  if (mission.due_today) return 'possible';
  // A check-in is possible but not required.
  if (mission.can.check_in) return 'free';
  if (mission.state !== 'active') return 'ended';
  if (!mission.started) return 'upcoming';
  // In a time zone ahead of the owner's, a member's last day ends before the mission does.
  return checked_in_missions.includes(mission.id) ? 'done' : 'ended';
}

/** Returns true if a check-in today counts toward the schedule. */
export const isDue = (kind: CardKind): boolean => kind === 'needed' || kind === 'possible';

/** Counts done and needed missions for 'X of Y checked in today'. */
export function countToday({ missions, checked_in_missions }: Missions): { done: number; total: number } {
  const done = missions.filter((mission) => checked_in_missions.includes(mission.id)).length;
  return { done, total: done + missions.filter((mission) => mission.needed_today).length };
}

/** Returns true if the user has checked in today and no mission needs more. */
export function isAllIn(missions: Missions): boolean {
  const { done, total } = countToday(missions);
  return total > 0 && done === total;
}

/** Returns the first needed mission, or else the first due mission. */
export const nextMission = ({ missions }: Pick<Dashboard, 'missions'>): DashboardMission | undefined =>
  missions.find((mission) => mission.needed_today) ?? missions.find((mission) => mission.due_today);

const isNewcomer = ({ stats }: Pick<Dashboard, 'stats'>): boolean => stats.points === 0;

export const isNewUser = (dashboard: Pick<Dashboard, 'missions' | 'stats'>): boolean =>
  isNewcomer(dashboard) && dashboard.missions.length === 0;

/** After more days than this since the last check-in, the sentence starts with a greeting. */
const DAYS_WITHOUT_CHECKIN = 3;

/** Returns true if the user has checked in before, but not recently. */
function isBack({ quilt, stats, today }: Pick<Dashboard, 'quilt' | 'stats' | 'today'>, done: number): boolean {
  if (done > 0 || stats.points === 0) return false;
  const last = quilt.at(-1);
  return !last || daysBetween(last.day, today) > DAYS_WITHOUT_CHECKIN;
}

function greetingKey(hour: number) {
  if (hour >= 5 && hour < 12) return 'app.dashboard.today.morning';
  return hour >= 12 && hour < 17 ? 'app.dashboard.today.afternoon' : 'app.dashboard.today.evening';
}

type Day = Missions & Pick<Dashboard, 'quilt' | 'stats' | 'today'>;

/** Returns what is left to do today, with a greeting. `hour` is on the user's clock, 0 to 23. */
export function todaySentence(t: Translate, fullName: string, day: Day, hour: number): string {
  const name = toGreetingName(fullName);
  const { done, total } = countToday(day);
  const needed = total - done;
  if (total === 0) return t(greetingKey(hour), { name });
  if (needed === 0) return t('app.dashboard.today.done', { name });
  if (isBack(day, done)) return t('app.dashboard.today.back', { name });
  return t('app.dashboard.today.to_go', { count: needed, name });
}

export type Past = Pick<Dashboard, 'stats' | 'completed_missions'>;

/** Returns true if the user had a mission before: they have points or completed a mission. */
export const hasPastMission = (dashboard: Past): boolean =>
  !isNewcomer(dashboard) || dashboard.completed_missions.length > 0;

/** Returns the mission with the most members, or null if all have only one member. */
export const largestTeam = (missions: readonly DashboardMission[]): DashboardMission | null =>
  missions
    .filter(({ member_count }) => member_count > 1)
    .reduce<DashboardMission | null>(
      (largest, mission) => (largest && largest.member_count >= mission.member_count ? largest : mission),
      null,
    );
