import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useJoinMission } from '#web/features/missions/queries.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useAutoJoin } from '#web/lib/use-auto-join.ts';

const has = (error: unknown, status: number): boolean => error instanceof ApiError && error.status === status;

/** Joins by code as soon as somebody is signed in (Spec 8, Join by code). `afterSignUp` waits a moment first. */
export function useJoin(code: string, signedIn: boolean, afterSignUp: boolean) {
  const navigate = useNavigate();
  const { mutateAsync } = useJoinMission();
  const enter = useCallback(async () => {
    const { message, mission_id } = await mutateAsync(code);
    toast.success(message);
    return mission_id;
  }, [code, mutateAsync]);
  const { inside, error, busy, retry } = useAutoJoin({ open: signedIn, afterSignUp, enter });

  const member = has(error, 400);
  useEffect(() => {
    if (!member) return;
    toast.info(detailOf(error, 'You are already a member of this mission'));
    void navigate({ to: '/dashboard', replace: true });
  }, [member, error, navigate]);

  return { inside, busy, retry, gone: has(error, 404), failed: error !== null && !member };
}
