import { type CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Input } from '#contract/endpoint.ts';
import { dayOf } from '#domain/days.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { deliver } from '#web/lib/deliver.ts';
import { sendWith } from '#web/lib/outbox.ts';
import type { NewItem, OutboxItem } from '#web/lib/outbox-item.ts';

type Body = Input<typeof createCheckin, 'body'>;

export interface NewCheckin {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly type: Body['type'];
  readonly content: string;
  readonly photo: Blob | null;
}

/** The server's receipt, or what is kept on the device until there is one. */
export type Recorded = { readonly receipt: CheckinReceipt } | { readonly kept: OutboxItem };

type Send = (body: Body, photo: Blob | null) => Promise<CheckinReceipt>;

/** Checks in, whatever the network does. What the server refuses is thrown: the form still has it. */
export async function recordCheckin(checkin: NewCheckin, send: Send): Promise<Recorded> {
  const { user, mission, type, content, photo } = checkin;
  const now = new Date();
  const client_id = newClientId();
  const body = { mission_id: mission.id, type, content };
  const item: NewItem = {
    client_id,
    user_id: user.id,
    kind: 'checkin',
    mission_id: mission.id,
    mission_title: mission.title,
    body,
    photo,
    performed_at: now.toISOString(),
    local_day: dayOf(now, user.timezone),
  };
  // Made just now, so the server's own clock says when.
  const delivered = await deliver(item, () => send({ ...body, client_id }, photo));
  return 'answer' in delivered ? { receipt: delivered.answer } : delivered;
}

/** Lets the outbox send check-ins: for the moment at which they were made (Decisions 2, offline rule). */
export function sendKeptCheckins(): void {
  sendWith('checkin', async ({ client_id, body, photo, performed_at }) => {
    const made = { ...(body as Pick<Body, 'mission_id' | 'type' | 'content'>), client_id };
    const files = { photo };
    try {
      return await call(createCheckin, { body: { ...made, performed_at }, files });
    } catch (error) {
      // This device's clock runs ahead: then the server's own time is the nearest truth.
      if (!(error instanceof ApiError) || error.code !== 'checkin_in_future') throw error;
      return call(createCheckin, { body: made, files });
    }
  });
}
