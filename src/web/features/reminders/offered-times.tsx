import type { ReminderTime } from '#domain/reminders.ts';
import { useT } from '#platform/web/lib/language.ts';
import { OFFERED_TIMES, timeName } from './reminder-times.ts';

interface OfferedTimesProps {
  time: ReminderTime;
  onChange: (time: ReminderTime) => void;
}

export function OfferedTimes({ time, onChange }: OfferedTimesProps) {
  const t = useT();
  return (
    <fieldset aria-label={t('app.reminders.moment.suggestions')} className="flex min-w-0 gap-2">
      {OFFERED_TIMES.map((offered) => (
        <button
          key={offered.hour}
          type="button"
          aria-pressed={timeName(offered) === timeName(time)}
          onClick={() => onChange(offered)}
          className="min-h-11 min-w-0 grow basis-0 cursor-pointer rounded-md border-2 border-line-strong text-sm font-bold text-ink-2 tabular hover:bg-sunk aria-pressed:border-flame aria-pressed:bg-star-soft aria-pressed:text-ink max-[22rem]:text-xs"
        >
          {timeName(offered)}
        </button>
      ))}
    </fieldset>
  );
}
