import { useQuery } from '@tanstack/react-query';
import { Luggage } from 'lucide-react';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Pause } from '#contract/streaks.ts';
import type { LocalDay } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { plainDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { pausesQuery, useRemovePause } from './queries.ts';

/** An error shows the server's sentence in a toast. */
function RemoveButton({ id, running }: { id: string; running: boolean }) {
  const t = useT();
  const { mutate, isPending } = useRemovePause();
  const remove = () =>
    mutate(id, {
      onSuccess: () => toast.success(running ? t('app.streaks.break.ended') : t('app.streaks.break.canceled')),
      onError: (error) => toast.failure(error, t('app.streaks.break.end_failed')),
    });
  return (
    <Button
      kind="quiet"
      size="sm"
      busy={isPending}
      busyLabel={running ? t('app.streaks.break.ending') : t('app.streaks.break.canceling')}
      onClick={remove}
    >
      {running ? t('app.streaks.break.back') : t('app.streaks.break.cancel')}
    </Button>
  );
}

export function RunningPause({ pause }: Pick<Dashboard, 'pause'>) {
  const t = useT();
  useFocusFallback(pause ? 1 : 0);
  if (!pause) return null;
  return (
    <section
      aria-label={t('app.streaks.break.yours')}
      className="mt-6 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-sky-soft px-5 py-3.5 sm:px-7"
    >
      <p className="flex min-w-0 items-center gap-3 font-semibold">
        <Luggage className="size-5 shrink-0" aria-hidden />
        {t('app.streaks.break.until', { day: plainDay(pause.to_day) })}
      </p>
      <RemoveButton id={pause.id} running />
    </section>
  );
}

function pauseText(t: ScreenTranslate, { from_day, to_day }: Pause, today: LocalDay): string {
  if (from_day <= today) return t('app.streaks.break.until', { day: plainDay(to_day) });
  if (from_day === to_day) return t('app.streaks.break.on', { day: plainDay(from_day) });
  return t('app.streaks.break.range', { from: plainDay(from_day), to: plainDay(to_day) });
}

function OpenPauses({ pauses, today }: { pauses: readonly Pause[]; today: LocalDay }) {
  const t = useT();
  const open = pauses
    .filter(({ to_day }) => to_day >= today)
    .sort((one, other) => one.from_day.localeCompare(other.from_day));
  const list = useFocusFallback<HTMLUListElement>(open.length);
  return (
    <ul ref={list} tabIndex={-1} aria-label={t('app.streaks.breaks.yours')} className="grid gap-3">
      {open.map((pause) => (
        <li key={pause.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 font-semibold">
            {pauseText(t, pause, today)}
            <Pill>{t(`app.streaks.reasons.${pause.reason}`)}</Pill>
          </span>
          <RemoveButton id={pause.id} running={pause.from_day <= today} />
        </li>
      ))}
    </ul>
  );
}

export function Pauses({ today, onTake }: { today: LocalDay; onTake: () => void }) {
  const t = useT();
  const query = useQuery(pausesQuery);
  return (
    <section aria-labelledby="breaks" className="mt-6 grid gap-4 pt-5 seam">
      <LoadPart query={query} name={t('app.streaks.breaks.name')} rows={1}>
        {(pauses) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div className="min-w-0">
                <h3 id="breaks" className="font-display text-base font-extrabold">
                  {t('app.streaks.breaks.title')}
                </h3>
                <p className="mt-1 text-sm text-ink-2">{t('app.streaks.breaks.note')}</p>
              </div>
              <Button kind="night" size="sm" onClick={onTake}>
                <Luggage className="size-4.5" aria-hidden />
                {t('app.streaks.take.title')}
              </Button>
            </div>
            <OpenPauses pauses={pauses} today={today} />
          </>
        )}
      </LoadPart>
    </section>
  );
}
