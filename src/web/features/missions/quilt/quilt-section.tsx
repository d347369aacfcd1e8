import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { countDays } from '#domain/day-bits.ts';
import { addDays, daysBetween } from '#domain/days.ts';
import { lookOf } from '#domain/looks.ts';
import { daysLeft } from '#domain/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Loading, Skeleton, Skeletons } from '#platform/web/kit/skeleton.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { checkinFingerprint, type Quilt, quiltQuery } from '#web/features/missions/queries.ts';
import { fullDaysOf, isQuiltCurrent, lengthOf, quiltRows, shownDays, squareOf, withToday } from './quilt-rows.ts';
import { TeamQuilt } from './team-quilt.tsx';

/** Phones scroll sideways within these days. */
const DAYS = 60;
/** Rows on the page; the dialog shows every member. */
const ROWS = 12;

function leadOf(t: ScreenTranslate, quilt: Quilt, mission: Mission): string {
  const squares = quilt.members.reduce((sum, member) => sum + countDays(member.days), 0);
  const { today, first_day, last_day } = mission;
  const days = daysLeft(mission);
  if (today < first_day || today > last_day || days === 0) return t('app.missions.quilt.sewn', { squares });
  if (days === 1) return t('app.missions.quilt.sewn_last_day', { squares });
  return t('app.missions.quilt.sewn_days_left', { squares, days });
}

function cutText(t: ScreenTranslate, days: number | null, members: number | null): string | null {
  if (days !== null && members !== null) return t('app.missions.quilt.shown_both', { days, members });
  if (days !== null) return t('app.missions.quilt.shown_days', { days });
  return members === null ? null : t('app.missions.quilt.shown_members', { members });
}

interface QuiltProps {
  mission: Mission;
  meId: string;
  phone: boolean;
  onWhole: () => void;
}

function Rows({ quilt, mission, meId, phone, onWhole }: QuiltProps & { quilt: Quilt }) {
  const t = useT();
  const { from, count: shown } = shownDays(quilt, mission.today, DAYS);
  const faces = new Map(mission.members.map((member) => [member.user_id, member]));
  const numbers = Array.from({ length: shown }, (_, at) => from + at);
  const dayOf = (number: number) => addDays(quilt.first_day, number);
  const full = fullDaysOf(mission, quilt);
  const rows = quiltRows(t, quilt, mission.members, meId)
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
  const days = lengthOf(quilt) > shown ? shown : null;
  const members = rows.length < quilt.members.length ? ROWS : null;
  return (
    <>
      <TeamQuilt
        days={numbers.map(dayOf)}
        full={new Set(numbers.filter((number) => full.has(number)).map(dayOf))}
        rows={rows}
        scrolledTo={phone ? daysBetween(quilt.first_day, mission.today) - from : null}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-ink-2">{cutText(t, days, members)}</p>
        <Button kind="quiet" size="sm" onClick={onWhole}>
          {t('app.missions.quilt.see_whole')}
        </Button>
      </div>
    </>
  );
}

function Outline({ members }: { members: number }) {
  const t = useT();
  return (
    <>
      <Loading label={t('app.missions.quilt.loading')} />
      <div className="grid gap-1.5 max-sm:pb-1">
        <Skeletons count={Math.min(members, ROWS)} className="h-6.5" />
      </div>
      <Skeleton className="mt-3 h-11" />
    </>
  );
}

const LEAD = <Skeleton className="h-[1lh] w-4/5" />;

export function QuiltSkeleton({ members }: { members: number }) {
  const t = useT();
  return (
    <Section id="quilt" title={t('app.missions.quilt.team')} lead={LEAD}>
      <Outline members={members} />
    </Section>
  );
}

export function QuiltSection(props: QuiltProps) {
  const t = useT();
  const { mission } = props;
  const query = useQuery(quiltQuery(mission.id));
  const { data: fetched, refetch } = query;
  const data = useMemo(() => fetched && withToday(fetched, mission), [fetched, mission]);
  const fingerprint = checkinFingerprint(mission);
  const seen = useRef(fingerprint);
  // The mission already contains today's check-ins, so they need no new quilt.
  const outdated = data !== undefined && !isQuiltCurrent(data, mission);
  useEffect(() => {
    if (seen.current === fingerprint) return;
    seen.current = fingerprint;
    if (outdated) void refetch();
  }, [fingerprint, outdated, refetch]);
  return (
    <Section
      id="quilt"
      title={mission.members.length === 1 ? t('app.missions.quilt.own') : t('app.missions.quilt.team')}
      lead={data ? leadOf(t, data, mission) : !query.isError && LEAD}
    >
      <LoadPart
        query={{ data, refetch, isError: query.isError, isFetching: query.isFetching }}
        loading={<Outline members={mission.members.length} />}
        failed={<FailedPart query={query} text={t('app.missions.quilt.failed')} />}
      >
        {(quilt) => <Rows {...props} quilt={quilt} />}
      </LoadPart>
    </Section>
  );
}
