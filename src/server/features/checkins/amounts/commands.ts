import type { Db } from '#platform/db/open.ts';
import type { UserRow } from '../../../facts/users.ts';
import { type AmountInput, type AmountResult, recordAmount } from './public.ts';

export const changeAmount = (db: Db, user: UserRow, input: AmountInput, now: Date): Promise<AmountResult> =>
  db.transact((tx) => recordAmount(tx, user, input, now));
