import { useId } from 'react';
import type { Weekday } from '#domain/schedule.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { WeekdayToggles } from './weekday-toggles.tsx';

interface ReminderDaysProps {
  days: readonly Weekday[] | null;
  onChange: (days: Weekday[] | null) => void;
  className?: string;
}

/** For weekly schedules: on which weekdays to remind while a check-in is possible. */
export function ReminderDays({ days, onChange, className }: ReminderDaysProps) {
  const t = useT();
  const id = useId();
  return (
    <div className={cx('grid gap-1.5', className)}>
      <span className="text-sm font-semibold">{t('app.reminders.days.question')}</span>
      <WeekdayToggles
        label={t('app.reminders.days.question')}
        describedBy={`${id}-none`}
        days={days ?? []}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
      />
      {/* The line stays empty, so nothing below moves with the first press. */}
      <p id={`${id}-none`} role="status" className="min-h-4 text-xs text-ink-2">
        {!days && t('app.reminders.days.none')}
      </p>
    </div>
  );
}
