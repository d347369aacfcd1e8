import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { Spinner } from '#web/drawings/spinner.tsx';
import { CARD } from './checkin-card.tsx';
import { KIND_CARD, KINDS, KINDS_GRID } from './checkin-fields.tsx';
import { WayOn } from './way-on.tsx';

interface CheckinSkeletonProps {
  label: string;
  hasGoal: boolean;
  hasYesterday: boolean;
}

/** Has the size of the form in every language. */
export function CheckinSkeleton({ label, hasGoal, hasYesterday }: CheckinSkeletonProps) {
  const t = useT();
  return (
    <div className="relative rounded-xl bg-card p-2 shadow-card">
      <div className="absolute inset-0 grid place-content-center">
        <Spinner label={label} />
      </div>
      <div aria-hidden className={CARD}>
        <div className="invisible">
          <p className="text-xl">{t('app.checkins.card.title')}</p>
          <Skeleton className="mt-1.5 h-[1lh] text-sm" />
          {hasGoal && <Skeleton className="mt-2 h-[1lh] text-sm" />}
        </div>
        {hasYesterday && <Skeleton className="invisible h-13" />}
        <div className={`${KINDS_GRID} invisible`}>
          {KINDS.map(([kind, label]) => (
            <span key={kind} className={KIND_CARD}>
              <span className="size-8" />
              {t(label)}
            </span>
          ))}
        </div>
        <div className="h-12" />
      </div>
    </div>
  );
}

const SHADOW = 'breathe block rounded-sm bg-on-night opacity-15';

/** Has the size of the finished card in every language. */
interface DoneSkeletonProps {
  label: string;
  missionId: string;
  /** Whether the viewer is the only member, so there is no group to show. */
  alone: boolean;
}

export function DoneSkeleton({ label, missionId, alone }: DoneSkeletonProps) {
  const t = useT();
  return (
    <div className="@container rounded-xl bg-dusk text-on-night shadow-card [forced-color-adjust:none]">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden>
        <div className="flex items-center gap-x-4 p-5 pb-1 sm:gap-x-6 sm:p-8 sm:pb-4 @2xl:me-[46%]">
          <span className="-m-1 size-24 shrink-0 rounded-full bg-on-night opacity-15 @2xl:size-32" />
          <div className="min-w-32 grow basis-0">
            <span className={`${SHADOW} h-6 w-2/5`} />
            <p className={`${SHADOW} mt-1 font-display text-xl font-extrabold text-transparent sm:text-2xl`}>
              {t('app.checkins.done.title')}
            </p>
            <span className={`${SHADOW} mt-1 h-[1lh] w-3/5 text-sm`} />
          </div>
        </div>
        <div className="aspect-560/380 max-h-52 w-full sm:max-h-80 @2xl:hidden" />
        <div className="h-17 px-4 pt-4 sm:px-6 @2xl:px-8">
          <span className={`${SHADOW} h-5 w-32`} />
        </div>
        <div className="h-14" />
        <div className="invisible px-4 pb-5 sm:px-6 sm:pb-6 @2xl:me-[46%] @2xl:px-8">
          <WayOn missionId={missionId} />
          {!alone && <div className="h-9" />}
        </div>
      </div>
    </div>
  );
}
