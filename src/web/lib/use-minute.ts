import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** A number that changes every minute, for what says '5m ago' and would not be drawn again otherwise. */
export function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
