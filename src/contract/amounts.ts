import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { COUNTS_AT } from '#domain/amounts.ts';
import { CHECKIN_DAYS } from '#domain/checkins.ts';
import { AMOUNT_MAX, AMOUNT_MIN, ROAD_LENGTH_MAX, ROAD_LENGTH_MIN, ROAD_NAME_MAX, UNIT_MAX } from '#domain/limits.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ClientId } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { tidyLine } from '#platform/lib/text.ts';
import { CheckinReceipt } from './checkins.ts';
import { amount, amountInput, Day, instantInput, line, nullableAmount, optionalText } from './fields.ts';

const RoadInput = z.object({
  length: described(
    amountInput('length', ROAD_LENGTH_MIN, ROAD_LENGTH_MAX),
    'The amount that all members reach together.',
  ),
  name: described(
    z.pipe(optionalText('problems.labels.road_name', ROAD_NAME_MAX), z.transform(tidyLine)),
    'Where it ends; null or left out for no name.',
  ),
});

export const AmountsInput = namedObject('AmountsInput', 'What a mission counts.', {
  unit: described(
    line('problems.labels.unit', UNIT_MAX, problem('problems.fill_in')),
    'What is counted, such as `pages`; fixed once something was counted.',
  ),
  target: described(
    z.nullish(amountInput('target', AMOUNT_MIN, AMOUNT_MAX)),
    'The amount that a day takes; null or left out for none.',
  ),
  counts_at: described(
    z.optional(z.enum(COUNTS_AT)),
    'Whether any amount makes the check-in of its day, or the target does; left out, any.',
  ),
  road: described(z.nullish(RoadInput), 'What all members reach together; null or left out for none.'),
});
export type AmountsInput = z.output<typeof AmountsInput>;

export const MissionAmounts = namedObject('MissionAmounts', 'What a mission counts, and your amounts.', {
  unit: described(z.string(), 'What is counted.'),
  target: nullableAmount('The amount that a day takes; null without one.'),
  counts_at: described(z.enum(COUNTS_AT), 'Whether any amount makes the check-in of its day, or the target does.'),
  road: described(
    z.nullable(
      z.object({
        length: amount('The amount that all members reach together.'),
        name: described(z.nullable(z.string()), 'Where it ends; null without a name.'),
        done: amount('What all members have reached, former ones too.'),
      }),
    ),
    'What all members reach together; null without it.',
  ),
  today: amount('Your amount of today.'),
  yesterday: nullableAmount('Your amount of yesterday; null if it can no longer change.'),
});
export type MissionAmounts = z.output<typeof MissionAmounts>;

/** The field of a mission that counts. */
export const amounts = described(z.nullable(MissionAmounts), 'What it counts; null if it counts nothing.');

/** The amounts of a mission in a list, without the road. */
const SummaryAmounts = namedObject(
  'SummaryAmounts',
  'What a mission counts, and your amounts, without the road.',
  z.omit(MissionAmounts, { road: true }).shape,
);
export type SummaryAmounts = z.output<typeof SummaryAmounts>;

/** The field of a mission in a list. */
export const summaryAmounts = described(z.nullable(SummaryAmounts), 'What it counts; null if it counts nothing.');

/** When a write made the check-in of its day. */
const CHECKED_IN = ['now', 'before', 'not_yet'] as const;
/** Whether the day of an amount has a check-in. */
export const CheckedIn = z.enum(CHECKED_IN);

export const AmountReceipt = namedObject('AmountReceipt', 'The amount of a day after a change.', {
  mission_id: described(z.string(), 'The id of the mission.'),
  day: described(Day, 'The day that it counts for, on your calendar.'),
  amount: amount('The amount of that day now.'),
  target: nullableAmount('The amount that a day takes; null without one.'),
  checked_in: described(
    CheckedIn,
    'Whether this checked in for the day; `before`: it has a check-in; `not_yet`: it has none.',
  ),
  receipt: described(z.nullable(CheckinReceipt), 'The check-in that this made; otherwise null.'),
});
export type AmountReceipt = z.output<typeof AmountReceipt>;

export const changeAmount = endpoint(
  {
    method: 'POST',
    path: '/api/missions/{id}/amounts',
    body: z
      .object({
        add: described(
          z.optional(amountInput('add', AMOUNT_MIN, AMOUNT_MAX)),
          'What to add to the amount of the day. Send either this or `amount`.',
        ),
        amount: described(z.optional(amountInput('amount', 0, AMOUNT_MAX)), 'The new amount of the day; 0 clears it.'),
        day: described(
          z.optional(z.enum(CHECKIN_DAYS)),
          'The day that it counts for; for `yesterday` you have until noon on your clock.',
        ),
        client_id: described(z.optional(ClientId), 'An id of your own: repeated requests with it count once.'),
        performed_at: described(z.optional(instantInput('performed_at')), "When it was done, by the device's clock."),
        sent_at: described(
          z.optional(instantInput('sent_at')),
          'When you sent this, by the same clock; it shows how wrong that clock is.',
        ),
      })
      .check(
        z.refine(({ add, amount }) => (add === undefined) !== (amount === undefined), {
          error: problem('problems.one_amount'),
          path: ['add'],
        }),
      ),
  },
  ON_SERVER && {
    repeated_by: 'amounts_by_client_id',
    access: 'user',
    summary: 'Add to the amount of a day, or set it; the first amount or the target also checks in for that day',
    response: AmountReceipt,
    errors: [
      'mission_not_found',
      'amounts_off',
      'amount_too_large',
      'mission_not_started',
      'mission_ended',
      'checkin_too_old',
      'checkin_in_future',
      'yesterday_closed',
      'yesterday_after_move',
    ],
    rate: 'amounts',
  },
);
