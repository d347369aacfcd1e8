import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '#contract/auth.ts';
import { readSettings, type Settings, saveSettings } from '#contract/settings.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { chooseLanguage } from '#platform/web/lib/device-language.ts';
import { getT, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePending } from '#platform/web/lib/use-pending.ts';
import { callQuery } from '#web/data/call-query.ts';
import { meQuery } from '#web/data/me.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { useChange } from '#web/data/use-change.ts';
import { writeCached } from '#web/data/write-cached.ts';

export type SessionListItem = Answer<typeof listSessions>[number];

const settingsQuery = callQuery(keys.settings, readSettings);
export const sessionsQuery = callQuery(keys.sessions, listSessions);

const SAVE_KEY = ['save-settings'];
/** Runs one save at a time, so the last tap wins. */
const ONE_BY_ONE = { id: 'settings' };

/** Returns the settings with the last unsaved change. Each save includes all settings. */
export function useSettings() {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery);
  const choices = usePending<Settings>(SAVE_KEY);
  return { data: data && (choices.at(-1) ?? data), isError, isFetching, refetch };
}

/** Saves which messages the user receives. The screen shows it immediately and reverts if refused. */
export function useSaveSettings() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationKey: SAVE_KEY,
    scope: ONE_BY_ONE,
    // Leaves out the language, which might have been changed on another device.
    mutationFn: ({ language: _, ...body }: Settings) => call(saveSettings, { body }),
    onSuccess: (saved) => writeCached(client, settingsQuery.queryKey, () => saved),
    onError: (error) => toast.failure(error, t('app.settings.not_saved')),
    // Not awaited: a refused change leaves the screen when its toast appears.
    onSettled: () => void markStale(client, 'settings'),
  });
}

/** Shows another language on this device and saves it for the account; null follows the browser. */
export function useChooseLanguage() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    scope: ONE_BY_ONE,
    mutationFn: async (language: Settings['language']) => {
      await chooseLanguage(language).catch(() => {
        throw new Error(t('start.site.language_failed'));
      });
      try {
        const settings = await client.ensureQueryData(settingsQuery);
        const saved = await call(saveSettings, { body: { ...settings, language } });
        writeCached(client, settingsQuery.queryKey, () => saved);
        writeCached(client, meQuery.queryKey, (me) => ({ ...me, language }));
      } catch {
        // This device keeps the language.
        throw new Error(getT()('app.settings.appearance.language_not_saved'));
      }
    },
    onError: ({ message }) => toast.error(message),
  });
}

export const useEndSession = () => useChange('sessions', (id: string) => call(endSession, { params: { id } }));
