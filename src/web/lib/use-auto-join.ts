import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';

/** Long enough to read what happens: the wait after signing up, and the one before the mission opens. */
const AFTER_SIGN_UP_MS = 1000;
const BEFORE_MISSION_MS = 1500;

interface WayInOptions {
  /** True as soon as one may go in. */
  open: boolean;
  /** Waits a moment first. */
  afterSignUp: boolean;
  /** Joins and answers the mission's id. */
  enter: () => Promise<string>;
}

/**
 * Goes into a mission by itself, once, as soon as the way is open, then leads there (an incomplete profile is asked
 * for on the way). `error` is what refused it.
 */
export function useAutoJoin({ open, afterSignUp, enter }: WayInOptions) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [missionId, setMissionId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const tried = useRef(false);

  const go = useCallback(async () => {
    tried.current = true;
    setBusy(true);
    try {
      setMissionId(await enter());
      setError(null);
    } catch (refused) {
      // The session is over, which the app tells: whoever signs in again here goes in again.
      if (refused instanceof ApiError && refused.status === 401) tried.current = false;
      else setError(refused);
    } finally {
      setBusy(false);
    }
  }, [enter]);

  useEffect(() => {
    if (!open || tried.current) return;
    // In development effects run twice: only the timer that stays may go in.
    const timer = setTimeout(() => void go(), afterSignUp ? AFTER_SIGN_UP_MS : 0);
    return () => clearTimeout(timer);
  }, [open, afterSignUp, go]);

  useEffect(() => {
    if (missionId === null) return;
    const lead = () => void navigate({ to: '/mission/$missionId', params: { missionId }, replace: true });
    const timer = setTimeout(lead, BEFORE_MISSION_MS);
    return () => clearTimeout(timer);
  }, [missionId, navigate]);

  return { inside: missionId !== null, error, busy, retry: () => void go() };
}
