import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Checkin, type CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { meQuery, useMe } from '#web/data/me.ts';
import { closeYesterday, markCheckedIn, markDashboardCheckedIn } from '#web/data/missions/mission-view.ts';
import { removePending, SAVED_OFFLINE, type Submitted, submitToOutbox } from '#web/data/outbox/outbox.ts';
import { newOutboxItem, type OutboxBodies, type OutboxItem } from '#web/data/outbox/outbox-item.ts';
import { PHOTO_PATIENCE_MS, registerSender, type SendOptions } from '#web/data/outbox/sender.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { uploading } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';
import { withNewCheckin } from './feed/feed-pages.ts';
import { feedQuery, TAKEN_BACK, takeBack } from './queries.ts';

const findPending = (items: readonly OutboxItem[], missionId: string, day: LocalDay) =>
  items.find(
    (item) =>
      item.kind === 'checkin' && item.state === 'waiting' && item.mission_id === missionId && item.local_day === day,
  );

/** Today's check-in in a mission, while it is pending. */
export const pendingToday = (mission: Mission, items: readonly OutboxItem[]): OutboxItem | null =>
  mission.checked_in_today ? null : (findPending(items, mission.id, mission.today) ?? null);

/** The mission with a pending check-in counted, although the server does not know it yet. */
export const withPendingCheckin = (mission: Mission, userId: string, pending: OutboxItem | null): Mission =>
  pending ? markCheckedIn(mission, userId, pending.performed_at) : mission;

/** The mission without the offer to check in for yesterday, while such a check-in is pending. */
export const withPendingYesterday = <T extends Pick<Mission, 'id' | 'can' | 'needed_yesterday'>>(
  mission: T,
  today: LocalDay,
  items: readonly OutboxItem[],
): T => (findPending(items, mission.id, addDays(today, -1)) ? closeYesterday(mission) : mission);

/** The dashboard with pending check-ins counted. */
export function dashboardWithPending(dashboard: Dashboard, items: readonly OutboxItem[]): Dashboard {
  const missions = dashboard.missions.map((mission) => withPendingYesterday(mission, dashboard.today, items));
  const isChanged = missions.some((mission, at) => mission !== dashboard.missions[at]);
  return missions
    .filter(({ id }) => findPending(items, id, dashboard.today))
    .reduce((marked, { id }) => markDashboardCheckedIn(marked, id), isChanged ? { ...dashboard, missions } : dashboard);
}

/** A first try within this time after the tap is sent without a time, because a device's clock may be wrong. */
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
  try {
    // By the time between the two the server tells when it was done, however wrong this device's clock is.
    return await post({ performed_at, sent_at: new Date().toISOString() });
  } catch (error) {
    // A server of the release before does not know `sent_at`, and believes a clock that is ahead.
    if (!(error instanceof ApiError) || error.code !== 'checkin_in_future') throw error;
    return post({});
  }
}

/** Writes a receipt into every cached answer that shows the check-in, until they are fetched again. */
async function applyReceipt(client: QueryClient, receipt: CheckinReceipt): Promise<void> {
  const { checkin, points, level, streak_days } = receipt;
  const { queryKey: feed } = feedQuery(checkin.mission_id);
  const mission = keys.mission(checkin.mission_id);
  // A fetch in flight may have started before the check-in.
  await Promise.all([feed, mission, keys.dashboard].map((queryKey) => client.cancelQueries({ queryKey })));
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, points, level, streak_days });
  client.setQueryData(feed, (pages) => pages && withNewCheckin(pages, checkin));
  client.setQueryData<Mission>(
    mission,
    (old) => old && markCheckedIn(old, checkin.user_id, checkin.created_at, receipt),
  );
  client.setQueryData<Dashboard>(
    keys.dashboard,
    (old) => old && markDashboardCheckedIn(old, checkin.mission_id, receipt),
  );
}

