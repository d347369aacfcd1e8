import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf } from '#domain/days.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMedia } from '#platform/web/lib/use-media.ts';
import { useMe } from '#web/data/me.ts';
import { Star } from '#web/drawings/star.tsx';
import { useCreateMission } from '#web/features/missions/create-mission-call.ts';
import { filledBy, type Source } from './form-source.ts';
import { checkSchedule, clearDraft, DraftInput, draftKey, readDraft } from './mission-draft.ts';
import { MissionForm } from './mission-form.tsx';
import { PreviewCard } from './preview-card.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useSuggestedPatch, useSuggestPatch } from './use-suggested-patch.ts';

/**
 * Holds the form of a new mission and restores its draft. If someone else has started the next round first, the
 * celebration page shows it.
 */
function useMissionForm(source: Source) {
  const t = useT();
  const me = useMe();
  const router = useRouter();
  const create = useCreateMission();
  const [today] = useState(() => dayOf(new Date(), me.timezone));
  const { draft, name } = filledBy(t, source, today);
  const key = draftKey(me.id, name);
  const [initial] = useState(() => readDraft(key, draft));
  const [limited, setLimited] = useState(false);
  const suggest = useSuggestPatch();
  const previous_id = source.kind === 'round' ? source.mission.id : null;
  const form = useForm({
    schema: DraftInput,
    initial,
    check: checkSchedule,
    submit: async (body, values) => {
      setLimited(false);
      const own_habit = values.habit === 'own' ? values.own_habit : null;
      try {
        const missionId = await create({ ...body, patch: body.patch ?? suggest(values), previous_id, own_habit });
        clearDraft(key);
        await router.navigate({ to: '/mission/$missionId', params: { missionId }, search: { created: true } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'plan_limit') {
          setLimited(true);
          toast.error(error.detail);
        } else if (error.code === 'round_exists' && previous_id !== null) {
          toast.error(error.detail);
          await router.navigate({ to: '/mission/$missionId/completion', params: { missionId: previous_id } });
        } else throw error;
      }
    },
    failed: t('app.missions.create.failed'),
  });
  const suggested = useSuggestedPatch(form.values);
  return { form, suggested, today, limited, draftKey: key };
}

const TIPS = [
  'app.missions.after.invite',
  'app.missions.after.check_in',
  'app.missions.after.see',
  'app.missions.after.stitch',
] as const satisfies PlainKey[];

function AfterCreation({ id }: { id: string }) {
  const t = useT();
  return (
    <section aria-labelledby={id} className="relative isolate rounded-lg bg-night p-6 text-on-night">
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-md text-star stitch" />
      <h2 id={id} className="text-lg font-extrabold">
        {t('app.missions.after.title')}
      </h2>
      <ul className="mt-3.5 grid gap-3 text-sm text-on-night-2">
        {TIPS.map((tip) => (
          <li key={tip} className="flex gap-2.5">
            <Star className="size-5 shrink-0" />
            {t(tip)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FormSkeleton() {
  const t = useT();
  return (
    <>
      <div>
        <Loading label={t('app.missions.create.loading')} />
        <Skeleton className="mb-6 h-[1lh] w-44 text-sm" />
        {/* Fills the screen, because the first part of the form is taller than any screen. */}
        <div aria-hidden className="grid min-h-dvh content-start gap-5 rounded-lg bg-card p-5 shadow-card sm:p-7">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="mt-6 h-13 rounded-md" />
          <Skeleton className="size-33 rounded-full" />
          <Skeleton className="h-40 rounded-md" />
        </div>
      </div>
      <aside aria-label={t('app.missions.create.aside')} className="grid gap-6 max-lg:hidden">
        <div aria-hidden className="h-71 rounded-lg bg-card p-5 shadow-card">
          <Skeleton className="h-7 w-32" />
        </div>
        <AfterCreation id="after-creation" />
      </aside>
    </>
  );
}

export function CreateMission({ source }: { source: Source }) {
  const t = useT();
  const { form, suggested, ...rest } = useMissionForm(source);
  const wide = useMedia('(width >= 64rem)');
  const preview = <PreviewCard draft={form.values} suggested={suggested} id="preview" />;
  const tips = <AfterCreation id="after-creation" />;
  return (
    <>
      <MissionForm
        {...rest}
        form={form}
        suggested={suggested}
        templates={source.kind === 'copy' || source.kind === 'round' ? null : <TemplatePicker form={form} />}
        preview={wide ? null : preview}
        tips={wide ? null : tips}
      />
      {wide && (
        <aside aria-label={t('app.missions.create.aside')} className="sticky top-6 grid gap-6">
          {preview}
          {tips}
        </aside>
      )}
    </>
  );
}
