import type { PaymentEvent } from '../../adapters/payments/payments.ts';
import type { Queryable, Tx } from '../../db/open.ts';

/** Marks an event as applied; false when it was applied before. Simultaneous deliveries wait for the first. */
export async function takeEvent(tx: Tx, event: PaymentEvent, now: Date): Promise<boolean> {
  const rows = await tx.rows(
    'insert into payment_events (id, type, received_at) values ($1, $2, $3) on conflict (id) do nothing returning id',
    [event.id, event.type, now],
  );
  return rows.length > 0;
}

export async function isEventKnown(db: Queryable, id: string): Promise<boolean> {
  return (await db.rows('select from payment_events where id = $1', [id])).length > 0;
}

/** Deletes old marks. Providers repeat an event for days, not for a month; applying one again would change nothing. */
export async function forgetEvents(db: Queryable, before: Date): Promise<void> {
  await db.rows('delete from payment_events where received_at < $1', [before]);
}
