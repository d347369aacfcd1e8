import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { uploading } from '#platform/web/lib/api/upload.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { type Submitted, submitToOutbox } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { PHOTO_REQUEST_TIMEOUT_MS, registerSender, type SendOptions } from '#platform/web/outbox/sender.ts';
import { meQuery, useMe } from '#web/data/me.ts';
import { newOutboxItem, type OutboxBodies } from '#web/data/outbox/outbox-item.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { withNewCheckin } from './feed/feed-pages.ts';
import { feedQuery } from './feed/list-checkins.ts';
import { addToDashboard, addToMission } from './receipt.ts';
import { undoableOf, undoWithToast } from './undo-checkin.ts';

/** A first attempt within this time after the tap omits the time, because the device's clock can be wrong. */
const SAME_MOMENT_MS = 10_000;

async function send(item: OutboxItem<'checkin'>, { signal, onProgress }: SendOptions): Promise<CheckinReceipt> {
  const { client_id, body, photo, performed_at, tries } = item;
  const post = (times: { performed_at?: string; sent_at?: string }) =>
    call(createCheckin, {
      body: { ...body, client_id, ...times },
      signal,
      ...(photo && { files: { photo }, transport: uploading(onProgress) }),
    });
  const isForToday = body.day !== 'yesterday';
  if (isForToday && tries === 0 && Date.now() - Date.parse(performed_at) < SAME_MOMENT_MS) return post({});
  // The server uses the difference of the two, so a wrong device clock does not matter.
  return post({ performed_at, sent_at: new Date().toISOString() });
}

/** Writes a receipt into all cached responses that show the check-in. */
async function applyReceipt(client: QueryClient, receipt: CheckinReceipt): Promise<void> {
  const { checkin, points, level, streak_days } = receipt;
  const { mission_id } = checkin;
  const home = client.getQueryData<Dashboard>(keys.dashboard);
  const isNew = home !== undefined && addToDashboard(home, receipt) !== home;
  await Promise.all([
    writeCached(client, meQuery.queryKey, (me) => ({ ...me, points, level, streak_days })),
    writeCached(client, feedQuery(mission_id).queryKey, (pages) => withNewCheckin(pages, checkin)),
    writeCached<Mission>(client, keys.mission(mission_id), (old) => (isNew ? addToMission(old, receipt) : old)),
    writeCached<Dashboard>(client, keys.dashboard, (old) => addToDashboard(old, receipt)),
  ]);
}

/** Each check-in has its own lane, so a failing photo delays no other. */
export function registerCheckinSender(client: QueryClient): void {
  registerSender('checkin', {
    lane: ({ client_id }) => `checkin ${client_id}`,
    // The user undid it after its response was lost.
    settledBy: 'checkin_taken_back',
    send,
    applyToCache: (receipt) => applyReceipt(client, receipt),
  });
}

function offerUndo(client: QueryClient, submitted: Submitted<'checkin'>): void {
  const t = getT();
  const action = { label: t('start.common.undo'), run: () => void undoWithToast(client, undoableOf(submitted)) };
  if ('answer' in submitted) toast.success(t('app.checkins.act.checked_in'), action);
  else toast.info(t('app.outbox.saved'), action);
}

interface NewCheckin extends Omit<OutboxBodies['checkin'], 'mission_id'> {
  readonly mission: { readonly id: string; readonly title: string };
  readonly photo: Blob | null;
}

interface SubmitOptions {
  readonly onProgress?: (part: number) => void;
  /** `screen`: the screen confirms the check-in and offers undo; otherwise a toast does. */
  readonly undo?: 'screen';
}

/**
 * Checks in and offers undo. Without a network the check-in is pending. A rejection means that cached data is stale, so
 * it is refetched.
 */
export async function submitCheckin(
  client: QueryClient,
  user: { readonly id: string; readonly timezone: string },
  { mission, photo, ...fields }: NewCheckin,
  { onProgress, undo }: SubmitOptions = {},
): Promise<Submitted<'checkin'>> {
  const body = { ...fields, mission_id: mission.id };
  const created = newOutboxItem({ kind: 'checkin', body, user, mission, photo });
  const item = body.day === 'yesterday' ? { ...created, local_day: addDays(created.local_day, -1) } : created;
  const submitting = submitToOutbox(item, {
    ...(onProgress && { onProgress }),
    ...(photo && { timeout_ms: PHOTO_REQUEST_TIMEOUT_MS }),
  });
  const submitted = await submitting.catch((error: unknown) => {
    void markStale(client, 'own_checkin', { mission_id: mission.id });
    throw error;
  });
  // A check-in for yesterday can change which days used rest days, and so every mission's streak.
  const about = body.day === 'yesterday' ? {} : { mission_id: mission.id };
  if ('answer' in submitted) void markStale(client, 'own_checkin', about);
  if (undo !== 'screen') offerUndo(client, submitted);
  return submitted;
}

export function useSubmitCheckin() {
  const client = useQueryClient();
  const { id, timezone } = useMe();
  return useCallback(
    (checkin: NewCheckin, options?: SubmitOptions) => submitCheckin(client, { id, timezone }, checkin, options),
    [client, id, timezone],
  );
}
