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

/** Takes an own check-in back; resolves when the screens show the day as open again. */
export async function takeBack(client: QueryClient, { id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  await call(takeBackCheckin, { params: { id } }).catch((error: unknown) => {
    // The answer to an earlier request was lost: it is taken back already.
    if (!(error instanceof ApiError) || error.code !== 'checkin_not_found') throw error;
  });
  await writeCached(client, feedQuery(mission_id).queryKey, (feed) => withoutCheckin(feed, id));
  // Rest days that return may change the streak in every mission.
  await Promise.all([markStale(client, 'own_checkin'), markStale(client, 'notifications')]);
}

/** A check-in that its author may undo: one that has arrived, or one that is pending on this device. */
export type Undoable =
  | { readonly checkin: Pick<Checkin, 'id' | 'mission_id' | 'local_day'> }
  | { readonly pending: OutboxItem };

/** In place of a check-in that is not known: nothing can be done with it. */
export const NO_CHECKIN: Pick<Checkin, 'can' | 'created_at'> = {
  can: { edit: false, take_back: false, clear: false, hide: false, report: false },
  created_at: '',
};

/** What was submitted, for undoing it. */
export const undoableOf = (submitted: Submitted<'checkin'>): Undoable =>
  'answer' in submitted ? { checkin: submitted.answer.checkin } : submitted;

/**
 * Undoes a check-in: what is pending is removed from this device, what has arrived is taken back. Resolves when the
 * screens show the day as open again; to false if it is being sent at this moment, and nothing was undone.
 */
export async function undoCheckin(client: QueryClient, undoable: Undoable): Promise<boolean> {
  if ('pending' in undoable) return removePending(undoable.pending);
  await takeBack(client, undoable.checkin);
  return true;
}

/** Returns the words for an undone check-in; only one of today leaves today open. */
export function toUndoneText(t: ScreenTranslate, client: QueryClient, day: LocalDay): string {
  const zone = client.getQueryData(meQuery.queryKey)?.timezone;
  const isToday = zone !== undefined && day === dayOf(new Date(), zone);
  return isToday ? t('app.checkins.undo.taken_back') : t('app.checkins.undo.undone');
}

/** Undoes a check-in and says in a toast what became of it. The form of a mission's page is there again with the focus. */
export async function undoWithToast(client: QueryClient, undoable: Undoable): Promise<void> {
  const t = getT();
  try {
    if (!(await undoCheckin(client, undoable))) return toast.info(t('app.checkins.undo.on_its_way'));
    const { local_day } = 'pending' in undoable ? undoable.pending : undoable.checkin;
    toast.success(toUndoneText(t, client, local_day));
    // The button that had the focus is gone.
    setTimeout(() => document.activeElement === document.body && document.getElementById('checkin')?.focus());
  } catch (error) {
    toast.failure(error, t('app.checkins.undo.failed'));
  }
}
