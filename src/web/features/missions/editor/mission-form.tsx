import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { LocalDay } from '#domain/days.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { Form } from '#platform/web/lib/form.ts';
import { useKeyboardInset } from '#platform/web/lib/keyboard-inset.ts';
import { useT } from '#platform/web/lib/language.ts';
import { AfterCreation } from './after-creation.tsx';
import { type MissionDraft, saveDraft } from './mission-draft.ts';
import { MissionFields } from './mission-fields.tsx';
import { PreviewFold } from './preview-card.tsx';

interface MissionFormProps {
  form: Form<MissionDraft>;
  suggested: ChosenPatch;
  draftKey: string;
  today: LocalDay;
  /** Whether the plan's limit caused the last rejection. */
  limited: boolean;
  templates: ReactNode;
  /** Whether the optional fields are open at first. */
  moreOpen: boolean;
  /** Whether an idea filled the form. The buttons then stay at the bottom, and the idea decides about the habit. */
  filled: boolean;
}

function FormButtons({ busy, filled }: { busy: boolean; filled: boolean }) {
  const t = useT();
  const keyboard = useKeyboardInset();
  return (
    <div
      className={cx(
        'flex items-center justify-end gap-3',
        filled &&
          'sticky bottom-0 z-10 -mx-4 border-t-2 border-line bg-canvas px-4 pt-2.5 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:mx-0 sm:px-0',
      )}
      {...(filled && keyboard > 0 && { style: { bottom: keyboard } })}
    >
      <Link to="/dashboard" className={button({ kind: 'bare' })}>
        {t('start.common.cancel')}
      </Link>
      <Button type="submit" busy={busy} busyLabel={t('start.common.creating')} className="max-sm:grow sm:min-w-52">
        {t('app.missions.create.submit')}
      </Button>
    </div>
  );
}

export function MissionForm(props: MissionFormProps) {
  const { form, suggested, draftKey, today, limited, templates, moreOpen, filled } = props;
  const t = useT();
  const { values, busy } = form;
  useEffect(() => saveDraft(draftKey, values), [draftKey, values]);
  return (
    // Not a grid, whose rows would confine the buttons that stay at the bottom.
    <form className="flex min-w-0 flex-col gap-3 sm:gap-6" onSubmit={form.onSubmit} noValidate>
      {templates}
      <MissionFields
        form={form}
        suggested={suggested}
        today={today}
        moreOpen={moreOpen}
        asksHabit={!filled}
        preview={<PreviewFold draft={values} />}
      />
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
      <FormButtons busy={busy} filled={filled} />
      <AfterCreation />
    </form>
  );
}
