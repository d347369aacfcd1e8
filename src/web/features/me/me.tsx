import { Link } from '@tanstack/react-router';
import { Luggage, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { User } from '#contract/auth.ts';
import { letterOf } from '#domain/doll.ts';
import { levelRange } from '#domain/points.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { FailedPart } from '#platform/web/kit/load-part.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Skeleton, Skeletons } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { firstWeekday } from '#platform/web/lib/week-start.ts';
import { useDashboard } from '#web/data/missions/queries.ts';
import { Doll } from '#web/drawings/doll.tsx';
import { Flame } from '#web/drawings/flame.tsx';
import { SceneDefs, useSceneIds } from '#web/drawings/scene-parts.tsx';
import { useFrame } from '#web/features/frame/public.ts';
import { DayLedger } from '#web/features/streaks/public.ts';
import { DayQuilt, DayQuiltLegend, DayQuiltSkeleton } from './day-quilt.tsx';
import { OwnPatches } from './own-patches.tsx';
import { quiltBrought, quiltCounts, quiltMonths, quiltSentence, quiltStart } from './quilt-text.ts';

function Band({ me, onStreak }: { me: User; onStreak: () => void }) {
  const t = useT();
  const { takePause } = useFrame();
  const { level, to } = levelRange(me.points);
  const next = levelRange(to).level;
  return (
    <section
      aria-labelledby="me"
      className="relative flex flex-wrap items-center justify-center gap-x-8 gap-y-3 rounded-xl bg-dusk p-5 text-on-night forced-color-adjust-none sm:flex-nowrap sm:justify-start sm:p-7"
    >
      <Link
        to="/profile"
        search={{ edit: true }}
        className="absolute end-3 top-3 inline-flex max-[15.5rem]:static min-h-11 items-center gap-2 rounded-full px-3 text-sm font-bold hover:bg-on-night/10"
      >
        <Pencil className="size-4.5" aria-hidden />
        {t('start.common.edit')}
      </Link>
      <OwnDoll me={me} />
      <div className="min-w-0 text-center sm:text-start">
        <h1 id="me" className="text-2xl font-extrabold wrap-anywhere">
          {me.name}
        </h1>
        {me.location && <p className="mt-1 text-sm text-on-night-2 wrap-anywhere">{me.location}</p>}
        <p className="mt-3 font-display text-lg font-extrabold text-dusk-star tabular">
          {t('app.me.level', { level })}
        </p>
        <p className="text-sm text-on-night-2 tabular">
          {t('app.me.points', { points: me.points, left: to - me.points, next })}
        </p>
        <div className="mt-1 flex flex-wrap items-center justify-center gap-x-5 gap-y-1.5 sm:justify-start">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={t('app.dashboard.streak.why', { days: me.streak_days })}
            onClick={onStreak}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-display text-lg font-extrabold underline decoration-dusk-star decoration-2 decoration-dashed underline-offset-6 hover:decoration-solid tabular"
          >
            <Flame className="h-6 w-auto" lit={me.streak_days > 0} />
            {t('app.dashboard.streak.days', { days: me.streak_days })}
          </button>
          <Button kind="dusk" size="sm" onClick={takePause}>
            <Luggage className="size-4.5" aria-hidden />
            {t('app.frame.account.take_break')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function OwnTotals() {
  const t = useT();
  const query = useDashboard();
  if (query.isError) return <FailedPart query={query} text={t('app.me.not_loaded')} />;
  const { data } = query;
  if (!data)
    return (
      <>
        <Section id="sewn" title={t('app.me.sewn')}>
          <div className="flex h-28 gap-4 p-1">
            <Skeletons count={3} className="size-21 rounded-full" />
          </div>
        </Section>
        <Section id="quilt" title={t('app.me.quilt.heading')} lead={<Skeleton className="h-[1lh] w-3/5" />}>
          <DayQuiltSkeleton />
          <Skeleton className="mt-3 h-5 max-w-72" />
        </Section>
      </>
    );
  const start = quiltStart(data.today, firstWeekday());
  const sentence = quiltSentence(t, data, start);
  const brought = quiltBrought(data, start);
  return (
    <>
      <OwnPatches
        missions={data.missions}
        completed={data.completed_missions_history}
        total={data.completed_missions_count}
      />
      <Section id="quilt" title={t('app.me.quilt.heading')} lead={sentence}>
        <DayQuilt
          counts={quiltCounts(data, start)}
          brought={brought}
          months={quiltMonths(data, start)}
          summary={t('app.me.quilt.summary', { sentence })}
        />
        <div className="mt-3">
          <DayQuiltLegend hasBrought={brought.includes(true)} />
        </div>
      </Section>
    </>
  );
}

export function Me({ me }: { me: User }) {
  const [ledgerOpen, setLedgerOpen] = useState(false);
  return (
    <>
      <Band me={me} onStreak={() => setLedgerOpen(true)} />
      <OwnTotals />
      <Suspense fallback={null}>
        {ledgerOpen && <DayLedger streakDays={me.streak_days} onClose={() => setLedgerOpen(false)} />}
      </Suspense>
    </>
  );
}

const RADIUS = 92;
const STITCHES = 48;
/* A whole number of stitches with gaps fits the ring. */
const DASHES = `${(2 * Math.PI * RADIUS) / STITCHES - 8} 8`;
const RING = { fill: 'none', strokeWidth: 7, strokeLinecap: 'round', strokeDasharray: DASHES } as const;

/** The user's doll in a ring of stitches that shows the progress to the next level. */
function OwnDoll({ me }: { me: User }) {
  const t = useT();
  const ids = useSceneIds();
  const { level, from, to } = levelRange(me.points);
  // Rounded down to whole stitches, so at least one is open.
  const share = Math.floor(((me.points - from) / (to - from)) * STITCHES) / STITCHES;
  const angle = 2 * Math.PI * share;
  const end = `${RADIUS * Math.sin(angle)} ${-RADIUS * Math.cos(angle)}`;
  return (
    <svg
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={t('app.me.doll', { level })}
      className="size-40 shrink-0 sm:size-48"
    >
      <SceneDefs {...ids} />
      <circle r={RADIUS} transform="rotate(-90)" stroke="#6b4d80" {...RING} />
      {share > 0 && (
        <path d={`M0-${RADIUS}A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`} stroke="#FFBC3B" {...RING} />
      )}
      <g transform="translate(0 68) scale(1.06)">
        <Doll look={me.look} letter={letterOf(me.name)} picture={me.avatar_url} mirrored={false} warm ids={ids} />
      </g>
    </svg>
  );
}
