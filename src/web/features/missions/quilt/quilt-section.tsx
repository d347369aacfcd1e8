import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { countDays } from '#domain/day-bits.ts';
import { addDays, daysBetween } from '#domain/days.ts';
import { lookOf } from '#domain/looks.ts';
import { checkinFingerprint, type Quilt, quiltQuery } from '#web/features/missions/queries.ts';
import { Button } from '#web/kit/button.tsx';
import { FailedPart, LoadPart } from '#web/kit/load-part.tsx';
import { Section } from '#web/kit/section.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { count } from '#web/lib/format.ts';
import { isQuiltCurrent, lengthOf, quiltRows, shownDays, squareOf, withToday } from './quilt-rows.ts';
import { TeamQuilt } from './team-quilt.tsx';

/** Phones scroll sideways in them. */
const DAYS = 60;
const COLUMNS_WIDE = 30;
/** Members shown on the page; the dialog shows all of a large mission. */
const ROWS = 12;

function leadOf(quilt: Quilt, today: string): string {
  const total = quilt.members.reduce((sum, member) => sum + countDays(member.days), 0);
  const squares = total === 1 ? '1 square' : `${count(total)} squares`;
  const left = daysBetween(today, quilt.last_day);
  if (today < quilt.first_day || left < 0) return `${squares} sewn.`;
  if (left === 0) return `${squares} sewn. Today is the last day.`;
  return left === 1 ? `${squares} sewn, 1 day left.` : `${squares} sewn, ${left} days left.`;
}

interface QuiltProps {
  mission: Mission;
  meId: string;
  phone: boolean;
  /** Opens the dialog with all days and members. */
  onWhole: () => void;
}

function Rows({ quilt, mission, meId, phone, onWhole }: QuiltProps & { quilt: Quilt }) {
  const { from, count: shown } = shownDays(quilt, mission.today, DAYS);
  const faces = new Map(mission.members.map((member) => [member.user_id, member]));
  const numbers = Array.from({ length: shown }, (_, at) => from + at);
  const rows = quiltRows(quilt, mission.members, meId)
    .slice(0, ROWS)
    .map((row) => ({
      id: row.user_id,
      name: row.name,
      label: row.label,
      cloth: row.cloth,
      look: lookOf(row.user_id, faces.get(row.user_id)?.look),
      avatar_url: faces.get(row.user_id)?.avatar_url ?? null,
      squares: numbers.map((day) => squareOf(row, day)),
    }));
  const length = lengthOf(quilt);
  const cut = length > shown;
  return (
    <>
      <TeamQuilt
        days={numbers.map((day) => addDays(quilt.first_day, day))}
        rows={rows}
        columns={COLUMNS_WIDE}
        scrolledTo={phone ? daysBetween(quilt.first_day, mission.today) - from : null}
        caption="Who checked in on which day"
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-ink-2">
          {cut && `The last ${shown} days. `}
          {rows.length < quilt.members.length && `Showing the first ${ROWS} members.`}
        </p>
        <Button kind="quiet" size="sm" onClick={onWhole}>
          See the whole quilt
        </Button>
      </div>
    </>
  );
}

function Outline({ mission }: { mission: Mission }) {
  return (
    <div className="grid gap-2.5">
      <Loading label="Loading the quilt..." />
      {mission.members.slice(0, ROWS).map((member) => (
        <Skeleton key={member.user_id} className="h-6.5 w-full" />
      ))}
    </div>
  );
}

/** The team quilt: who checked in on which day. */
export function QuiltSection(props: QuiltProps) {
  const { mission } = props;
  const query = useQuery(quiltQuery(mission.id));
  const { data: fetched, refetch } = query;
  const data = useMemo(() => fetched && withToday(fetched, mission), [fetched, mission]);
  const fingerprint = checkinFingerprint(mission);
  const seen = useRef(fingerprint);
  // Today's check-ins come with the mission, so a large quilt is not fetched again for each of them.
  const outdated = data !== undefined && !isQuiltCurrent(data, mission);
  useEffect(() => {
    if (seen.current === fingerprint) return;
    seen.current = fingerprint;
    if (outdated) void refetch();
  }, [fingerprint, outdated, refetch]);
  return (
    <Section
      id="quilt"
      title={mission.members.length === 1 ? 'Your quilt' : 'Team quilt'}
      lead={data && leadOf(data, mission.today)}
    >
      <LoadPart
        query={{ data, refetch, isError: query.isError, isFetching: query.isFetching }}
        loading={<Outline mission={mission} />}
        failed={<FailedPart query={query} text="We couldn't load the quilt." />}
      >
        {(quilt) => <Rows {...props} quilt={quilt} />}
      </LoadPart>
    </Section>
  );
}
