import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { timezonesQuery } from './queries.ts';

/** Returns the zones; only the user's own if loading fails, so the other fields can still be saved. */
export function useZones(own: string) {
  const t = useT();
  const { data, isError } = useQuery(timezonesQuery);
  useEffect(() => {
    if (isError) toast.error(t('app.profile.zone.not_loaded'));
  }, [isError, t]);
  if (isError) return [{ value: own, label: own.replaceAll('_', ' ') }];
  return data;
}
