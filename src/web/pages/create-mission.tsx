import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ERRORS } from '#contract/errors.ts';
import type { Mission } from '#contract/missions.ts';
import { dayOf, isDay, type LocalDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { scheduleProblem } from '#domain/schedule.ts';
import type { MissionDraft } from '#web/features/missions/editor/mission-draft.ts';
import {
  checkSchedule,
  clearDraft,
  DraftInput,
  draftKey,
  draftOf,
  emptyDraft,
  planOfDraft,
  readDraft,
  scheduleOfText,
} from '#web/features/missions/editor/mission-draft.ts';
import { MissionForm } from '#web/features/missions/editor/mission-form.tsx';
import { TemplatePicker } from '#web/features/missions/editor/template-picker.tsx';
import { missionQuery, useCreateMission } from '#web/features/missions/queries.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { longDay, planInWords } from '#web/lib/format.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { BlankPatch } from '#web/ui/drawings/empty-scenes.tsx';
import { Star } from '#web/ui/drawings/star.tsx';
import { Page } from '#web/ui/page.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/**
 * The form of a new mission, with what was typed before a reload. `source` is the mission to be started again, from
 * today on. After creating it, its page opens.
 */
function useMissionForm(source: Mission | null) {
  const me = useMe();
  const router = useRouter();
  const create = useCreateMission();
  const [today] = useState(() => dayOf(new Date(), me.timezone));
  const key = draftKey(me.id, source?.id);
  const [initial] = useState(() =>
    readDraft(key, source ? { ...draftOf(source), start_date: today } : emptyDraft(today)),
  );
  const [limited, setLimited] = useState(false);
  const form = useForm({
    schema: DraftInput,
    initial,
    check: checkSchedule,
    submit: async (body) => {
      setLimited(false);
      try {
        const missionId = await create(body);
        clearDraft(key);
        await router.navigate({ to: '/mission/$missionId', params: { missionId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 403)) throw error;
        setLimited(true);
        toast.error(ERRORS.plan_limit.detail);
      }
    },
    failed: 'Failed to create mission',
  });
  return { form, today, limited, draftKey: key };
}

const TIPS = [
  'Invite friends with one link.',
  'Check in once a day: a tick or a line.',
  'See at a glance who is in today.',
  'Every day is one stitch. The last one closes the patch.',
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

/** The create page while the mission to be started again is loading. */
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

/** The mission to be started again; null if there is none or it cannot be loaded, undefined while it is loading. */
function useSource(): Mission | null | undefined {
  const { from } = route.useSearch();
  const { data, error } = useQuery({ ...missionQuery(from ?? ''), enabled: from !== undefined });
  useEffect(() => {
    if (error) toast.error(`Failed to load mission: ${detailOf(error, 'Mission not found')}`);
  }, [error]);
  // A later failure must not replace a form that somebody is writing in.
  return data ?? (from === undefined || error ? null : undefined);
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
        templates={source ? null : <TemplatePicker form={form} />}
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

/** Without the tab bar, because this is a page for writing. */
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

const UNKNOWN = '–';

function inWords(day: LocalDay): string {
  const thisYear = new Date().getUTCFullYear();
  return day.startsWith(String(thisYear)) ? longDay(day) : `${longDay(day)} ${day.slice(0, 4)}`;
}

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
    ['Start date', isDay(draft.start_date) ? inWords(draft.start_date) : UNKNOWN],
    ['End date', plan ? inWords(lastDay(plan.first_day, plan.duration_days)) : UNKNOWN],
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
