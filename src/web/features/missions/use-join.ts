import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, detailOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useJoinMission } from './queries.ts';

/** Spec 9: one second after signing up, and one and a half before the mission opens. */
const AFTER_SIGN_UP_MS = 1000;
const BEFORE_MISSION_MS = 1500;

export type JoinState = 'waiting' | 'joining' | 'joined' | 'gone' | 'failed';

/**
 * Joins by code as soon as somebody is signed in, then leads to the mission (an incomplete profile is asked for on
 * the way there). `afterSignUp` waits a moment first.
 */
export function useJoin(code: string, signedIn: boolean, afterSignUp: boolean) {
  const navigate = useNavigate();
  const { mutateAsync } = useJoinMission();
  const [state, setState] = useState<JoinState>('waiting');
  const [missionId, setMissionId] = useState<string | null>(null);

  const refuse = useCallback(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 400) {
        toast.info(detailOf(error, 'You are already a member of this mission'));
        return navigate({ to: '/dashboard', replace: true });
      }
      setState(error instanceof ApiError && error.status === 404 ? 'gone' : 'failed');
    },
    [navigate],
  );

  const join = useCallback(async () => {
    setState('joining');
    try {
      const { message, mission_id } = await mutateAsync(code);
      setState('joined');
      toast.success(message);
      setMissionId(mission_id);
    } catch (error) {
      await refuse(error);
    }
  }, [code, mutateAsync, refuse]);

  useEffect(() => {
    if (!signedIn) return;
    // In development effects run twice: only the timer that stays may join.
    const timer = setTimeout(() => void join(), afterSignUp ? AFTER_SIGN_UP_MS : 0);
    return () => clearTimeout(timer);
  }, [signedIn, afterSignUp, join]);

  useEffect(() => {
    if (missionId === null) return;
    const open = () => void navigate({ to: '/mission/$missionId', params: { missionId }, replace: true });
    const timer = setTimeout(open, BEFORE_MISSION_MS);
    return () => clearTimeout(timer);
  }, [missionId, navigate]);

  return { state, retry: () => void join() };
}
