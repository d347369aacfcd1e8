import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TeamQuilt } from '#web/ui/team-quilt.tsx';
import { type Quilt, quiltQuery, stampOf } from './queries.ts';
import { shownDays, squaresOf } from './quilt-squares.ts';

const DAYS_WIDE = 60;
const DAYS_PHONE = 14;
const COLUMNS_WIDE = 30;
/** Rows of felt; the rest of a large circle is in the leaderboard. */
const ROWS = 12;

const squaresSewn = (sewn: number) => (sewn === 1 ? '1 square sewn.' : `${sewn} squares sewn.`);

function leadOf(quilt: Quilt, today: string): string {
  const sewn = squaresSewn(quilt.members.reduce((sum, member) => sum + member.days.length, 0));
  const left = daysBetween(today, quilt.last_day);
  if (today < quilt.first_day || left < 0) return sewn;
  if (left === 0) return `${sewn} Today is the last day.`;
  return left === 1 ? `${sewn} One day to go after today.` : `${sewn} ${left} days to go after today.`;
}

function Rows({ quilt, mission, meId, phone }: { quilt: Quilt; mission: Mission; meId: string; phone: boolean }) {
  const max = phone ? DAYS_PHONE : DAYS_WIDE;
  const days = shownDays(quilt, mission.today, max);
  const shown = quilt.members.filter((member, at) => at < ROWS || member.user_id === meId);
  const faces = new Map(mission.members.map((member) => [member.user_id, member.avatar_url]));
  const rows = shown.map((member) => ({
    id: member.user_id,
    name: member.name,
    label: member.user_id === meId ? 'You' : member.name,
    avatar_url: faces.get(member.user_id) ?? null,
    squares: squaresOf(member, days),
  }));
  const cut = mission.duration_days > days.length;
  return (
    <>
      <TeamQuilt
        days={days}
        rows={rows}
        columns={phone ? DAYS_PHONE : COLUMNS_WIDE}
        caption="Who checked in on which day"
      />
      {(cut || shown.length < quilt.members.length) && (
        <p className="mt-3 text-xs text-ink-2">
          {cut && `${days.length} of ${mission.duration_days} days are shown. `}
          {shown.length < quilt.members.length && `The first ${ROWS} members are shown.`}
        </p>
      )}
    </>
  );
}

/** A blanket that gets finished: who checked in on which day. */
export function QuiltSection({ mission, meId, phone }: { mission: Mission; meId: string; phone: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(quiltQuery(mission.id));
  const stamp = stampOf(mission);
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    void refetch();
  }, [stamp, refetch]);
  return (
    <Section id="quilt" title="Team quilt" lead={data && leadOf(data, mission.today)}>
      {data ? (
        <Rows quilt={data} mission={mission} meId={meId} phone={phone} />
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
