import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { countDays } from '#domain/day-bits.ts';
import { addDays, daysBetween } from '#domain/days.ts';
import { checkinFingerprint, type Quilt, quiltQuery } from '#web/features/missions/queries.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TeamQuilt } from '#web/ui/team-quilt.tsx';
import { isFullTeamDay, lengthOf, quiltRows, shownDays, squareOf, withToday } from './quilt-rows.ts';

const DAYS_WIDE = 60;
const DAYS_PHONE = 14;
const COLUMNS_WIDE = 30;
/** Rows of felt on the page; all of a large circle are in the whole picture. */
const ROWS = 12;

const squaresSewn = (sewn: number) => (sewn === 1 ? '1 square sewn.' : `${count(sewn)} squares sewn.`);

function leadOf(quilt: Quilt, today: string): string {
  const sewn = squaresSewn(quilt.members.reduce((sum, member) => sum + countDays(member.days), 0));
  const left = daysBetween(today, quilt.last_day);
  if (today < quilt.first_day || left < 0) return sewn;
  if (left === 0) return `${sewn} Today is the last day.`;
  return left === 1 ? `${sewn} One day to go after today.` : `${sewn} ${left} days to go after today.`;
}

interface QuiltProps {
  mission: Mission;
  meId: string;
  phone: boolean;
  /** Opens the picture of all days and members. */
  onWhole: () => void;
}

function Rows({ quilt, mission, meId, phone, onWhole }: QuiltProps & { quilt: Quilt }) {
  const { from, count: shown } = shownDays(quilt, mission.today, phone ? DAYS_PHONE : DAYS_WIDE);
  const faces = new Map(mission.members.map((member) => [member.user_id, member.avatar_url]));
  const numbers = Array.from({ length: shown }, (_, at) => from + at);
  const rows = quiltRows(quilt, meId)
    .slice(0, ROWS)
    .map((row) => ({
      id: row.user_id,
      name: row.name,
      label: row.label,
      colour: row.colour,
      avatar_url: faces.get(row.user_id) ?? null,
      squares: numbers.map((day) => squareOf(row, day)),
    }));
  const length = lengthOf(quilt);
  const cut = length > shown;
  return (
    <>
      <TeamQuilt
        days={numbers.map((day) => addDays(quilt.first_day, day))}
        rows={rows}
        columns={phone ? DAYS_PHONE : COLUMNS_WIDE}
        caption="Who checked in on which day"
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-ink-2">
          {cut && `${shown} of ${length} days are shown. `}
          {rows.length < quilt.members.length && `The first ${ROWS} members are shown.`}
        </p>
        <Button kind="quiet" size="sm" onClick={onWhole}>
          See the whole quilt
        </Button>
      </div>
    </>
  );
}

/** A blanket that gets finished: who checked in on which day. */
export function QuiltSection(props: QuiltProps) {
  const { mission } = props;
  const { data: fetched, isError, isFetching, refetch } = useQuery(quiltQuery(mission.id));
  const data = useMemo(() => fetched && withToday(fetched, mission), [fetched, mission]);
  const stamp = checkinFingerprint(mission);
  const seen = useRef(stamp);
  // A check-in of today is known from the mission; hundreds of members need not fetch the whole quilt for each.
  const outdated = data !== undefined && !isFullTeamDay(data, mission);
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    if (outdated) void refetch();
  }, [stamp, outdated, refetch]);
  return (
    <Section id="quilt" title="Team quilt" lead={data && leadOf(data, mission.today)}>
      {data ? (
        <Rows {...props} quilt={data} />
      ) : isError ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-2">The quilt could not be unrolled.</p>
          <Button kind="quiet" size="sm" busy={isFetching} busyLabel="Trying again..." onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div className="grid gap-2.5">
          <Loading label="Loading the quilt..." />
          {mission.members.slice(0, ROWS).map((member) => (
            <Skeleton key={member.user_id} className="h-6.5 w-full" />
          ))}
        </div>
      )}
    </Section>
  );
}
