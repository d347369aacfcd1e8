import type { AmountsInput } from '#contract/amounts.ts';
import { toHundredths } from '#domain/amounts.ts';
import type { Habit } from '#domain/missions.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail, failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';
import type { AmountsColumns } from '../../../facts/amounts.ts';
import { hasAmounts, lockMembersAgainstCheckins } from './queries.ts';

/** Returns the columns of amounts from another row. */
const copyAmounts = (row: AmountsColumns): AmountsColumns => ({
  unit: row.unit,
  hidden_unit: row.hidden_unit,
  target_hundredths: row.target_hundredths,
  counts_at: row.counts_at,
  road_hundredths: row.road_hundredths,
  road_name: row.road_name,
});

/** Returns the columns of what a mission counts; null counts nothing. Fails with 422 if the rule lacks its target. */
function readAmounts(input: AmountsInput | null): AmountsColumns {
  const { unit = null, target = null, counts_at = 'any', road = null } = input ?? {};
  if (counts_at === 'target' && target === null) failField('amounts.target', problem('problems.amount_target'));
  return {
    unit,
    hidden_unit: null,
    target_hundredths: target === null ? null : toHundredths(target),
    counts_at,
    road_hundredths: road === null ? null : toHundredths(road.length),
    road_name: road?.name || null,
  };
}

/** Fails with 422 if something is counted where everyone keeps a habit of their own. */
const requireSharedHabit = (habit: Habit, { unit }: AmountsColumns): unknown =>
  unit !== null && habit === 'own' && failField('amounts', problem('problems.amounts_of_own_habits'));

/** Returns the columns of what a new mission counts; undefined counts as the previous round did. */
export function readNewAmounts(
  habit: Habit,
  input: AmountsInput | null | undefined,
  previous: AmountsColumns | null,
): AmountsColumns {
  const isContinued = input === undefined && previous !== null && previous.unit !== null && habit === 'shared';
  const amounts = isContinued ? copyAmounts(previous) : readAmounts(input ?? null);
  requireSharedHabit(habit, amounts);
  return amounts;
}

/**
 * Returns the columns of what an edited mission counts; undefined keeps them. Stored amounts fix the unit, also while the
 * mission counts nothing. Expects a lock on the mission's row.
 */
export async function readEditedAmounts(
  tx: Tx,
  mission: AmountsColumns & { readonly id: string },
  habit: Habit,
  input: AmountsInput | null | undefined,
): Promise<AmountsColumns> {
  const edited = input === undefined ? copyAmounts(mission) : readAmounts(input);
  requireSharedHabit(habit, edited);
  const unit = mission.unit ?? mission.hidden_unit;
  if (input === undefined || unit === null || edited.unit === unit) return edited;
  await lockMembersAgainstCheckins(tx, mission.id);
  if (!(await hasAmounts(tx, mission.id))) return edited;
  return edited.unit === null ? { ...edited, hidden_unit: unit } : fail('unit_fixed');
}
