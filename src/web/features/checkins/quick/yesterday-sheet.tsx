import { Check } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { useYesterdayTick } from '#web/features/checkins/form/use-yesterday-tick.ts';
import { TakePause } from '#web/features/streaks/public.ts';

function YesterdayMission({ mission }: { mission: DashboardMission }) {
  const t = useT();
  const { title, needed_yesterday } = mission;
  const { busy, ticked, refused, tick } = useYesterdayTick(mission);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The focused button is back.
    if (refused && document.activeElement === document.body)
      row.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [refused]);
  return (
    <li ref={row} className="flex min-h-17 items-center gap-3.5 py-2 not-first:seam">
      <StitchedPatch mission={mission} size={52} />
      <h3 className="min-w-0 grow leading-tight font-extrabold wrap-anywhere user-line">{title}</h3>
      {needed_yesterday && !ticked ? (
        <SeamButton
          size="sm"
          className="shrink-0"
          busy={busy}
          busyLabel={t('app.checkins.act.checking_in')}
          aria-label={busy ? undefined : t('app.checkins.act.check_in_to', { title })}
          onClick={tick}
        >
          {t('app.checkins.act.check_in')}
        </SeamButton>
      ) : (
        <p className="flex shrink-0 items-center gap-2 text-sm font-bold text-pine">
          {ticked && <Check className="size-5" strokeWidth={3} aria-hidden />}
          {/* It was checked in elsewhere, or noon has passed. */}
          <span>{ticked ? t('app.checkins.act.checked_in') : t('app.checkins.yesterday.closed')}</span>
        </p>
      )}
    </li>
  );
}

interface YesterdaySheetProps {
  title: string;
  missions: readonly DashboardMission[];
  onClose: () => void;
}

/** Links to breaks, because a user who was ill might prefer a break. */
export function YesterdaySheet({ title, missions, onClose }: YesterdaySheetProps) {
  const t = useT();
  const [listed] = useState(() => missions.filter(({ needed_yesterday }) => needed_yesterday).map(({ id }) => id));
  const [isPausing, setPausing] = useState(false);
  return (
    <>
      <Dialog title={title} onClose={onClose}>
        <ul className="mt-3">
          {missions
            .filter(({ id }) => listed.includes(id))
            .map((mission) => (
              <YesterdayMission key={mission.id} mission={mission} />
            ))}
        </ul>
        <p className="mt-1 text-center">
          <Button kind="bare" aria-haspopup="dialog" onClick={() => setPausing(true)}>
            {t('app.checkins.yesterday.ill')}
          </Button>
        </p>
        <Button kind="quiet" className="mt-2 w-full" onClick={onClose}>
          {t('start.common.done')}
        </Button>
      </Dialog>
      <Suspense fallback={null}>{isPausing && <TakePause onClose={() => setPausing(false)} />}</Suspense>
    </>
  );
}
