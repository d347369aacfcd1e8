import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Page } from '#web/features/frame/page.tsx';
import { CreateMission, FormSkeleton } from '#web/features/missions/editor/create-mission.tsx';
import { keyOf, leadOf, useSource } from '#web/features/missions/editor/form-source.ts';
import { PlanLimit, useIsLimited } from '#web/features/missions/editor/plan-limit.tsx';

/** Without the tab bar, because this is a page for writing. */
export function CreateMissionPage() {
  const t = useT();
  const source = useSource();
  const isLimited = useIsLimited();
  return (
    <Page title={t('app.titles.create_mission')} back="dashboard" tabs={false}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.titles.create_mission')}</h1>
      <p className={cx('mt-2 text-ink-2', source?.kind !== 'round' && 'max-sm:hidden')}>{leadOf(t, source)}</p>
      <div className="mt-3 grid grid-cols-1 items-start gap-6 sm:mt-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {isLimited ? <PlanLimit /> : source ? <CreateMission key={keyOf(source)} source={source} /> : <FormSkeleton />}
      </div>
    </Page>
  );
}
