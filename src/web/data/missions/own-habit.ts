import type { DashboardMission } from '#contract/dashboard.ts';

/** Returns the viewer's own habit, or the mission's title without one: the name of what they check in. */
export const habitName = ({ own_habit, title }: Pick<DashboardMission, 'own_habit' | 'title'>): string =>
  own_habit ?? title;
