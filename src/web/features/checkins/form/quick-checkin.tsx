import { Link } from '@tanstack/react-router';
import { Check, Flame as FlameIcon } from 'lucide-react';
import { useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import type { LocalDay } from '#domain/days.ts';
import { useSubmitCheckin } from '#web/features/checkins/outbox.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, button } from '#web/ui/button.tsx';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { YesterdayCheckin } from './yesterday-checkin.tsx';

interface QuickCheckinProps {
  missions: readonly DashboardMission[];
  /** The user's own day. */
  today: LocalDay;
  /** The ids of those checked in today. */
  done: readonly string[];
  /** A shared photo needs a mission: the buttons choose one instead of checking in. */
  sharing: boolean;
}

function Done() {
  return (
    <p className="flex min-h-11 items-center gap-2 font-semibold text-pine" role="status">
      <Check className="size-5" strokeWidth={3} aria-hidden />
      Checked in
    </p>
  );
}

interface ItemProps {
  mission: DashboardMission;
  today: LocalDay;
  done: boolean;
  sharing: boolean;
}

function Item({ mission, today, done, sharing }: ItemProps) {
  const submit = useSubmitCheckin();
  const [busy, setBusy] = useState(false);
  const tick = async () => {
    setBusy(true);
    try {
      await submit({ mission, type: 'tick', content: '', photo: null });
    } catch (error) {
      toast.error(detailOf(error, 'Failed to record check-in'));
    }
    setBusy(false);
  };
  const more = { to: '/mission/$missionId', params: { missionId: mission.id }, hash: 'checkin' } as const;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-card p-4 shadow-card sm:p-5">
      <Patch
        seed={mission.id}
        done={mission.counted_checkins}
        total={mission.planned_days}
        size={64}
        label={`${mission.counted_checkins} of ${mission.planned_days} days stitched`}
      />
      <div className="min-w-0 grow basis-40">
        <h2 className="text-lg leading-tight font-extrabold wrap-anywhere">{mission.title}</h2>
        <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2 tabular">
          <FlameIcon className="size-4" aria-hidden />
          {mission.streak_days === 1 ? '1 day' : `${mission.streak_days} days`}
        </p>
      </div>
      {done ? (
        <Done />
      ) : (
        mission.can.check_in && (
          <div className="grid w-full gap-1 sm:w-auto sm:min-w-52">
            {sharing ? (
              <Link {...more} search={{ shared: true }} className={button({ kind: 'night' })}>
                Add the photo here
              </Link>
            ) : (
              <>
                <Button
                  kind="night"
                  busy={busy}
                  busyLabel="Checking in..."
                  aria-label={`Check In: ${mission.title}`}
                  onClick={() => void tick()}
                >
                  Check In
                </Button>
                <Link
                  {...more}
                  className={button({ kind: 'bare' })}
                  aria-label={`With text or photo: ${mission.title}`}
                >
                  With text or photo
                </Link>
              </>
            )}
          </div>
        )
      )}
      {!sharing && <YesterdayCheckin mission={mission} today={today} className="w-full" />}
    </li>
  );
}

/** One tap for each mission. The home screen's shortcut and the share sheet open this. */
export function QuickCheckin({ missions, today, done, sharing }: QuickCheckinProps) {
  return (
    <ul className="mt-6 grid gap-4">
      {missions.map((mission) => (
        <Item key={mission.id} mission={mission} today={today} done={done.includes(mission.id)} sharing={sharing} />
      ))}
    </ul>
  );
}
