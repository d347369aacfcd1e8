import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { OutboxCard } from '#web/features/outbox/outbox-card.tsx';
import { useIsOnline } from '#web/lib/api/connectivity.ts';
import { rollOverDay } from '#web/lib/day-rollover.ts';
import { clockTime, exactTime } from '#web/lib/format.ts';
import * as keys from '#web/lib/query-keys.ts';
import { useMe } from '#web/lib/session/me.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Update } from './app-update.tsx';

/** The time of the newest answer on the screen. */
function useLastAnswer(): number {
  const client = useQueryClient();
  const times = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.getObserversCount() > 0 && query.queryKey[0] !== keys.me[0])
    .map((query) => query.state.dataUpdatedAt);
  return Math.max(0, ...times);
}

function Offline() {
  const me = useMe();
  const client = useQueryClient();
  const at = useLastAnswer();
  const [busy, setBusy] = useState(false);
  const again = () => {
    setBusy(true);
    void client.refetchQueries({ type: 'active' }).finally(() => setBusy(false));
  };
  const when = new Date(at).toISOString();
  const recent = Date.now() - at < 12 * 3_600_000;
  return (
    <Notice
      icon={<CloudOff className="size-5 shrink-0" aria-hidden />}
      action={
        <Button kind="quiet" size="sm" busy={busy} busyLabel="Trying again..." onClick={again}>
          Try again
        </Button>
      }
    >
      {at === 0
        ? 'You are offline. What you do now is kept on this device and sent when you are back.'
        : `You are offline. This is how it was at ${recent ? clockTime(when, me.timezone) : exactTime(when, me.timezone)}. What you do now is sent when you are back.`}
    </Notice>
  );
}

/** What a person should know about the app itself, above the page's own content. */
export function Notices() {
  const reachable = useIsOnline();
  // Without a query that fails nobody would notice: the browser's own word starts the question.
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void client.refetchQueries({ type: 'active' });
    window.addEventListener('offline', ask);
    window.addEventListener('online', ask);
    // Midnight comes without the server, too.
    const turn = () => rollOverDay(client);
    const timer = setInterval(turn, 30_000);
    document.addEventListener('visibilitychange', turn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('offline', ask);
      window.removeEventListener('online', ask);
    };
  }, [client]);
  return (
    <>
      <div aria-live="polite">
        {!reachable && <Offline />}
        <Update />
      </div>
      <OutboxCard />
    </>
  );
}
