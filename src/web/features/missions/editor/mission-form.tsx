import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { LocalDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import type { Form } from '#platform/web/lib/form.ts';
import { longDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { datedScheduleOfDraft, type MissionDraft, saveDraft } from './mission-draft.ts';
import { MissionFields } from './mission-fields.tsx';

interface MissionFormProps {
  form: Form<MissionDraft>;
  suggested: ChosenPatch;
  draftKey: string;
  today: LocalDay;
  /** Whether the plan's limit caused the last rejection. */
  limited: boolean;
  templates: ReactNode;
  /** Shown between the cards and the buttons, on phones. */
  preview: ReactNode;
  tips: ReactNode;
}

export function dayInWords(day: LocalDay): string {
  const thisYear = new Date().getUTCFullYear();
  return day.startsWith(String(thisYear)) ? longDay(day) : `${longDay(day)} ${day.slice(0, 4)}`;
}

export function MissionForm({ form, suggested, draftKey, today, limited, templates, preview, tips }: MissionFormProps) {
  const t = useT();
  const { values, busy } = form;
  const dated = datedScheduleOfDraft(values);
  useEffect(() => saveDraft(draftKey, values), [draftKey, values]);
  return (
    <form className="grid min-w-0 grid-cols-1 gap-6" onSubmit={form.onSubmit} noValidate>
      {templates}
      <MissionFields form={form} suggested={suggested} today={today} />
      {preview}
      {limited && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-star-soft p-4 text-star-ink">
          <p role="alert" className="text-sm font-semibold">
            {t('app.missions.limit.text')}
          </p>
          <Link to="/pricing" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
            {t('app.missions.limit.upgrade')}
          </Link>
        </div>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-center sm:justify-end">
        {dated && (
          <p className="order-last text-center text-sm text-ink-2 sm:hidden">
            {t('app.missions.create.ends', { day: dayInWords(lastDay(dated.first_day, dated.duration_days)) })}
          </p>
        )}
        <Link to="/dashboard" className={button({ kind: 'quiet', className: 'sm:min-w-36' })}>
          {t('start.common.cancel')}
        </Link>
        <Button type="submit" busy={busy} busyLabel={t('start.common.creating')} className="sm:min-w-52">
          {t('app.missions.create.submit')}
        </Button>
      </div>
      {tips}
    </form>
  );
}
