import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '#web/lib/toast.ts';
import { timezonesQuery } from './queries.ts';

/** The zones; only the user's own if the list cannot be loaded, so that the rest can still be saved. */
export function useZones(own: string) {
  const { data, isError } = useQuery(timezonesQuery);
  useEffect(() => {
    if (isError) toast.error('Failed to load timezones');
  }, [isError]);
  if (isError) return [{ value: own, label: own.replaceAll('_', ' ') }];
  return data;
}
