import type { KeyPreview, KeyQuery } from '#contract/checkin-keys.ts';
import { parseAmount } from '#domain/amounts.ts';
import type { Translate } from '#platform/i18n/translate.ts';

/** Returns the parameters of the page's address that a key counts by; the server checks them. */
export function readKeyQuery(search: string): KeyQuery {
  const values = new URLSearchParams(search);
  const read = (name: keyof KeyQuery) => values.get(name) ?? undefined;
  return { add: read('add'), amount: read('amount'), id: read('id') };
}

/** Returns true if the address has a number. */
export const hasNumber = ({ add, amount }: KeyQuery): boolean => add !== undefined || amount !== undefined;

/** Returns what the address would do, such as `Add 1, glasses`; null for a tick, and for a number that is unclear. */
export function describeCount(t: Translate, { add, amount }: KeyQuery, amounts: KeyPreview['amounts']): string | null {
  const number = parseAmount(add ?? amount ?? '', 0);
  if (amounts === null || number === null) return null;
  const values = { amount: number, unit: amounts.unit };
  return add === undefined ? t('start.link.set', values) : t('start.link.add', values);
}
