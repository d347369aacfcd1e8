import type { MissionInsight } from '#contract/insights.ts';
import type { Standing } from '#domain/standing.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { MissionInsightRow } from './queries.ts';

/** Returns the statistics of the missions in the standing; omits missions joined or left since. */
export const toMissionInsights = (
  rows: readonly MissionInsightRow[],
  { missions }: Standing,
  now: Date,
): MissionInsight[] =>
  rows.flatMap((row) => {
    const own = missions.get(row.mission_id);
    if (!own) return [];
    const { mission_id, title, patch, checkins, points } = row;
    const { longest: longest_streak, share } = own;
    return [{ mission_id, title, patch, state: stateOf(row, now), checkins, points, longest_streak, share }];
  });
