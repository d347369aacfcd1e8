import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { daysBetween } from '#domain/days.ts';
import { toGreetingName } from '#domain/greeting-name.ts';
import type { Translate } from '#platform/i18n/translate.ts';

/** What the user can do in a mission today. */
export type CardKind = 'needed' | 'possible' | 'free' | 'done' | 'upcoming' | 'ended';

type Missions = Pick<Dashboard, 'missions' | 'checked_in_missions'>;
type CardFacts = Pick<DashboardMission, 'id' | 'state' | 'started' | 'can' | 'due_today' | 'needed_today'>;

/** Returns the kind of a mission's card on the dashboard. */
export function cardKind(
  mission: CardFacts,
  { checked_in_missions }: Pick<Dashboard, 'checked_in_missions'>,
): CardKind {
  if (mission.needed_today) return 'needed';
  // A check-in of today would be for the schedule, but another day of the week may have it.
  if (mission.due_today) return 'possible';
  // A check-in is possible, but nothing asks for it.
  if (mission.can.check_in) return 'free';
  if (mission.state !== 'active') return 'ended';
  if (!mission.started) return 'upcoming';
  // In a time zone ahead of the owner's, a member's last day ends before the mission does.
  return checked_in_missions.includes(mission.id) ? 'done' : 'ended';
}

/** Whether a check-in of today would be for the schedule, needed or not. */
export const isDue = (kind: CardKind): boolean => kind === 'needed' || kind === 'possible';

/** How many of the missions that are done today or need it are done: 'X of Y checked in today'. */
export function countToday({ missions, checked_in_missions }: Missions): { done: number; total: number } {
  const done = missions.filter((mission) => checked_in_missions.includes(mission.id)).length;
  return { done, total: done + missions.filter((mission) => mission.needed_today).length };
}

/** Whether the user has checked in somewhere today, and no mission needs it any more. */
export function isAllIn(missions: Missions): boolean {
  const { done, total } = countToday(missions);
  return total > 0 && done === total;
}

/** The mission to check in to next: the first that needs it, else the first where it is possible. */
export const nextMission = ({ missions }: Pick<Dashboard, 'missions'>): DashboardMission | undefined =>
  missions.find((mission) => mission.needed_today) ?? missions.find((mission) => mission.due_today);

/** Somebody who has not earned a point yet. */
const isNewcomer = ({ stats }: Pick<Dashboard, 'stats'>): boolean => stats.points === 0;

/** A newcomer without a mission. */
export const isNewUser = (dashboard: Pick<Dashboard, 'missions' | 'stats'>): boolean =>
  isNewcomer(dashboard) && dashboard.missions.length === 0;

/** Without a check-in on this many days in a row somebody is greeted first. */
const DAYS_WITHOUT_CHECKIN = 3;

/** Whether the user has checked in before, but on none of the last days up to yesterday, nor today. */
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

/** The first sentence: what is left to do today, with a greeting. `hour` is on the user's clock, 0 to 23. */
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

/** Whether the user had a mission before: they earned points, or completed one. */
export const hasPastMission = (dashboard: Past): boolean =>
  !isNewcomer(dashboard) || dashboard.completed_missions.length > 0;

/** Of several missions the one with the most members; null while each has but one. */
export const largestTeam = (missions: readonly DashboardMission[]): DashboardMission | null =>
  missions
    .filter(({ member_count }) => member_count > 1)
    .reduce<DashboardMission | null>(
      (largest, mission) => (largest && largest.member_count >= mission.member_count ? largest : mission),
      null,
    );
