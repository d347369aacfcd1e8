import * as z from 'zod/mini';
import type { AmountKind } from '#domain/amounts.ts';
import type { Life, Membership } from '#domain/life.ts';
import { Day, Int } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow, onlyRow } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import { AmountsColumns, amountsColumns, hundredthsSql } from '../../../facts/amounts.ts';
import { LIFE_COLUMNS, LifeRow, toLife } from '../../../life/public.ts';

const FactsRow = z.object({
  ...LifeRow.shape,
  ...AmountsColumns.shape,
  /** The day of the change that was already recorded under this `client_id`. */
  repeated_day: z.nullable(Day),
});

/** All facts that decide about a change of an amount. */
export interface AmountFacts extends AmountsColumns {
  repeated_day: string | null;
  life: Life;
  membership: Membership;
}

const READ = `select ${LIFE_COLUMNS}, ${amountsColumns('m')},
     (select w.local_day from amount_writes w where w.user_id = $1 and w.client_id = $3::uuid) as repeated_day
   from users u join members own on own.user_id = u.id join missions m on m.id = own.mission_id
   where u.id = $1 and own.mission_id = $2 and own.left_at is null`;

/** Reads all facts that decide about a change. Fails with `mission_not_found` for a user who is not a member. */
export async function readAmountFacts(
  db: Queryable,
  change: { user_id: string; mission_id: string; client_id: string | null },
): Promise<AmountFacts> {
  const { user_id, mission_id, client_id } = change;
  const row = (await firstRow(db, FactsRow, READ, [user_id, mission_id, client_id])) ?? fail('mission_not_found');
  const life = toLife(row);
  return { ...row, life, membership: life.memberships.find(({ id }) => id === mission_id)! };
}

/** The key of a day's amount. */
export interface AmountDay {
  mission_id: string;
  user_id: string;
  local_day: string;
}

const StoredRow = z.object({ hundredths: Int });

/** Returns the stored amount of a day in hundredths; 0 without one. */
export async function findDayHundredths(db: Queryable, { mission_id, user_id, local_day }: AmountDay): Promise<number> {
  const row = await firstRow(
    db,
    StoredRow,
    `select ${hundredthsSql('amount')} as hundredths from day_amounts
     where mission_id = $1 and user_id = $2 and local_day = $3`,
    [mission_id, user_id, local_day],
  );
  return row?.hundredths ?? 0;
}

const WrittenRow = z.object({ before: Int, after: Int });

/**
 * Inserts a change and stores the amount that its day has then, as `dayHundredths` of the domain computes it. Going
 * back from the last change, the first `set` and the `add`s before it count.
 */
const WRITE = namedValues(
  `with written as (
     insert into amount_writes (id, user_id, mission_id, local_day, client_id, kind, value, performed_at)
     values (:id, :user_id, :mission_id, :local_day, :client_id, :kind, :hundredths::int8::numeric / 100, :performed_at)
     returning *
   ), old as (
     select coalesce((select amount from day_amounts
       where mission_id = :mission_id and user_id = :user_id and local_day = :local_day), 0) as amount
   ), changes as (
     select * from amount_writes where mission_id = :mission_id and user_id = :user_id and local_day = :local_day
     union all select * from written
   ), counted as (
     select value, kind, count(*) filter (where kind = 'set')
       over (order by performed_at desc, client_id desc nulls last, id desc) as sets from changes
   ), new as (
     select coalesce(sum(value), 0) as amount from counted where sets = 0 or (sets = 1 and kind = 'set')
   ), stored as (
     insert into day_amounts (mission_id, user_id, local_day, amount)
     select :mission_id, :user_id, :local_day, least(amount, :max) from new
     on conflict (mission_id, user_id, local_day) do update set amount = excluded.amount
   ), totalled as (
     update members set amount_total = amount_total + new.amount - old.amount from new, old
     where mission_id = :mission_id and user_id = :user_id and new.amount <> old.amount
   )
   select ${hundredthsSql('old.amount')} as before, ${hundredthsSql('new.amount')} as after from old, new`,
);

export interface NewAmountWrite extends AmountDay {
  client_id: string | null;
  kind: AmountKind;
  hundredths: number;
  performed_at: Date;
}

/**
 * Records a change and returns the day's amounts before and after it, in hundredths. The caller rolls back if the new
 * amount exceeds `max`. Expects locks on user and member.
 */
export const writeAmount = (
  tx: Tx,
  change: NewAmountWrite,
  max: number,
  now: Date,
): Promise<z.output<typeof WrittenRow>> => onlyRow(tx, WrittenRow, ...WRITE({ ...change, id: newId(now), max }));
