import { type FormEvent, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import type { Reminder } from '#contract/reminders.ts';
import { CUE_MAX } from '#domain/limits.ts';
import { isCueShort, tidyCue } from '#domain/reminders.ts';
import { useMe } from '#web/data/me.ts';
import { Button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { Field } from '#web/kit/field.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Select } from '#web/kit/select.tsx';
import { toast } from '#web/lib/toast.ts';
import { OfferedTimes } from './offered-times.tsx';
import { useReminders, useSaveReminder } from './queries.ts';
import { ReminderDays } from './reminder-days.tsx';
import { isUntouched, nextOfferedTime, TIME_OPTIONS, timeName, timeOf } from './reminder-times.ts';

/** How a reminder can come. */
export const CHANNELS = [
  { value: 'email', label: 'Email' },
  { value: 'push', label: 'Push' },
] as const;

const WORDS = { label: 'When will you do it?', placeholder: 'After dinner', autoComplete: 'off' } as const;

/** What is wrong with the words for a moment, if anything is. */
const cueProblem = (words: string): string | undefined =>
  isCueShort(tidyCue(words) ?? '') ? undefined : `Please keep it to ${CUE_MAX} characters`;

interface MomentFieldProps {
  reminder: Reminder;
  onSave: (cue: string | null) => void;
  className: string;
}

/** The words for one's moment in the settings; they are saved when the field is left or with Enter. */
export function MomentField({ reminder: { mission_id, cue }, onSave, className }: MomentFieldProps) {
  const [words, setWords] = useState(cue ?? '');
  const error = cueProblem(words);
  const save = () => {
    const next = tidyCue(words);
    if (!error && next !== cue) onSave(next);
  };
  return (
    <div className={className}>
      <Field
        {...WORDS}
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
  /** Whether any device receives push messages; undefined while that is loading. */
  pushReady: boolean | undefined;
  onClose: () => void;
}

interface WhenProps {
  draft: Reminder;
  pushReady: boolean | undefined;
  onChange: (draft: Reminder) => void;
}

/** When it comes; how is a choice only where push messages arrive. */
function When({ draft, pushReady, onChange }: WhenProps) {
  return (
    <div className="grid grid-flow-col auto-cols-fr gap-3">
      <Select
        id="moment-hour"
        label="Hour"
        options={TIME_OPTIONS}
        value={timeName(draft)}
        onChange={(name) => onChange({ ...draft, ...timeOf(name) })}
      />
      {(draft.channel === 'push' || pushReady) && (
        <Select
          id="moment-channel"
          label="How"
          options={CHANNELS}
          value={draft.channel}
          onChange={(channel) => onChange({ ...draft, channel })}
        />
      )}
    </div>
  );
}

interface MomentFormProps extends MomentProps {
  reminder: Reminder;
  /** The mission asks for times a week, so that the days are the member's choice. */
  isWeekly: boolean;
}

function MomentForm({ reminder, isWeekly, pushReady, onClose }: MomentFormProps) {
  const { timezone } = useMe();
  const [draft, setDraft] = useState(() =>
    isUntouched(reminder) ? { ...reminder, ...nextOfferedTime(new Date(), timezone) } : reminder,
  );
  const { mutate, isPending, variables } = useSaveReminder();
  const words = draft.cue ?? '';
  const error = cueProblem(words);
  const save = (is_on: boolean) => {
    if (error || isPending) return;
    const onSuccess = () => {
      toast.success(is_on ? 'Reminder saved' : 'Reminder turned off');
      onClose();
    };
    const { days, ...choice } = { ...draft, cue: tidyCue(words), is_on };
    mutate(isWeekly ? { ...choice, days } : choice, { onSuccess });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(true);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
      <Field
        {...WORDS}
        id="moment-words"
        note="We'll send you these words then. Only you see them."
        error={error}
        value={words}
        onChange={(event) => setDraft({ ...draft, cue: event.target.value })}
      />
      <OfferedTimes time={draft} onChange={(time) => setDraft({ ...draft, ...time })} />
      <When draft={draft} pushReady={pushReady} onChange={setDraft} />
      {isWeekly && <ReminderDays days={draft.days} onChange={(days) => setDraft({ ...draft, days })} />}
      {draft.channel === 'push' && pushReady === false && (
        <p role="status" className="text-sm font-medium text-rose">
          Push isn't on for any device yet. You can turn it on in Settings.
        </p>
      )}
      <Button type="submit" disabled={isPending} busy={isPending && variables.is_on} busyLabel="Saving...">
        Save
      </Button>
      {reminder.is_on && (
        <Button kind="bare" disabled={isPending} onClick={() => save(false)}>
          Stop reminding me
        </Button>
      )}
    </form>
  );
}

/** The user's own words for the moment of a mission, and the reminder that brings them. */
export function MomentDialog({ mission, ...props }: MomentProps & { mission: Pick<Mission, 'id' | 'schedule'> }) {
  const query = useReminders();
  return (
    <Dialog title="Reminder" onClose={props.onClose}>
      <LoadPart query={query} name="your reminder">
        {(reminders) => {
          const reminder = reminders.find(({ mission_id }) => mission_id === mission.id);
          if (reminder)
            return <MomentForm reminder={reminder} isWeekly={mission.schedule.kind === 'weekly'} {...props} />;
          // The last day may have ended while the page was open.
          return <p className="mt-4 text-ink-2">This mission has ended, so there is nothing to remind you of.</p>;
        }}
      </LoadPart>
    </Dialog>
  );
}