/** Lets the outbox send check-ins. Each has a lane of its own, so that a photo that fails delays no other. */
export function registerCheckinSender(client: QueryClient): void {
  registerSender('checkin', {
    lane: ({ client_id }) => `checkin ${client_id}`,
    send,
    applyToCache: (receipt) => applyReceipt(client, receipt),
  });
}

/** A check-in that its author may undo: one that has arrived, or one that is pending on this device. */
export type Undoable = { readonly checkin: Pick<Checkin, 'id' | 'mission_id'> } | { readonly pending: OutboxItem };

/** In place of a check-in that is not known: nothing can be done with it. */
export const NO_CHECKIN: Pick<Checkin, 'can' | 'created_at'> = {
  can: { edit: false, take_back: false, clear: false, hide: false, report: false },
  created_at: '',
};

/** What was submitted, for undoing it. */
export const undoableOf = (submitted: Submitted<'checkin'>): Undoable =>
  'answer' in submitted ? { checkin: submitted.answer.checkin } : submitted;

export const UNDO_FAILED = "We couldn't take the check-in back. Please try again.";
export const ON_ITS_WAY = "It's on its way. You can take it back from its menu.";

/**
 * Undoes a check-in: what is pending is removed from this device, what has arrived is taken back. Resolves when the
 * screens show the day as open again; to false if it is being sent at this moment, and nothing was undone.
 */
export async function undoCheckin(client: QueryClient, undoable: Undoable): Promise<boolean> {
  if ('pending' in undoable) return removePending(undoable.pending);
  await takeBack(client, undoable.checkin);
  return true;
}

/** Undoes a check-in and says in a toast what became of it. The form of a mission's page is there again with the focus. */
export async function undoWithToast(client: QueryClient, undoable: Undoable): Promise<void> {
  try {
    if (!(await undoCheckin(client, undoable))) return toast.info(ON_ITS_WAY);
    toast.success(TAKEN_BACK);
    // The button that had the focus is gone.
    setTimeout(() => document.activeElement === document.body && document.getElementById('checkin')?.focus());
  } catch (error) {
    toast.error(detailOf(error, UNDO_FAILED));
  }
}

/** Says that the check-in is made, and offers to undo it for a moment. */
function offerUndo(client: QueryClient, submitted: Submitted<'checkin'>): void {
  const action = { label: 'Undo', run: () => void undoWithToast(client, undoableOf(submitted)) };
  if ('answer' in submitted) toast.success('Checked in', action);
  else toast.info(SAVED_OFFLINE, action);
}

interface NewCheckin extends Omit<OutboxBodies['checkin'], 'mission_id'> {
  readonly mission: { readonly id: string; readonly title: string };
  readonly photo: Blob | null;
}

interface SubmitOptions {
  readonly onProgress?: (part: number) => void;
  /** `screen`: the screen says that it is made and has a button to undo it; otherwise a toast does. */
  readonly undo?: 'screen';
}

/**
 * Checks in, or leaves it pending in the outbox while there is no network, and offers to undo it. Rejects if the server
 * refused it: then what the screens believed to be possible is out of date, and is fetched again.
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
    ...(photo && { patience_ms: PHOTO_PATIENCE_MS }),
  });
  const submitted = await submitting.catch((error: unknown) => {
    void markStale(client, 'own_checkin', { mission_id: mission.id });
    throw error;
  });
  // One for yesterday may change what rest days were spent on, and so the streak in every mission.
  const about = body.day === 'yesterday' ? {} : { mission_id: mission.id };
  if ('answer' in submitted) void markStale(client, 'own_checkin', about);
  if (undo !== 'screen') offerUndo(client, submitted);
  return submitted;
}

/** Checks in as the user who is signed in. */
export function useSubmitCheckin() {
  const client = useQueryClient();
  const { id, timezone } = useMe();
  return useCallback(
    (checkin: NewCheckin, options?: SubmitOptions) => submitCheckin(client, { id, timezone }, checkin, options),
    [client, id, timezone],
  );
}
