import { useQuery } from '@tanstack/react-query';
import { Luggage } from 'lucide-react';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Pause } from '#contract/streaks.ts';
import type { LocalDay } from '#domain/days.ts';
import { Button } from '#web/kit/button.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { plainDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { pausesQuery, useRemovePause } from './queries.ts';
import { REASONS } from './take-pause.tsx';

/** Ends a running break or cancels a coming one; a refusal is a toast with the server's sentence. */
function RemoveButton({ id, running }: { id: string; running: boolean }) {
  const { mutate, isPending } = useRemovePause();
  const remove = () =>
    mutate(id, {
      onSuccess: () => toast.success(running ? 'Back by the fire' : 'Break canceled'),
      onError: (error) => toast.error(detailOf(error, "We couldn't end the break")),
    });
  return (
    <Button kind="quiet" size="sm" busy={isPending} busyLabel={running ? 'Ending...' : 'Canceling...'} onClick={remove}>
      {running ? "I'm back" : 'Cancel the break'}
    </Button>
  );
}

/** On the dashboard, while a break runs. */
export function RunningPause({ pause }: Pick<Dashboard, 'pause'>) {
  useFocusFallback(pause ? 1 : 0);
  if (!pause) return null;
  return (
    <section
      aria-label="Your break"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-sky-soft px-5 py-3.5 sm:px-7"
    >
      <p className="flex min-w-0 items-center gap-3 font-semibold">
        <Luggage className="size-5 shrink-0" aria-hidden />
        On a break until {plainDay(pause.to_day)}
      </p>
      <RemoveButton id={pause.id} running />
    </section>
  );
}

/** What a break of the list is to its user today. */
function pauseText({ from_day, to_day }: Pause, today: LocalDay): string {
  if (from_day <= today) return `On a break until ${plainDay(to_day)}`;
  if (from_day === to_day) return `A break on ${plainDay(from_day)}`;
  return `A break from ${plainDay(from_day)} to ${plainDay(to_day)}`;
}

function OpenPauses({ pauses, today }: { pauses: readonly Pause[]; today: LocalDay }) {
  const open = pauses
    .filter(({ to_day }) => to_day >= today)
    .sort((one, other) => one.from_day.localeCompare(other.from_day));
  const list = useFocusFallback<HTMLUListElement>(open.length);
  return (
    <ul ref={list} tabIndex={-1} aria-label="Your breaks" className="grid gap-3">
      {open.map((pause) => (
        <li key={pause.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 font-semibold">
            {pauseText(pause, today)}
            <Pill>{REASONS[pause.reason]}</Pill>
          </span>
          <RemoveButton id={pause.id} running={pause.from_day <= today} />
        </li>
      ))}
    </ul>
  );
}

/** The running and the coming breaks below the calendar, and the button that takes another one. */
export function Pauses({ today, onTake }: { today: LocalDay; onTake: () => void }) {
  const query = useQuery(pausesQuery);
  return (
    <section aria-labelledby="breaks" className="mt-6 grid gap-4 pt-5 seam">
      <LoadPart query={query} name="your breaks" rows={1}>
        {(pauses) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div className="min-w-0">
                <h3 id="breaks" className="font-display text-base font-extrabold">
                  Breaks
                </h3>
                <p className="mt-1 text-sm text-ink-2">Your streak waits for you, and reminders rest.</p>
              </div>
              <Button kind="night" size="sm" onClick={onTake}>
                <Luggage className="size-4.5" aria-hidden />
                Take a break
              </Button>
            </div>
            <OpenPauses pauses={pauses} today={today} />
          </>
        )}
      </LoadPart>
    </section>
  );
}
