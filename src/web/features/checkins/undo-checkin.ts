import type { QueryClient } from '@tanstack/react-query';
import { type Checkin, takeBackCheckin } from '#contract/checkins.ts';
import { dayOf, type LocalDay } from '#domain/days.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT, type ScreenTranslate } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { removePending, type Submitted } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { meQuery } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { withoutCheckin } from './feed/feed-pages.ts';
import { feedQuery } from './feed/list-checkins.ts';

/** Resolves after the screens show the day as open again. */
export async function takeBack(client: QueryClient, { id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  await call(takeBackCheckin, { params: { id } }).catch((error: unknown) => {
    // The response to an earlier request was lost; it is already undone.
    if (!(error instanceof ApiError) || error.code !== 'checkin_not_found') throw error;
  });
  await writeCached(client, feedQuery(mission_id).queryKey, (feed) => withoutCheckin(feed, id));
  // Returned rest days can change every mission's streak.
  await Promise.all([markStale(client, 'own_checkin'), markStale(client, 'notifications')]);
}

/** A check-in that its author can undo: recorded, or pending on this device. */
export type Undoable =
  | { readonly checkin: Pick<Checkin, 'id' | 'mission_id' | 'local_day'> }
  | { readonly pending: OutboxItem };

/** A placeholder for an unknown check-in that allows nothing. */
export const NO_CHECKIN: Pick<Checkin, 'can' | 'created_at'> = {
  can: { edit: false, take_back: false, clear: false, hide: false, report: false },
  created_at: '',
};

export const undoableOf = (submitted: Submitted<'checkin'>): Undoable =>
  'answer' in submitted ? { checkin: submitted.answer.checkin } : submitted;

/** Resolves after the screens show the day as open again. Returns false if the pending check-in is being sent. */
export async function undoCheckin(client: QueryClient, undoable: Undoable): Promise<boolean> {
  if ('pending' in undoable) return removePending(undoable.pending);
  await takeBack(client, undoable.checkin);
  return true;
}

/** Returns the text for an undone check-in; only today's leaves today open. */
export function toUndoneText(t: ScreenTranslate, client: QueryClient, day: LocalDay): string {
  const zone = client.getQueryData(meQuery.queryKey)?.timezone;
  const isToday = zone !== undefined && day === dayOf(new Date(), zone);
  return isToday ? t('app.checkins.undo.taken_back') : t('app.checkins.undo.undone');
}

/** Shows the result in a toast and moves the focus to the form. */
export async function undoWithToast(client: QueryClient, undoable: Undoable): Promise<void> {
  const t = getT();
  try {
    if (!(await undoCheckin(client, undoable))) return toast.info(t('app.checkins.undo.on_its_way'));
    const { local_day } = 'pending' in undoable ? undoable.pending : undoable.checkin;
    toast.success(toUndoneText(t, client, local_day));
    // The focused button no longer exists.
    setTimeout(() => document.activeElement === document.body && document.getElementById('checkin')?.focus());
  } catch (error) {
    toast.failure(error, t('app.checkins.undo.failed'));
  }
}
