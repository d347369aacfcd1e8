import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf } from '#domain/days.ts';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMe } from '#web/data/me.ts';
import { useCreateMission } from '#web/features/missions/create-mission-call.ts';
import { filledBy, type Source } from './form-source.ts';
import {
  checkSchedule,
  clearDraft,
  DraftInput,
  draftKey,
  hasOptions,
  type MissionDraft,
  readDraft,
} from './mission-draft.ts';
import { MissionForm } from './mission-form.tsx';
import { PreviewCard } from './preview-card.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { hasTypedOptions, TEMPLATES, type Template, templateOfDraft } from './templates.ts';
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
  const { draft, name } = filledBy(t, source, today, me.id);
  const key = draftKey(me.id, name);
  const [initial] = useState(() => readDraft(key, draft, today));
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

export function FormSkeleton() {
  const t = useT();
  return (
    <>
      <div>
        <Loading label={t('app.missions.create.loading')} />
        {/* Fills the screen, because the first part of the form is taller than most screens. */}
        <div aria-hidden className="grid min-h-dvh content-start gap-5 rounded-lg bg-card p-4 shadow-card sm:p-7">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="mt-6 h-13 rounded-md" />
          <Skeleton className="size-24 rounded-full" />
          <Skeleton className="h-40 rounded-md" />
        </div>
      </div>
      <div aria-hidden className="h-71 rounded-lg bg-card p-5 shadow-card max-lg:hidden">
        <Skeleton className="h-7 w-32" />
      </div>
    </>
  );
}

/** Returns the template of the address, or the one that filled the draft before a reload. */
const templateOf = (t: ScreenTranslate, source: Source, draft: MissionDraft): Template | null =>
  templateOfDraft(t, draft) ?? TEMPLATES.find(({ id }) => source.kind === 'idea' && id === source.name) ?? null;

export function CreateMission({ source }: { source: Source }) {
  const t = useT();
  const { form, suggested, ...rest } = useMissionForm(source);
  const isCopy = source.kind === 'copy' || source.kind === 'round';
  const [filledBy, setFilledBy] = useState(() => (isCopy ? null : templateOf(t, source, form.values)));
  const [moreOpen] = useState(() =>
    isCopy ? hasOptions(form.values) : hasTypedOptions(t, { draft: form.values, filledBy }),
  );
  return (
    <>
      <MissionForm
        {...rest}
        form={form}
        suggested={suggested}
        moreOpen={moreOpen}
        filled={filledBy !== null}
        templates={
          !isCopy && (
            <TemplatePicker
              form={form}
              today={rest.today}
              folded={source.kind === 'idea'}
              filledBy={filledBy}
              onFill={setFilledBy}
            />
          )
        }
      />
      <PreviewCard draft={form.values} suggested={suggested} />
    </>
  );
}
