import { useQuery } from '@tanstack/react-query';
import { PauseInput } from '#contract/streaks.ts';
import { addDays, dayOf, type LocalDay, laterDay } from '#domain/days.ts';
import { PAUSE_DAYS_A_YEAR } from '#domain/limits.ts';
import { PAUSE_REASONS, type PauseReason, pauseDaysLeft } from '#domain/pauses.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { DatePicker } from '#platform/web/kit/date-picker.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { RadioCard } from '#platform/web/kit/radio-card.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { plainDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMe } from '#web/data/me.ts';
import { pausesQuery, useCreatePause } from './queries.ts';

interface ReasonFieldProps {
  value: PauseReason;
  onChange: (reason: PauseReason) => void;
}

function ReasonField({ value, onChange }: ReasonFieldProps) {
  const t = useT();
  return (
    <fieldset aria-describedby="reason-note">
      <legend className="text-sm font-semibold">{t('app.streaks.take.why')}</legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2.5 sm:grid-cols-3">
        {PAUSE_REASONS.map((reason) => (
          <RadioCard
            key={reason}
            name="reason"
            value={reason}
            checked={value === reason}
            onChange={() => onChange(reason)}
            className="min-h-12 items-center gap-2.5 px-4 font-semibold last:col-span-2 sm:last:col-span-1"
          >
            {t(`app.streaks.reasons.${reason}`)}
          </RadioCard>
        ))}
      </div>
      <p id="reason-note" className="mt-1.5 text-xs text-ink-2">
        {t('app.streaks.take.private')}
      </p>
    </fieldset>
  );
}

/** The form for a break; its first day can be yesterday. */
export function TakePause({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { timezone } = useMe();
  const today = dayOf(new Date(), timezone);
  // The past breaks, to compute the days left.
  const { data: pauses } = useQuery(pausesQuery);
  const { mutateAsync: create } = useCreatePause();
  const { values, errors, set, busy, onSubmit } = useForm({
    schema: PauseInput,
    initial: { from_day: today, to_day: today, reason: 'away' as PauseReason },
    submit: async (input) => {
      const { from_day, to_day } = await create(input);
      const isOver = to_day < today;
      const started = isOver ? t('app.streaks.take.was') : t('app.streaks.take.started', { day: plainDay(to_day) });
      toast.success(from_day > today ? t('app.streaks.take.planned') : started);
      onClose();
    },
    failed: t('app.streaks.take.failed'),
  });
  const begin = (day: LocalDay) => {
    set('from_day', day);
    set('to_day', laterDay(day, values.to_day));
  };
  return (
    <Dialog title={t('app.streaks.take.title')} onClose={onClose} locked={busy}>
      <form className="mt-4 grid gap-5" onSubmit={onSubmit} noValidate>
        <DatePicker
          id="from_day"
          label={t('app.streaks.take.from')}
          value={values.from_day}
          min={addDays(today, -1)}
          today={today}
          error={errors.from_day}
          onChange={begin}
        />
        <DatePicker
          id="to_day"
          label={t('app.streaks.take.to')}
          value={values.to_day}
          min={values.from_day}
          today={today}
          error={errors.to_day}
          note={
            pauses &&
            t('app.streaks.take.left', { left: pauseDaysLeft(pauses, values.from_day), max: PAUSE_DAYS_A_YEAR })
          }
          onChange={(day) => set('to_day', day)}
        />
        <ReasonField value={values.reason} onChange={(reason) => set('reason', reason)} />
        <Button type="submit" busy={busy} busyLabel={t('app.streaks.take.starting')}>
          {t('app.streaks.take.start')}
        </Button>
      </form>
    </Dialog>
  );
}
