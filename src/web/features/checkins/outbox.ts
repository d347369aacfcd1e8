import { type CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Input } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { registerSender } from '#web/lib/outbox/outbox.ts';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';
import { newOutboxItem, PATIENCE_MS, submitToOutbox } from '#web/lib/outbox/submit.ts';

type Body = Input<typeof createCheckin, 'body'>;

export interface CheckinSubmission {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly type: Body['type'];
  readonly content: string;
  readonly photo: Blob | null;
}

/** The server's receipt, or what is kept on the device until there is one. */
export type CheckinAnswer = { readonly receipt: CheckinReceipt } | { readonly kept: OutboxItem };

type Send = (body: Body, photo: Blob | null) => Promise<CheckinReceipt>;

/** Checks in, whatever the network does. What the server refuses is thrown: the form still has it. */
export async function submitCheckin(checkin: CheckinSubmission, send: Send): Promise<CheckinAnswer> {
  const { user, mission, type, content, photo } = checkin;
  const body = { mission_id: mission.id, type, content };
  const item = newOutboxItem({ kind: 'checkin', body, user, mission, photo });
  // Made just now, so the server's own clock says when.
  const delivered = await submitToOutbox(item, () => send({ ...body, client_id: item.client_id }, photo));
  return 'answer' in delivered ? { receipt: delivered.answer } : delivered;
}

/** A photo on a slow line takes minutes; a line that is dead must not hold up for ever what waits behind it. */
const PHOTO_PATIENCE_MS = 5 * 60_000;

/** Lets the outbox send check-ins: for the moment at which they were made (Decisions 2, offline rule). */
export function registerCheckinSender(): void {
  registerSender('checkin', async ({ client_id, body, photo, performed_at }) => {
    const made = { ...(body as Pick<Body, 'mission_id' | 'type' | 'content'>), client_id };
    const options = () => ({
      files: { photo },
      signal: AbortSignal.timeout(photo ? PHOTO_PATIENCE_MS : PATIENCE_MS),
    });
    try {
      return await call(createCheckin, { body: { ...made, performed_at }, ...options() });
    } catch (error) {
      // This device's clock runs ahead: then the server's own time is the nearest truth.
      if (!(error instanceof ApiError) || error.code !== 'checkin_in_future') throw error;
      return call(createCheckin, { body: made, ...options() });
    }
  });
}
