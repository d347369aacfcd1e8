import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import type { Reminder } from '#contract/reminders.ts';
import { CUE_MAX } from '#domain/limits.ts';
import { isLineShort, tidyOwnLine } from '#domain/own-line.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Select } from '#platform/web/kit/select.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMe } from '#web/data/me.ts';
import { pushDevicesQuery } from '#web/features/push/public.ts';
import { OfferedTimes } from './offered-times.tsx';
import { useReminders, useSaveReminder } from './queries.ts';
import { ReminderDays } from './reminder-days.tsx';
import { isUntouched, nextOfferedTime, TIME_OPTIONS, timeName, timeOf } from './reminder-times.ts';

const CHANNELS = ['email', 'push'] as const satisfies Reminder['channel'][];

export const channelOptions = (t: ScreenTranslate) =>
  CHANNELS.map((value) => ({ value, label: t(`app.reminders.channels.${value}`) }));

const wordsField = (t: ScreenTranslate) => ({
  label: t('app.reminders.moment.words'),
  placeholder: t('app.reminders.moment.words_example'),
  autoComplete: 'off',
});

const cueProblem = (t: ScreenTranslate, words: string): string | undefined =>
  isLineShort(tidyOwnLine(words) ?? '', CUE_MAX) ? undefined : t('app.reminders.moment.too_long', { max: CUE_MAX });

interface MomentFieldProps {
  reminder: Reminder;
  onSave: (cue: string | null) => void;
  className: string;
}

/** The user's text for a mission's moment in the settings; saved on blur or with Enter. */
export function MomentField({ reminder: { mission_id, cue }, onSave, className }: MomentFieldProps) {
  const t = useT();
  const [words, setWords] = useState(cue ?? '');
  const error = cueProblem(t, words);
  const save = () => {
    const next = tidyOwnLine(words);
    if (!error && next !== cue) onSave(next);
  };
  return (
    <div className={className}>
      <Field
        {...wordsField(t)}
        id={`cue-${mission_id}`}
        optional
        error={error}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </div>
  );
}

interface MomentProps {
  /** Whether any device receives push messages. It is undefined while loading. */
  pushReady: boolean | undefined;
  onClose: () => void;
}

interface WhenProps {
  draft: Reminder;
  pushReady: boolean | undefined;
  onChange: (draft: Reminder) => void;
}

/** Sets the time. The channel is a choice only if push messages arrive. */
function When({ draft, pushReady, onChange }: WhenProps) {
  const t = useT();
  return (
    <div className="grid grid-flow-col auto-cols-fr gap-3">
      <Select
        id="moment-hour"
        label={t('app.reminders.moment.hour')}
        options={TIME_OPTIONS}
        value={timeName(draft)}
        onChange={(name) => onChange({ ...draft, ...timeOf(name) })}
      />
      {(draft.channel === 'push' || pushReady) && (
        <Select
          id="moment-channel"
          label={t('app.reminders.moment.how')}
          options={channelOptions(t)}
          value={draft.channel}
          onChange={(channel) => onChange({ ...draft, channel })}
        />
      )}
    </div>
  );
}

interface MomentFormProps extends MomentProps {
  reminder: Reminder;
  /** Whether the schedule counts check-ins a week, so the member chooses the days. */
  isWeekly: boolean;
}

function MomentForm({ reminder, isWeekly, pushReady, onClose }: MomentFormProps) {
  const t = useT();
  const { timezone } = useMe();
  const [draft, setDraft] = useState(() =>
    isUntouched(reminder) ? { ...reminder, ...nextOfferedTime(new Date(), timezone) } : reminder,
  );
  const { mutate, isPending, variables } = useSaveReminder();
  const words = draft.cue ?? '';
  const error = cueProblem(t, words);
  const save = (is_on: boolean) => {
    if (error || isPending) return;
    const onSuccess = () => {
      toast.success(t(is_on ? 'app.reminders.moment.saved' : 'app.reminders.moment.turned_off'));
      onClose();
    };
    const { days, ...choice } = { ...draft, cue: tidyOwnLine(words), is_on };
    mutate(isWeekly ? { ...choice, days } : choice, { onSuccess });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(true);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <Field
        {...wordsField(t)}
        id="moment-words"
        note={t('app.reminders.moment.words_note')}
        error={error}
        value={words}
        onChange={(event) => setDraft({ ...draft, cue: event.target.value })}
      />
      <OfferedTimes time={draft} onChange={(time) => setDraft({ ...draft, ...time })} />
      <When draft={draft} pushReady={pushReady} onChange={setDraft} />
      {isWeekly && <ReminderDays days={draft.days} onChange={(days) => setDraft({ ...draft, days })} />}
      {draft.channel === 'push' && pushReady === false && (
        <p role="status" className="text-sm font-medium text-rose">
          {t('app.reminders.moment.no_push')}
        </p>
      )}
      <Button
        type="submit"
        disabled={isPending}
        busy={isPending && variables.is_on}
        busyLabel={t('start.common.saving')}
      >
        {t('start.common.save')}
      </Button>
      {reminder.is_on && (
        <Button kind="bare" disabled={isPending} onClick={() => save(false)}>
          {t('app.reminders.moment.stop')}
        </Button>
      )}
    </form>
  );
}

export function Moment({ mission, onClose }: { mission: Pick<Mission, 'id' | 'schedule'>; onClose: () => void }) {
  const t = useT();
  const query = useReminders();
  const devices = useQuery(pushDevicesQuery);
  const pushReady = devices.data && devices.data.length > 0;
  return (
    <Dialog title={t('app.reminders.moment.title')} onClose={onClose}>
      <LoadPart query={query} name={t('app.reminders.moment.part')}>
        {(reminders) => {
          const reminder = reminders.find(({ mission_id }) => mission_id === mission.id);
          if (reminder)
            return <MomentForm {...{ reminder, pushReady, onClose }} isWeekly={mission.schedule.kind === 'weekly'} />;
          // The last day might have ended while the page was open.
          return <p className="mt-4 text-ink-2">{t('app.reminders.moment.ended')}</p>;
        }}
      </LoadPart>
    </Dialog>
  );
}
