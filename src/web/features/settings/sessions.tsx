import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { exactTime } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { deviceInWords } from '#web/data/device-words.ts';
import { useMe } from '#web/data/me.ts';
import { type SessionListItem, sessionsQuery, useEndSession } from './queries.ts';

export function Sessions({ end }: { end: ReactNode }) {
  const t = useT();
  const query = useQuery(sessionsQuery);
  return (
    <Section
      id="sessions"
      icon={<MonitorSmartphone className="size-5.5 text-flame" aria-hidden />}
      title={t('app.settings.sessions.title')}
      lead={t('app.settings.sessions.lead')}
    >
      <LoadPart query={query} name={t('app.settings.sessions.part')} rows={1} row="h-14">
        {(sessions) => <List sessions={sessions} />}
      </LoadPart>
      {end}
    </Section>
  );
}

function List({ sessions }: { sessions: readonly SessionListItem[] }) {
  const t = useT();
  const { timezone } = useMe();
  const [ending, setEnding] = useState<SessionListItem | null>(null);
  const { mutateAsync: end } = useEndSession();
  useFocusFallback(sessions.length);
  return (
    <>
      <ul>
        {sessions.map((session) => {
          const device = deviceInWords(t, session.user_agent);
          const time = exactTime(session.last_used_at, timezone);
          return (
            <li key={session.id} className="flex min-h-14 items-center gap-3 py-1.5 not-first:seam">
              <p className="min-w-0 grow text-sm" title={session.user_agent}>
                <span className="me-2 font-semibold">{device}</span>
                {session.current && <Pill tone="done">{t('app.settings.sessions.this_device')}</Pill>}
                <span className="mt-0.5 block text-xs text-ink-2 tabular">
                  {t('app.settings.sessions.last_used', { time })}
                </span>
              </p>
              {!session.current && (
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={t('app.settings.sessions.log_out_of', { device, time })}
                  onClick={() => setEnding(session)}
                >
                  {t('app.settings.sessions.log_out')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {ending && (
        <ConfirmAction
          title={t('app.settings.sessions.log_out_question')}
          confirm={t('app.settings.sessions.log_out')}
          danger
          busyLabel={t('app.settings.sessions.logging_out')}
          action={() => end(ending.id)}
          done={t('app.settings.sessions.logged_out')}
          failed={t('app.settings.sessions.not_logged_out')}
          closes="always"
          onClose={() => setEnding(null)}
        >
          {t('app.settings.sessions.log_out_note', { device: deviceInWords(t, ending.user_agent) })}
        </ConfirmAction>
      )}
    </>
  );
}
