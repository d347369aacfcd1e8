import type { Completion } from '#contract/completion.ts';
import { type BadgeInput, type BadgeKey, badgesFor } from '#domain/badges.ts';
import type { Translate } from '#platform/i18n/translate.ts';

type Reason = (t: Translate, member: BadgeInput) => string;

const isDaily = ({ schedule }: BadgeInput) => schedule.kind === 'daily';

const REASONS: Readonly<Record<BadgeKey, Reason>> = {
  perfect_mission: (t, member) =>
    t(isDaily(member) ? 'server.badges.perfect_mission.daily' : 'server.badges.perfect_mission.plan'),
  consistent: (t, member) => t(isDaily(member) ? 'server.badges.consistent.daily' : 'server.badges.consistent.plan'),
  streak_goal: (t, { streak_goal }) => t('server.badges.streak_goal.reason', { days: streak_goal ?? 0 }),
  level_goal: (t, { level_goal }) => t('server.badges.level_goal.reason', { level: level_goal ?? 0 }),
  mission_star: (t, { member_count: members }) => t('server.badges.mission_star.reason', { members }),
  silver_star: (t, { member_count: members }) => t('server.badges.silver_star.reason', { members }),
  bronze_star: (t, { member_count: members }) => t('server.badges.bronze_star.reason', { members }),
  storyteller: (t) => t('server.badges.storyteller.reason'),
  cheerleader: (t) => t('server.badges.cheerleader.reason'),
  comeback: (t) => t('server.badges.comeback.reason'),
  road: (t, { road_name }) =>
    road_name === null ? t('server.badges.road.unnamed') : t('server.badges.road.named', { road: road_name }),
  finisher: (t) => t('server.badges.finisher.reason'),
};

/** Returns the badges that a member earned, with names and reasons. */
export const toBadges = (t: Translate, member: BadgeInput): Completion['badges'] =>
  badgesFor(member).map(({ key, icon }) => ({
    icon,
    name: t(`server.badges.${key}.name`),
    description: REASONS[key](t, member),
  }));
