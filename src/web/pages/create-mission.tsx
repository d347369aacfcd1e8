import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Mission } from '#contract/missions.ts';
import { FormSkeleton } from '#web/features/missions/editor/form-skeleton.tsx';
import { MissionForm } from '#web/features/missions/editor/mission-form.tsx';
import { AfterCreation } from '#web/features/missions/editor/next-steps.tsx';
import { TemplatePicker } from '#web/features/missions/editor/template-picker.tsx';
import { useMissionForm } from '#web/features/missions/editor/use-mission-form.ts';
import { PreviewCard } from '#web/features/missions/page/preview-card.tsx';
import { missionQuery } from '#web/features/missions/queries.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Page } from '#web/ui/page.tsx';

const route = getRouteApi('/app/create-mission');

/** The mission that begins again; null without one and when it cannot be had, undefined while it is on its way. */
function useSource(): Mission | null | undefined {
  const { from } = route.useSearch();
  const { data, error } = useQuery({
    ...missionQuery(from ?? ''),
    enabled: from !== undefined,
    refetchInterval: false,
  });
  useEffect(() => {
    if (error) toast.error(`Failed to load mission: ${detailOf(error, 'Mission not found')}`);
  }, [error]);
  // A later failure must not take away the form that one writes in.
  return data ?? (from === undefined || error ? null : undefined);
}

/** No tab bar while one writes. */
export function CreateMissionPage() {
  const source = useSource();
  return (
    <Page title="Create Mission" back bottom={null}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">Create Mission</h1>
      <p className="mt-2 text-ink-2">One habit, a last day, and the people who will ask how it went.</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        {source === undefined ? <FormSkeleton /> : <CreateMission key={source?.id} source={source} />}
      </div>
    </Page>
  );
}

function CreateMission({ source }: { source: Mission | null }) {
  const { form, ...rest } = useMissionForm(source);
  const wide = useMedia('(width >= 64rem)');
  const preview = <PreviewCard draft={form.values} id="preview" />;
  const tips = <AfterCreation id="after-creation" />;
  return (
    <>
      <MissionForm
        {...rest}
        form={form}
        ideas={source ? null : <TemplatePicker form={form} />}
        preview={wide ? null : preview}
        tips={wide ? null : tips}
      />
      {wide && (
        <aside aria-label="Preview and tips" className="sticky top-6 grid gap-6">
          {preview}
          {tips}
        </aside>
      )}
    </>
  );
}
