import { useQuery } from '@tanstack/react-query';
import { Luggage } from 'lucide-react';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Pause, PauseInput } from '#contract/streaks.ts';
import { addDays, type LocalDay, laterDay } from '#domain/days.ts';
import { PAUSE_DAYS_A_YEAR } from '#domain/limits.ts';
import { PAUSE_REASONS, type PauseReason, pauseDaysLeft } from '#domain/pauses.ts';
import { Button } from '#web/kit/button.tsx';
import { DatePicker } from '#web/kit/date-picker.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { plainDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { pausesQuery, useCreatePause, useRemovePause } from './queries.ts';

const REASONS: Record<PauseReason, string> = { ill: 'Ill', away: 'Away', other: 'Something else' };

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
export function Pauses({ today, onTake }: { today: LocalDay; onTake: (pauses: readonly Pause[]) => void }) {
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
              <Button kind="night" size="sm" onClick={() => onTake(pauses)}>
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

interface ReasonFieldProps {
  value: PauseReason;
  onChange: (reason: PauseReason) => void;
}

function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <fieldset aria-describedby="reason-note">
      <legend className="text-sm font-semibold">Why?</legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2.5 sm:grid-cols-3">
        {PAUSE_REASONS.map((reason) => (
          <label
            key={reason}
            className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-md border-2 border-line-strong px-4 font-semibold last:col-span-2 hover:bg-sunk has-checked:border-flame has-checked:bg-star-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky sm:last:col-span-1"
          >
            <input
              type="radio"
              name="reason"
              value={reason}
              checked={value === reason}
              onChange={() => onChange(reason)}
              className="size-4.5 shrink-0 accent-(--flame)"
            />
            {REASONS[reason]}
          </label>
        ))}
      </div>
      <p id="reason-note" className="mt-1.5 text-xs text-ink-2">
        Only you see the reason.
      </p>
    </fieldset>
  );
}

interface TakePauseProps {
  /** The breaks so far, of which the days left are counted. */
  pauses: readonly Pause[];
  today: LocalDay;
  onClose: () => void;
}

/** The form for a break, from yesterday on. */
export function TakePause({ pauses, today, onClose }: TakePauseProps) {
  const { mutateAsync: create } = useCreatePause();
  const { values, errors, set, busy, onSubmit } = useForm({
    schema: PauseInput,
    initial: { from_day: today, to_day: today, reason: 'away' as PauseReason },
    submit: async (input) => {
      const { from_day, to_day } = await create(input);
      const isOver = to_day < today;
      const started = isOver ? 'Yesterday is excused' : `You're on a break until ${plainDay(to_day)}`;
      toast.success(from_day > today ? 'Your break is planned' : started);
      onClose();
    },
    failed: "We couldn't start the break",
  });
  const begin = (day: LocalDay) => {
    set('from_day', day);
    set('to_day', laterDay(day, values.to_day));
  };
  return (
    <Dialog title="Take a break" onClose={onClose} locked={busy}>
      <form className="mt-4 grid gap-5" onSubmit={onSubmit} noValidate>
        <DatePicker
          id="from_day"
          label="From"
          value={values.from_day}
          min={addDays(today, -1)}
          today={today}
          error={errors.from_day}
          onChange={begin}
        />
        <DatePicker
          id="to_day"
          label="To"
          value={values.to_day}
          min={values.from_day}
          today={today}
          error={errors.to_day}
          note={`${pauseDaysLeft(pauses, values.from_day)} of ${PAUSE_DAYS_A_YEAR} days left`}
          onChange={(day) => set('to_day', day)}
        />
        <ReasonField value={values.reason} onChange={(reason) => set('reason', reason)} />
        <Button type="submit" busy={busy} busyLabel="Starting...">
          Start the break
        </Button>
      </form>
    </Dialog>
  );
}
