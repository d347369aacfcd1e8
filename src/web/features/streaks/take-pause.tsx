import { useQuery } from '@tanstack/react-query';
import { PauseInput } from '#contract/streaks.ts';
import { addDays, dayOf, type LocalDay, laterDay } from '#domain/days.ts';
import { PAUSE_DAYS_A_YEAR } from '#domain/limits.ts';
import { PAUSE_REASONS, type PauseReason, pauseDaysLeft } from '#domain/pauses.ts';
import { useMe } from '#web/data/me.ts';
import { Button } from '#web/kit/button.tsx';
import { DatePicker } from '#web/kit/date-picker.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { useForm } from '#web/lib/form.ts';
import { plainDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { pausesQuery, useCreatePause } from './queries.ts';

export const REASONS: Record<PauseReason, string> = { ill: 'Ill', away: 'Away', other: 'Something else' };

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

/** The form for a break, from yesterday on. */
export function TakePause({ onClose }: { onClose: () => void }) {
  const { timezone } = useMe();
  const today = dayOf(new Date(), timezone);
  // The breaks so far, of which the days left are counted.
  const { data: pauses } = useQuery(pausesQuery);
  const { mutateAsync: create } = useCreatePause();
  const { values, errors, set, busy, onSubmit } = useForm({
    schema: PauseInput,
    initial: { from_day: today, to_day: today, reason: 'away' as PauseReason },
    submit: async (input) => {
      const { from_day, to_day } = await create(input);
      const isOver = to_day < today;
      const started = isOver ? 'Yesterday is a day off' : `You're on a break until ${plainDay(to_day)}`;
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
          note={pauses && `${pauseDaysLeft(pauses, values.from_day)} of ${PAUSE_DAYS_A_YEAR} days left`}
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
