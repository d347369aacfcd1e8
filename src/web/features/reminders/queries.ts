import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import {
  dismissReminderQuestion,
  listReminders,
  previewCheckinLink,
  previewUnsubscribe,
  type Reminder,
  saveReminder,
} from '#contract/reminders.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePending } from '#platform/web/lib/use-pending.ts';
import { callQuery, linkQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

const remindersQuery = callQuery(keys.reminders, listReminders);

/** A change to save. Without `days` the weekdays stay; only weekly schedules have them. */
type ReminderChoice = Omit<Reminder, 'mission_title' | 'days'> & Partial<Pick<Reminder, 'days'>>;
const SAVE_KEY = ['save-reminder'];

/** Returns reminders with their unsaved changes. Each save includes the row's other fields. */
export function useReminders() {
  const { data, isError, isFetching, refetch } = useQuery(remindersQuery);
  const choices = usePending<ReminderChoice>(SAVE_KEY);
  const withChoices = (reminder: Reminder): Reminder =>
    Object.assign({}, reminder, ...choices.filter(({ mission_id }) => mission_id === reminder.mission_id));
  return { data: data?.map(withChoices), isError, isFetching, refetch };
}

/** Changes the cached mission immediately, and hides the dashboard's question about a reminder. */
async function changeMission(client: QueryClient, missionId: string, change: Partial<Mission>): Promise<void> {
  await writeCached<Mission>(client, keys.mission(missionId), (mission) => ({ ...mission, ...change }));
  await writeCached<Dashboard>(client, keys.dashboard, (dashboard) => ({
    ...dashboard,
    missions: dashboard.missions.map((one) => (one.id === missionId ? { ...one, ask_reminder: false } : one)),
  }));
}

/**
 * Saves a mission's reminder with the member's text (`cue`) and answers the question about it.
 *
 * The screen shows it immediately and reverts if the server refuses.
 */
export function useSaveReminder() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationKey: SAVE_KEY,
    // Runs one at a time, so the last tap wins.
    scope: { id: 'reminders' },
    mutationFn: ({ mission_id, hour, minute, channel, is_on, cue, days }: ReminderChoice) =>
      call(saveReminder, { params: { id: mission_id }, body: { hour, minute, channel, is_on, cue, days } }),
    onMutate: ({ mission_id, cue }) => changeMission(client, mission_id, { cue, ask_reminder: false }),
    onSuccess: (saved) =>
      writeCached(client, remindersQuery.queryKey, (all) =>
        all.map((one) => (one.mission_id === saved.mission_id ? saved : one)),
      ),
    onError: (error) => toast.failure(error, t('app.settings.not_saved')),
    // Not awaited: a refused change leaves the screen when its toast appears.
    onSettled: (_data, _error, { mission_id }) => void markStale(client, 'reminders', { mission_id }),
  });
}

/** Declines the question about a reminder, so no device asks again. */
export function useDismissReminderQuestion(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(dismissReminderQuestion, { params: { id: missionId } }),
    onMutate: () => changeMission(client, missionId, { ask_reminder: false }),
    // After a failure the question appears again another time, so no message is needed.
    onSettled: () => markStale(client, 'reminders', { mission_id: missionId }),
  });
}

export const checkinLinkQuery = (token: string) =>
  linkQuery(keys.checkinLink(token), previewCheckinLink, { params: { token } });

export const unsubscribeQuery = (token: string) =>
  linkQuery(keys.unsubscribe(token), previewUnsubscribe, { params: { token } });
