import * as z from 'zod/mini';
import { Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, onlyRow, onlyValue } from '#platform/db/rows.ts';
import type { PushTarget } from '#platform/push/push.ts';

const DeviceRow = z.object({ id: Id, name: Text, created_at: Instant, session_id: Id });
type DeviceRow = z.output<typeof DeviceRow>;

const DEVICE = 'id, name, created_at, session_id';

/** Lists the user's devices, newest first, including those with expired sessions. */
export const listDevices = (db: Queryable, userId: string): Promise<DeviceRow[]> =>
  db.rows(DeviceRow, `select ${DEVICE} from push_subscriptions where user_id = $1 order by id desc`, [userId]);

/** Locks the session until commit. Returns false if it has ended, so no device can belong to it. */
export const lockSession = (tx: Tx, sessionId: string): Promise<boolean> =>
  anyRow(tx, 'select from sessions where id = $1 for key share', [sessionId]);

export interface NewDevice extends PushTarget {
  user_id: string;
  session_id: string;
  name: string;
}

/** Counts the user's other devices. Expects a locked user row, so the count is valid until commit. */
export const countOtherDevices = (tx: Tx, device: NewDevice): Promise<number> =>
  onlyValue(
    tx,
    Int,
    `select count(*) as count from push_subscriptions where user_id = $1 and endpoint <> $2 and session_id <> $3`,
    [device.user_id, device.endpoint, device.session_id],
  );

/** Stores the device and replaces earlier subscriptions of its browser or session. */
export async function saveDevice(tx: Tx, device: NewDevice, now: Date): Promise<DeviceRow> {
  await tx.rows('delete from push_subscriptions where session_id = $1 and endpoint <> $2', [
    device.session_id,
    device.endpoint,
  ]);
  return onlyRow(
    tx,
    DeviceRow,
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
       p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name
     returning ${DEVICE}`,
    [newId(now), device.user_id, device.session_id, device.endpoint, device.p256dh, device.auth, device.name, now],
  );
}

/** Returns false if the user has no such device. */
export const deleteDevice = (db: Queryable, userId: string, id: string): Promise<boolean> =>
  anyRow(db, 'delete from push_subscriptions where id = $1 and user_id = $2 returning id', [id, userId]);
