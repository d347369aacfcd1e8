import { isDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { scheduleProblem } from '#domain/schedule.ts';
import { Fold } from '#platform/web/kit/fold.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { scheduleAndLength } from '#web/data/missions/schedule-text.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { datedScheduleOfDraft, type MissionDraft, patchOfText, scheduleOfText } from './mission-draft.ts';
import { dayInWords } from './mission-span.tsx';

const UNKNOWN = '–';

interface PreviewProps {
  draft: MissionDraft;
  suggested: ChosenPatch;
}

function PreviewFacts({ draft, className }: { draft: MissionDraft; className?: string }) {
  const t = useT();
  const dated = datedScheduleOfDraft(draft);
  const facts = [
    scheduleOfText(draft.schedule).kind === 'daily'
      ? [
          t('app.missions.preview.duration'),
          dated ? t('app.missions.preview.days', { days: dated.duration_days }) : UNKNOWN,
        ]
      : [
          t('app.missions.preview.how_often'),
          dated && scheduleProblem(dated) === null
            ? scheduleAndLength(t, dated.schedule, dated.duration_days)
            : UNKNOWN,
        ],
    [t('app.missions.preview.starts'), isDay(draft.start_date) ? dayInWords(draft.start_date) : UNKNOWN],
    [t('app.missions.preview.ends'), dated ? dayInWords(lastDay(dated.first_day, dated.duration_days)) : UNKNOWN],
  ] as const;
  return (
    <dl className={cx('grid gap-2.5 text-sm text-ink-2', className)}>
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="text-end font-semibold text-ink tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The preview next to the form on wide screens. */
export function PreviewCard({ draft, suggested }: PreviewProps) {
  const t = useT();
  const title = t('app.missions.preview.title');
  return (
    <section
      aria-label={title}
      className="sticky top-6 isolate overflow-hidden rounded-lg bg-card p-5 shadow-card max-lg:hidden"
    >
      <h2 className="text-lg font-extrabold">{title}</h2>
      <div className="mt-4 flex items-center gap-4">
        <span aria-hidden className="shrink-0">
          <Patch seed="" patch={patchOfText(draft.patch) ?? suggested} done={0} total={30} size={84} label="" />
        </span>
        <p className="min-w-0 font-display text-lg leading-tight font-extrabold wrap-anywhere user-line">
          {draft.title.trim() || <span className="text-ink-2">{t('app.missions.preview.untitled')}</span>}
        </p>
      </div>
      <PreviewFacts draft={draft} className="mt-4 pt-4 seam" />
    </section>
  );
}

/** The preview in the form, without the patch and the title, which are above it. */
export function PreviewFold({ draft }: Pick<PreviewProps, 'draft'>) {
  const t = useT();
  return (
    <div className="seam lg:hidden">
      <Fold title={t('app.missions.preview.title')} heading="h2">
        <PreviewFacts draft={draft} />
      </Fold>
    </div>
  );
}
