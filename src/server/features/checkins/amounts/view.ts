import type { AmountReceipt, changeAmount } from '#contract/amounts.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { PhotoUrls } from '#platform/storage/signed-url.ts';
import { toCheckin } from '../feed/view.ts';
import type { AmountInput, AmountResult } from './public.ts';

/** Returns the change that a body describes; the contract requires exactly one of `add` and `amount`. */
export function toChange(mission_id: string, body: Parsed<typeof changeAmount, 'body'>): AmountInput {
  const { add, amount, ...rest } = body;
  return add === undefined
    ? { ...rest, mission_id, kind: 'set', value: amount! }
    : { ...rest, mission_id, kind: 'add', value: add };
}

/** Returns the response for the member who changed an amount. */
export function toAmountReceipt(
  { mission_id, day, amount, target, checked_in, receipt }: AmountResult,
  userId: string,
  now: Date,
  urls: PhotoUrls,
): AmountReceipt {
  const author = { id: userId, is_owner: false };
  return {
    ...{ mission_id, day, amount, target, checked_in },
    receipt: receipt && { ...receipt, checkin: toCheckin(receipt.checkin, author, now, urls) },
  };
}
