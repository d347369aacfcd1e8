import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import type { Reminder } from '#contract/reminders.ts';
import { REMINDERS_A_DAY } from '#domain/limits.ts';
import { button } from '#platform/web/kit/button.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Select } from '#platform/web/kit/select.tsx';
import { Switch } from '#platform/web/kit/switch.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { channelOptions, MomentField } from './moment.tsx';
import { useReminders, useSaveReminder } from './queries.ts';
import { ReminderDays } from './reminder-days.tsx';
import { TIME_OPTIONS, timeName, timeOf } from './reminder-times.ts';

interface RemindersProps {
  /** Whether any device receives push messages. It is undefined while loading. */
  pushReady: boolean | undefined;
  /** The IDs of missions with weekly schedules, whose users choose the days. */
  weekly: ReadonlySet<string>;
}

export function Reminders(props: RemindersProps) {
  const t = useT();
  const query = useReminders();
  return (
    <Section
      id="reminders"
      icon={<BellRing className="size-5.5 text-flame" aria-hidden />}
      title={t('app.reminders.settings.title')}
      lead={t('app.reminders.settings.lead')}
    >
      <LoadPart query={query} name={t('app.reminders.settings.part')} rows={3} row="h-14.5">
        {(reminders) => (reminders.length === 0 ? <NoMissions /> : <List reminders={reminders} {...props} />)}
      </LoadPart>
    </Section>
  );
}

function NoMissions() {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-sm text-ink-2">{t('app.reminders.settings.no_missions')}</p>
      <Link to="/create-mission" className={button({ kind: 'quiet', size: 'sm' })}>
        {t('app.reminders.settings.start')}
      </Link>
    </div>
  );
}

/** Leaves out the weekdays, which a save keeps unless they are the change. */
const withoutDays = ({ days, ...choice }: Reminder) => choice;

function List({ reminders, pushReady, weekly }: RemindersProps & { reminders: readonly Reminder[] }) {
  const t = useT();
  const save = useSaveReminder();
  const on = reminders.filter((reminder) => reminder.is_on);
  return (
    <>
      <ul className="grid">
        {reminders.map((reminder) => (
          <ReminderRow
            key={reminder.mission_id}
            reminder={reminder}
            isWeekly={weekly.has(reminder.mission_id)}
            pushReady={pushReady}
            onChange={({ days, ...change }) =>
              save.mutate({ ...withoutDays(reminder), ...change, ...(days !== undefined && { days }) })
            }
          />
        ))}
      </ul>
      {on.length > REMINDERS_A_DAY && (
        <p className="mt-3 rounded-md bg-star-soft p-3.5 text-sm text-star-ink">
          {t('app.reminders.settings.two_a_day')}
        </p>
      )}
    </>
  );
}

interface ReminderRowProps {
  reminder: Reminder;
  isWeekly: boolean;
  pushReady: boolean | undefined;
  onChange: (change: Partial<Reminder>) => void;
}

/** A reminder's row. The channel is a choice only if push messages arrive. */
function ReminderRow({ reminder, isWeekly, pushReady, onChange }: ReminderRowProps) {
  const t = useT();
  const { mission_id, mission_title, channel, is_on } = reminder;
  const byPush = channel === 'push';
  const controls = is_on && (
    <div className="grid shrink-0 gap-2 sm:flex">
      <Select
        id={`hour-${mission_id}`}
        label={t('app.reminders.moment.hour')}
        options={TIME_OPTIONS}
        value={timeName(reminder)}
        inline
        onChange={(name) => onChange(timeOf(name))}
      />
      {(byPush || pushReady) && (
        <Select
          id={`channel-${mission_id}`}
          label={t('app.reminders.moment.how')}
          options={channelOptions(t)}
          value={channel}
          inline
          onChange={(value) => onChange({ channel: value })}
        />
      )}
    </div>
  );
  return (
    <li className="py-1 not-first:seam">
      <Switch
        label={mission_title}
        checked={is_on}
        beside={controls}
        onChange={(checked) => onChange({ is_on: checked })}
      />
      {is_on && <MomentField reminder={reminder} onSave={(cue) => onChange({ cue })} className="mb-3" />}
      {is_on && isWeekly && (
        <ReminderDays days={reminder.days} onChange={(days) => onChange({ days })} className="mb-3" />
      )}
      {is_on && byPush && pushReady === false && (
        <p role="status" className="mb-2 text-sm font-medium text-rose">
          {t('app.reminders.settings.no_push')}
        </p>
      )}
    </li>
  );
}
