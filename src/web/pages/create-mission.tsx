import { AfterCreation } from '#web/features/missions/after-creation.tsx';
import { MissionForm } from '#web/features/missions/mission-form.tsx';
import { PreviewCard } from '#web/features/missions/preview-card.tsx';
import { useMissionForm } from '#web/features/missions/use-mission-form.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Page } from '#web/ui/page.tsx';

/** No tab bar while one writes. */
export function CreateMissionPage() {
  const { form, today, limited, userId } = useMissionForm();
  const wide = useMedia('(width >= 64rem)');
  const preview = <PreviewCard draft={form.values} id="preview" />;
  const tips = <AfterCreation id="after-creation" />;
  return (
    <Page title="Create Mission" back bottom={null}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">Create Mission</h1>
      <p className="mt-2 text-ink-2">One habit, a last day, and the people who will ask how it went.</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <MissionForm {...{ form, today, limited, userId }} preview={wide ? null : preview} tips={wide ? null : tips} />
        {wide && (
          <aside aria-label="Preview and tips" className="sticky top-6 grid gap-6">
            {preview}
            {tips}
          </aside>
        )}
      </div>
    </Page>
  );
}
