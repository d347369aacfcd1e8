import type { KeyQuery } from '#contract/checkin-keys.ts';
import { type AmountKind, parseAmount } from '#domain/amounts.ts';
import { AMOUNT_MAX, AMOUNT_MIN, KEY_ID_MAX } from '#domain/limits.ts';
import { idFrom } from '#platform/db/ids.ts';
import { failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';

/** The number in the address of a key. */
export interface KeyCount {
  kind: AmountKind;
  value: number;
  /** The sender's ID in the address. */
  id: string | null;
}

const MINIMUM = { add: AMOUNT_MIN, amount: 0 } as const;
const VISIBLE = /^[!-~]+$/;

function readNumber(path: keyof typeof MINIMUM, text: unknown): number {
  const min = MINIMUM[path];
  const value = typeof text === 'string' ? parseAmount(text, min) : null;
  const range = { min: String(min), max: AMOUNT_MAX.toLocaleString('en-US') };
  return value ?? failField(path, problem('problems.amount', { path, ...range }));
}

/**
 * Reads the number in the address of a key; null without one, so a plain key ignores every other parameter. Fails with
 * 422 for a number that is unclear or out of range, for two numbers, and for an ID that is too long.
 */
export function readKeyCount(query: KeyQuery): KeyCount | null {
  const { add, amount, id } = query;
  if (add === undefined && amount === undefined) return null;
  if (add !== undefined && amount !== undefined) failField('amount', problem('problems.one_amount'));
  if (id !== undefined && (typeof id !== 'string' || id.length > KEY_ID_MAX || !VISIBLE.test(id)))
    failField('id', problem('problems.key_id', { path: 'id', max: KEY_ID_MAX }));
  return add === undefined
    ? { kind: 'set', value: readNumber('amount', amount), id: null }
    : { kind: 'add', value: readNumber('add', add), id: id ?? null };
}

/** Returns the client ID of a change by a key. Keys of one mission share their IDs. */
export const toClientId = (mission_id: string, id: string | null): string | undefined =>
  id === null ? undefined : idFrom(`key amount ${mission_id} ${id}`);
