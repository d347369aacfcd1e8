import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#platform/web/lib/api/api-error.ts';

/** Pauses for reading: before joining after a sign-up, and before the mission opens. */
const AFTER_SIGN_UP_MS = 1000;
const BEFORE_MISSION_MS = 1500;

interface AutoJoinOptions {
  ready: boolean;
  afterSignUp: boolean;
  join: () => Promise<string>;
}

/**
 * Joins once when that is possible, then opens the mission.
 *
 * An incomplete profile comes first. `error` is why joining failed.
 */
export function useAutoJoin({ ready, afterSignUp, join }: AutoJoinOptions) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [missionId, setMissionId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const tried = useRef(false);

  const attempt = useCallback(async () => {
    tried.current = true;
    setBusy(true);
    try {
      setMissionId(await join());
      setError(null);
    } catch (failure) {
      // The session is over, and the app says so. After signing in again here, it retries.
      if (failure instanceof ApiError && failure.status === 401) tried.current = false;
      else setError(failure);
    } finally {
      setBusy(false);
    }
  }, [join]);

  useEffect(() => {
    if (!ready || tried.current) return;
    // In development effects run twice, and only the second timer may join.
    const timer = setTimeout(() => void attempt(), afterSignUp ? AFTER_SIGN_UP_MS : 0);
    return () => clearTimeout(timer);
  }, [ready, afterSignUp, attempt]);

  useEffect(() => {
    if (missionId === null) return;
    const openMission = () => void navigate({ to: '/mission/$missionId', params: { missionId }, replace: true });
    const timer = setTimeout(openMission, BEFORE_MISSION_MS);
    return () => clearTimeout(timer);
  }, [missionId, navigate]);

  return { joined: missionId !== null, error, busy, retry: () => void attempt() };
}
