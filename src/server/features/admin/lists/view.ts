import type { AdminMission, AdminTransaction } from '#contract/admin.ts';
import type { AdminUser } from '#contract/admin-accounts.ts';
import { dayOf } from '#domain/days.ts';
import { type Cell, toCsv } from '#platform/lib/csv.ts';

export const USER_COLUMNS = [
  'id',
  'name',
  'email',
  'subscription_tier',
  'subscription_plan',
  'level',
  'points',
  'streak_days',
  'timezone',
  'missions_count',
  'checkins_count',
  'created_at',
  'last_used_at',
  'suspended_at',
] as const satisfies (keyof AdminUser)[];

export const MISSION_COLUMNS = [
  'id',
  'title',
  'owner_id',
  'owner_name',
  'owner_email',
  'state',
  'duration_days',
  'first_day',
  'last_day',
  'member_count',
  'checkins_count',
  'created_at',
] as const satisfies (keyof AdminMission)[];

export const TRANSACTION_COLUMNS = [
  'id',
  'user_email',
  'user_name',
  'plan_type',
  'amount',
  'currency',
  'payment_status',
  'created_at',
] as const satisfies (keyof AdminTransaction)[];

export function fileOf<Name extends string>(
  list: string,
  columns: readonly Name[],
  rows: readonly Readonly<Record<Name, Cell>>[],
  total: number,
  now: Date,
) {
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return {
    filename: `emberkin-${list}-${dayOf(now, 'UTC')}.csv`,
    csv: toCsv(columns, cells),
    rows: rows.length,
    total,
  };
}
