import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { completionQuery } from './queries.ts';

/** Loads the completion; if that fails, opens the dashboard. */
export function useCompletion(missionId: string) {
  const navigate = useNavigate();
  const { data, error } = useQuery(completionQuery(missionId));
  const failed = error !== null && !data;
  // The app itself reports the end of a session.
  const signedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (!failed || signedOut) return;
    toast.error(getT()('app.completion.not_loaded'));
    void navigate({ to: '/dashboard', replace: true });
  }, [failed, signedOut, navigate]);
  return data;
}
