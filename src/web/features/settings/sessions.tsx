import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { deviceName } from '#domain/device-name.ts';
import { useMe } from '#web/data/me.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { exactTime } from '#web/lib/format.ts';
import { type SessionListItem, sessionsQuery, useEndSession } from './queries.ts';

/** The devices on which the user is signed in; `end` is shown below them. */
export function Sessions({ end }: { end: ReactNode }) {
  const query = useQuery(sessionsQuery);
  return (
    <Section
      id="sessions"
      title={
        <>
          <MonitorSmartphone className="size-5.5 text-flame" aria-hidden />
          Devices and sessions
        </>
      }
      lead="Where you're signed in. Sessions end after 30 days of inactivity."
    >
      <LoadPart query={query} name="your sessions">
        {(sessions) => <List sessions={sessions} />}
      </LoadPart>
      {end}
    </Section>
  );
}

function List({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { timezone } = useMe();
  const [ending, setEnding] = useState<SessionListItem | null>(null);
  useFocusFallback(sessions.length);
  return (
    <>
      <ul>
        {sessions.map((session) => {
          const name = deviceName(session.user_agent);
          const used = exactTime(session.last_used_at, timezone);
          return (
            <li key={session.id} className="flex min-h-14 items-center gap-3 py-1.5 not-first:seam">
              <p className="min-w-0 grow text-sm" title={session.user_agent}>
                <span className="me-2 font-semibold">{name}</span>
                {session.current && <Pill tone="done">This device</Pill>}
                <span className="mt-0.5 block text-xs text-ink-2 tabular">Last used {used}</span>
              </p>
              {!session.current && (
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={`Log out ${name}, last used ${used}`}
                  onClick={() => setEnding(session)}
                >
                  Log out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {ending && <EndDialog session={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function EndDialog({ session, onClose }: { session: SessionListItem; onClose: () => void }) {
  const { mutateAsync: end } = useEndSession();
  return (
    <ConfirmAction
      title="Log out this device?"
      confirm="Log out"
      danger
      busyLabel="Logging out..."
      action={() => end(session.id)}
      done="The device is logged out"
      failed="We couldn't log out the device"
      closes="always"
      onClose={onClose}
    >
      We'll log out {deviceName(session.user_agent)} right away and turn off its push messages.
    </ConfirmAction>
  );
}
