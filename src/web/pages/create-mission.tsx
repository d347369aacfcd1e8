import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ERRORS } from '#contract/errors.ts';
import type { Mission } from '#contract/missions.ts';
import { dayOf, isDay, type LocalDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { scheduleProblem } from '#domain/schedule.ts';
import { useMe } from '#web/data/me.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { planInWords } from '#web/data/missions/schedule-text.ts';
import { BlankPatch } from '#web/drawings/empty-scenes.tsx';
import { Star } from '#web/drawings/star.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { useCreateMission } from '#web/features/missions/create-mission-call.ts';
import type { MissionDraft } from '#web/features/missions/editor/mission-draft.ts';
import {
  checkSchedule,
  clearDraft,
  DraftInput,
  draftKey,
  draftOf,
  emptyDraft,
  nextRoundOf,
  planOfDraft,
  readDraft,
  scheduleOfText,
} from '#web/features/missions/editor/mission-draft.ts';
import { dayInWords, MissionForm } from '#web/features/missions/editor/mission-form.tsx';
import { TemplatePicker } from '#web/features/missions/editor/template-picker.tsx';
import { fieldsOfTemplate, TEMPLATES } from '#web/features/missions/editor/templates.ts';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { useMedia } from '#web/lib/use-media.ts';

/** What fills the form: a mission that is started again, one whose next round begins, an idea, or nothing. */
type Source = { kind: 'copy' | 'round'; mission: Mission } | { kind: 'idea'; name: string } | { kind: 'nothing' };

/** The form as the source fills it, and the name of its draft. */
function filledBy(source: Source, today: LocalDay): { draft: MissionDraft; name?: string } {
  const empty = emptyDraft(today);
  switch (source.kind) {
    case 'copy':
      return { draft: { ...draftOf(source.mission), start_date: today }, name: source.mission.id };
    case 'round':
      return { draft: nextRoundOf(source.mission, today), name: `round ${source.mission.id}` };
    case 'idea': {
      const template = TEMPLATES.find(({ name }) => name.toLowerCase() === source.name);
      return template ? { draft: { ...empty, ...fieldsOfTemplate(template) }, name: source.name } : { draft: empty };
    }
    case 'nothing':
      return { draft: empty };
  }
}

/**
 * The form of a new mission, with what was typed before a reload. After creating it, its page opens; a next round that
 * somebody else has started meanwhile is found on the celebration.
 */
function useMissionForm(source: Source) {
  const me = useMe();
  const router = useRouter();
  const create = useCreateMission();
  const [today] = useState(() => dayOf(new Date(), me.timezone));
  const { draft, name } = filledBy(source, today);
  const key = draftKey(me.id, name);
  const [initial] = useState(() => readDraft(key, draft));
  const [limited, setLimited] = useState(false);
  const previous_id = source.kind === 'round' ? source.mission.id : null;
  const form = useForm({
    schema: DraftInput,
    initial,
    check: checkSchedule,
    submit: async (body) => {
      setLimited(false);
      try {
        const missionId = await create({ ...body, previous_id });
        clearDraft(key);
        await router.navigate({ to: '/mission/$missionId', params: { missionId }, search: { created: true } });
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null;
        if (code === 'plan_limit') {
          setLimited(true);
          toast.error(ERRORS.plan_limit.detail);
        } else if (code === 'round_exists' && previous_id !== null) {
          toast.error(ERRORS.round_exists.detail);
          await router.navigate({ to: '/mission/$missionId/completion', params: { missionId: previous_id } });
        } else throw error;
      }
    },
    failed: 'Failed to create mission',
  });
  return { form, today, limited, draftKey: key };
}

const TIPS = [
  'Invite friends with one link.',
  'Check in once a day: a tick, a line or a photo.',
  'See at a glance who is in today.',
  'Each day adds a stitch. The last one finishes the patch.',
];

/** The next steps, shown once the mission exists. */
function AfterCreation({ id }: { id: string }) {
  return (
    <section aria-labelledby={id} className="relative isolate rounded-lg bg-night p-6 text-on-night">
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-md text-star stitch" />
      <h2 id={id} className="text-lg font-extrabold">
        After Creation
      </h2>
      <ul className="mt-3.5 grid gap-3 text-sm text-on-night-2">
        {TIPS.map((tip) => (
          <li key={tip} className="flex gap-2.5">
            <Star className="size-5 shrink-0" />
            {tip}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The create page while the mission that fills the form is loading. */
function FormSkeleton() {
  return (
    <div className="grid gap-6">
      <Loading label="Loading the mission..." />
      {['habit', 'time', 'prize'].map((part) => (
        <div key={part} aria-hidden className="grid gap-5 rounded-lg bg-card p-5 shadow-card sm:p-7">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-13 w-full rounded-md" />
          <Skeleton className="h-20 w-full rounded-md" />
        </div>
      ))}
    </div>
  );
}

const route = getRouteApi('/queries/app/create-mission');

/** What fills the form; nothing if a mission cannot be loaded, and undefined while it is loading. */
function useSource(): Source | undefined {
  const { from, previous, idea } = route.useSearch();
  const missionId = previous ?? from;
  const { data, error } = useQuery({ ...missionQuery(missionId ?? ''), enabled: missionId !== undefined });
  useEffect(() => {
    if (error) toast.error(`Failed to load mission: ${detailOf(error, 'Mission not found')}`);
  }, [error]);
  // A later failure must not replace a form that somebody is writing in.
  if (data) return { kind: previous === undefined ? 'copy' : 'round', mission: data };
  if (missionId !== undefined && !error) return undefined;
  return idea === undefined ? { kind: 'nothing' } : { kind: 'idea', name: idea };
}

/** What the page is for, in a sentence. A next round says what happens to the others. */
function leadOf(source: Source | undefined): string {
  if (source?.kind !== 'round') return "One habit, an end date, and friends who'll ask how it's going.";
  const { round, members } = source.mission;
  if (members.length === 1) return `Round ${round + 1}, with everything as it was. Change what you like.`;
  return `Round ${round + 1}, with everything as it was. Everyone gets an invitation: we'll ask each of them.`;
}

function CreateMission({ source }: { source: Source }) {
  const { form, ...rest } = useMissionForm(source);
  const wide = useMedia('(width >= 64rem)');
  const preview = <PreviewCard draft={form.values} id="preview" />;
  const tips = <AfterCreation id="after-creation" />;
  return (
    <>
      <MissionForm
        {...rest}
        form={form}
        templates={source.kind === 'copy' || source.kind === 'round' ? null : <TemplatePicker form={form} />}
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

/** Another source is another form. */
const keyOf = (source: Source): string =>
  'mission' in source ? `${source.kind} ${source.mission.id}` : source.kind === 'idea' ? source.name : source.kind;

/** Without the tab bar, because this is a page for writing. */
export function CreateMissionPage() {
  const source = useSource();
  return (
    <Page title="Create Mission" back bottom={null}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">Create Mission</h1>
      <p className="mt-2 text-ink-2">{leadOf(source)}</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        {source ? <CreateMission key={keyOf(source)} source={source} /> : <FormSkeleton />}
      </div>
    </Page>
  );
}

const UNKNOWN = '–';

/** A preview of the mission. Its patch is still blank, because it is drawn from the id of the created mission. */
function PreviewCard({ draft, id }: { draft: MissionDraft; id: string }) {
  const plan = planOfDraft(draft);
  const days = plan?.duration_days === 1 ? '1 day' : `${plan?.duration_days} days`;
  const facts = [
    scheduleOfText(draft.schedule).kind === 'daily'
      ? ['Duration', plan ? days : UNKNOWN]
      : [
          'How often',
          plan && scheduleProblem(plan) === null ? planInWords(plan.schedule, plan.duration_days) : UNKNOWN,
        ],
    ['Start date', isDay(draft.start_date) ? dayInWords(draft.start_date) : UNKNOWN],
    ['End date', plan ? dayInWords(lastDay(plan.first_day, plan.duration_days)) : UNKNOWN],
  ] as const;
  return (
    <section aria-labelledby={id} className="relative isolate overflow-hidden rounded-lg bg-card p-5 shadow-card">
      <h2 id={id} className="text-lg font-extrabold">
        Preview
      </h2>
      <div className="mt-4 flex items-center gap-4">
        <BlankPatch size={84} />
        <p className="min-w-0 font-display text-lg leading-tight font-extrabold wrap-anywhere">
          {draft.title.trim() || <span className="text-ink-2">Your new mission</span>}
        </p>
      </div>
      <dl className="mt-4 grid gap-2.5 pt-4 text-sm text-ink-2 seam">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="text-end font-semibold text-ink tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
