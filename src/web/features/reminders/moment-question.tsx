import { AlarmClock } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Reminder } from '#contract/reminders.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { tidyCue } from '#domain/reminders.ts';
import type { Weekday } from '#domain/schedule.ts';
import { wallClock } from '#domain/zones.ts';
import { Button } from '#web/kit/button.tsx';
import { inputClass } from '#web/kit/field.tsx';
import { cx } from '#web/lib/cx.ts';
import { hourName } from '#web/lib/format.ts';
import { Choice } from './choice.tsx';
import { CHANNELS, cueProblem } from './moment.tsx';
import { useDismissReminderQuestion, useSaveReminder } from './queries.ts';
import { ReminderDays } from './reminder-days.tsx';

type Channel = Reminder['channel'];

/** This hour on the user's clock, and three that suit many. */
function hoursFor(zone: string): readonly [number, string][] {
  const now = Math.floor(wallClock(new Date(), zone) / HOUR_MS) % 24;
  return [...new Set([now, 8, 12, 20])].map((hour) => [hour, hourName(hour)]);
}

const NOT_TURNED_ON = "We couldn't turn push on. Please try again.";
const wrongClass = 'mt-1.5 text-sm font-medium text-rose';

interface MomentProps {
  missionId: string;
  /** The mission asks for times a week, so that the days are the member's choice. */
  isWeekly: boolean;
  /** The user's zone. */
  zone: string;
  /** How a reminder can reach this user here, at least one way. */
  channels: readonly Channel[];
  /** Asks for the permission that push messages need; what is in their way, or null. */
  turnPushOn: () => Promise<string | null>;
  /** An answer is about to be sent, after which the mission no longer asks. */
  onAnswer: () => void;
  /** It was answered, and the reminder's hour, or null without one. */
  onAnswered: (hour: number | null) => void;
}

/** What is wrong with an answer, and with which part of it. */
interface Wrong {
  part: 'cue' | 'channel';
  text: string;
}

/** The answer while it is given: what was chosen, what is wrong with it, and saving it. */
function useMoment({ missionId, isWeekly, zone, channels, turnPushOn, onAnswer, onAnswered }: MomentProps) {
  const [hours] = useState(() => hoursFor(zone));
  const [hour, setHour] = useState(hours[0]![0]);
  const [channel, setChannel] = useState<Channel>(channels[0]!);
  const [days, setDays] = useState<Weekday[] | null>(null);
  const [cue, setCue] = useState('');
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [busy, setBusy] = useState(false);
  const { mutateAsync } = useSaveReminder();
  const dismiss = useDismissReminderQuestion(missionId);
  const save = async () => {
    const problem = channel === 'push' ? await turnPushOn().catch(() => NOT_TURNED_ON) : null;
    if (problem) return setWrong({ part: 'channel', text: problem });
    // The hook tells of a failure; what was typed is still there.
    const choice = { mission_id: missionId, hour, channel, is_on: true, cue: tidyCue(cue) };
    const saved = await mutateAsync(isWeekly ? { ...choice, days } : choice).catch(() => null);
    if (saved) onAnswered(hour);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = cueProblem(cue);
    setWrong(problem ? { part: 'cue', text: problem } : null);
    if (problem) return;
    setBusy(true);
    onAnswer();
    void save().finally(() => setBusy(false));
  };
  const decline = () => {
    onAnswer();
    dismiss.mutate();
    onAnswered(null);
  };
  const chooseChannel = (next: Channel) => {
    setChannel(next);
    setWrong(null);
  };
  const problemOf = (part: Wrong['part']) => (wrong?.part === part ? wrong : null);
  return {
    ...{ hours, hour, setHour, channel, chooseChannel, days, setDays, cue, setCue },
    ...{ busy, onSubmit, decline, problemOf },
  };
}

interface WordsProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  wrong: Wrong | null;
}

/** The member's own words, and what is wrong with them. */
function Words({ id, value, onChange, wrong }: WordsProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);
  return (
    <>
      <input
        ref={field}
        aria-label="When will you do it?"
        placeholder="After dinner"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={!!wrong || undefined}
        aria-describedby={cx(`${id}-note`, wrong && `${id}-error`)}
        className={cx(inputClass, 'mt-3 h-12')}
      />
      {wrong && (
        <p id={`${id}-error`} className={wrongClass}>
          {wrong.text}
        </p>
      )}
    </>
  );
}

/** Asks once, after the first check-in of a mission, when the member will do it; their words come back as the reminder. */
export function MomentQuestion(props: MomentProps) {
  const { channels, isWeekly } = props;
  const id = useId();
  const { hours, hour, setHour, channel, chooseChannel, days, setDays, cue, setCue, ...answer } = useMoment(props);
  const { busy, onSubmit, decline, problemOf } = answer;
  const wrongChannel = problemOf('channel');
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // While it was busy the button could not have the focus.
    if (wrongChannel && !busy && document.activeElement === document.body)
      submit.current?.focus({ preventScroll: true });
  }, [wrongChannel, busy]);
  return (
    <form noValidate onSubmit={onSubmit} aria-labelledby={`${id}-title`} className="rounded-lg bg-card p-4 text-ink">
      <h3 id={`${id}-title`} className="flex items-center gap-2 text-lg font-extrabold">
        <AlarmClock className="size-5.5 text-flame" aria-hidden />
        When will you do it?
      </h3>
      <Words id={id} value={cue} onChange={setCue} wrong={problemOf('cue')} />
      <Choice legend="Hour" options={hours} value={hour} onChange={setHour} />
      {isWeekly && <ReminderDays days={days} onChange={setDays} className="mt-3" />}
      {channels.length > 1 && (
        <Choice
          legend="How it comes"
          options={CHANNELS.filter(({ value }) => channels.includes(value)).map(({ value, label }) => [value, label])}
          value={channel}
          onChange={chooseChannel}
        />
      )}
      {wrongChannel && (
        <p role="alert" className={wrongClass}>
          {wrongChannel.text}
        </p>
      )}
      <p id={`${id}-note`} className="mt-3 text-sm text-ink-2">
        We'll send you these words then. Only you see them.
      </p>
      <div className="mt-3 flex items-center gap-2">
        <Button ref={submit} type="submit" kind="quiet" size="sm" className="grow" busy={busy} busyLabel="Keeping...">
          Keep
        </Button>
        <button
          type="button"
          disabled={busy}
          onClick={decline}
          className="min-h-11 cursor-pointer rounded-md px-4 text-sm font-bold text-ink-2"
        >
          Not now
        </button>
      </div>
    </form>
  );
}
