import { type AmountKind, fromHundredths, fromHundredthsOrNull, makesCheckin, toHundredths } from '#domain/amounts.ts';
import type { CheckinDayName } from '#domain/checkins.ts';
import { dayNumber, dayText } from '#domain/days.ts';
import { amountDay, hasDay } from '#domain/life.ts';
import { AMOUNT_MAX } from '#domain/limits.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { recordCheckin } from '../record/public.ts';
import { instantOf, lockMember } from '../record/read.ts';
import type { CheckinResult } from '../record/view.ts';
import { type AmountDay, type AmountFacts, findDayHundredths, readAmountFacts, writeAmount } from './queries.ts';

/** The fields of a change. */
export interface AmountInput {
  mission_id: string;
  kind: AmountKind;
  /** A number of JSON with at most two decimals. */
  value: number;
  client_id?: string | undefined;
  performed_at?: string | undefined;
  sent_at?: string | undefined;
  day?: CheckinDayName | undefined;
}

/** The amount of a day after a change, and the check-in that the change made. */
export interface AmountResult {
  mission_id: string;
  day: string;
  unit: string;
  amount: number;
  target: number | null;
  checked_in: 'now' | 'before' | 'not_yet';
  receipt: CheckinResult['receipt'] | null;
}

type CountingFacts = AmountFacts & { unit: string };

const toAmountResult = (
  facts: CountingFacts,
  day: Pick<AmountDay, 'mission_id' | 'local_day'>,
  hundredths: number,
  rest: Pick<AmountResult, 'checked_in' | 'receipt'>,
): AmountResult => ({
  mission_id: day.mission_id,
  day: day.local_day,
  unit: facts.unit,
  amount: fromHundredths(hundredths),
  target: fromHundredthsOrNull(facts.target_hundredths),
  ...rest,
});

/** Returns what is true now for the day of a change that was already recorded. */
async function repeat(tx: Tx, facts: CountingFacts, day: AmountDay): Promise<AmountResult> {
  const checked_in = hasDay(facts.membership.days, dayNumber(day.local_day)) ? 'before' : 'not_yet';
  return toAmountResult(facts, day, await findDayHundredths(tx, day), { checked_in, receipt: null });
}

/**
 * Changes the amount of a day, and checks in for that day when the mission's rule says so: with a tick, in the same
 * transaction. A repeated `client_id` changes nothing. Fails as stated in docs/rules.md#missions.
 */
export async function recordAmount(
  tx: Tx,
  { id: user_id }: Pick<UserRow, 'id'>,
  input: AmountInput,
  now: Date,
): Promise<AmountResult> {
  const { mission_id, kind, value, day: name, performed_at, sent_at } = input;
  const client_id = input.client_id ?? null;
  const user = (await lockMember(tx, user_id, mission_id)) ?? fail('mission_not_found');
  const { unit, ...rest } = await readAmountFacts(tx, { user_id, mission_id, client_id });
  if (unit === null) return fail('amounts_off');
  const facts: CountingFacts = { unit, ...rest };
  if (facts.repeated_day !== null) return repeat(tx, facts, { mission_id, user_id, local_day: facts.repeated_day });

  const at = instantOf(input, now);
  const day = amountDay(facts.life, facts.membership, { now, at, yesterday: name === 'yesterday' });
  if (typeof day === 'string') return fail(day);
  const local_day = dayText(day);
  const hundredths = toHundredths(value)!;
  const change = { mission_id, user_id, local_day, client_id, kind, hundredths, performed_at: at };
  const amounts = await writeAmount(tx, change, AMOUNT_MAX, now);
  if (amounts.after > AMOUNT_MAX * 100) fail('amount_too_large');
  tx.changed({ mission_id }, 'mission');

  const isChecked = hasDay(facts.membership.days, day);
  if (isChecked || !makesCheckin(facts, amounts)) {
    const checked_in = isChecked ? 'before' : 'not_yet';
    return toAmountResult(facts, { mission_id, local_day }, amounts.after, { checked_in, receipt: null });
  }
  const tick = { mission_id, type: 'tick', content: '', day: name, performed_at, sent_at } as const;
  const { receipt } = await recordCheckin(tx, user, tick, { arrived_at: now, recorded_at: now });
  return toAmountResult(facts, { mission_id, local_day }, amounts.after, { checked_in: 'now', receipt });
}
