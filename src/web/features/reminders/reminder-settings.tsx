import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import type { Reminder } from '#contract/reminders.ts';
import { REMINDERS_A_DAY } from '#domain/limits.ts';
import { button } from '#web/ui/button.tsx';
import { LoadPart } from '#web/ui/load-part.tsx';
import { Section } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { remindersQuery, useSaveReminder } from './queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const CHANNELS = [
  { value: 'email', label: 'E-mail' },
  { value: 'push', label: 'Push' },
] as const;

interface RemindersProps {
  /** Whether any device receives push messages; undefined while that is loading. */
  pushReady: boolean | undefined;
}

/** The daily reminder of each mission. */
export function Reminders({ pushReady }: RemindersProps) {
  const query = useQuery(remindersQuery);
  return (
    <Section
      id="reminders"
      title={
        <>
          <BellRing className="size-5.5 text-flame" aria-hidden />
          Reminders
        </>
      }
      lead="One a day for a mission, at your own clock, and only while it is still open."
    >
      <LoadPart query={query} name="your reminders">
        {(reminders) =>
          reminders.length === 0 ? <NoMissions /> : <List reminders={reminders} pushReady={pushReady} />
        }
      </LoadPart>
    </Section>
  );
}

function NoMissions() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-sm text-ink-2">A mission that you take part in can remind you here.</p>
      <Link to="/create-mission" className={button({ kind: 'quiet', size: 'sm' })}>
        Create a mission
      </Link>
    </div>
  );
}

function List({ reminders, pushReady }: RemindersProps & { reminders: readonly Reminder[] }) {
  const save = useSaveReminder();
  const on = reminders.filter((reminder) => reminder.is_on);
  return (
    <>
      <ul className="grid">
        {reminders.map((reminder) => (
          <ReminderRow
            key={reminder.mission_id}
            reminder={reminder}
            silent={reminder.channel === 'push' && pushReady === false}
            onChange={(change) => save.mutate({ ...reminder, ...change })}
          />
        ))}
      </ul>
      {on.length > REMINDERS_A_DAY && (
        <p className="mt-3 rounded-md bg-star-soft p-3.5 text-sm text-star-ink">
          At most two reminders come in a day, the earlier hours first.
        </p>
      )}
    </>
  );
}

interface ReminderRowProps {
  reminder: Reminder;
  /** It is sent as a push message, and no device receives any. */
  silent: boolean;
  onChange: (change: Partial<Reminder>) => void;
}

function ReminderRow({ reminder, silent, onChange }: ReminderRowProps) {
  const { mission_id, mission_title, hour, channel, is_on } = reminder;
  return (
    <li className="py-2 not-first:seam">
      <Switch label={mission_title} checked={is_on} onChange={(checked) => onChange({ is_on: checked })} />
      {is_on && (
        <div className="mt-1 mb-3 grid grid-cols-2 gap-3">
          <Select
            id={`hour-${mission_id}`}
            label="Hour"
            options={HOURS}
            value={String(hour)}
            onChange={(value) => onChange({ hour: Number(value) })}
          />
          <Select
            id={`channel-${mission_id}`}
            label="How"
            options={CHANNELS}
            value={channel}
            onChange={(value) => onChange({ channel: value })}
          />
          {silent && (
            <p role="status" className="col-span-2 text-sm font-medium text-rose">
              No device takes push messages yet. Turn them on below.
            </p>
          )}
        </div>
      )}
    </li>
  );
}
