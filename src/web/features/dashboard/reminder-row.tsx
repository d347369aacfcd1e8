import { AlarmClock, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button, IconButton } from '#platform/web/kit/button.tsx';
import { useT, within } from '#platform/web/lib/language.ts';
import { Moment, useDismissReminderQuestion } from '#web/features/reminders/public.ts';

/** One check-in might be a try, so ask from the second on. */
const ASKED_FROM = 2;

/** Asks once, for the first mission without a reminder. */
export function ReminderRow({ missions }: { missions: readonly DashboardMission[] }) {
  const mission = missions.find(({ ask_reminder, checkins_count }) => ask_reminder && checkins_count >= ASKED_FROM);
  // Stays while its dialog is open, although the decision removes the question.
  const [setting, setSetting] = useState<DashboardMission | null>(null);
  return (
    <>
      {mission && <Question mission={mission} onSet={() => setSetting(mission)} />}
      <Suspense fallback={null}>{setting && <Moment mission={setting} onClose={() => setSetting(null)} />}</Suspense>
    </>
  );
}

function Question({ mission, onSet }: { mission: DashboardMission; onSet: () => void }) {
  const t = useT();
  const { mutate: dismiss } = useDismissReminderQuestion(mission.id);
  return (
    <p className="mt-3 flex min-h-13 flex-wrap items-center gap-x-3 rounded-lg border-2 border-line bg-card ps-4 pe-1 text-sm">
      <AlarmClock className="size-5 shrink-0 text-flame" aria-hidden />
      <span className="min-w-0 grow-999 basis-40 py-2 wrap-anywhere">
        {t.rich('app.dashboard.reminder.question', {
          mission: mission.title,
          strong: within('strong'),
          title: within('span', { className: 'text-ink-2' }),
        })}
      </span>
      <span className="flex grow items-center justify-between">
        <Button kind="bare" onClick={onSet}>
          {t('app.dashboard.reminder.set')}
        </Button>
        <IconButton label={t('app.dashboard.reminder.none')} onClick={() => dismiss()}>
          <X className="size-5 text-ink-2" aria-hidden />
        </IconButton>
      </span>
    </p>
  );
}
